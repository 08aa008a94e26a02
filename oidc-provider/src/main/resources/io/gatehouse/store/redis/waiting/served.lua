-- The serving counter has come this far: who is up to here does not wait. They are remembered a little
-- longer, so that a join that began before the call still finds them. Result: nothing.

local serving = ARGV[2] -- integer

local BATCH = 500 -- so many are moved at once
local RETENTION = 60000 -- milliseconds

if redis.call('EXISTS', LINE) == 0 then
  return {}
end
local sweep = number('sweep-at')
if sweep <= clock() then
  redis.call('ZREMRANGEBYSCORE', GONE, '-inf', decimal(number('sweep-to')))
  redis.call('HSET', LINE, 'sweep-at', decimal(clock() + RETENTION), 'sweep-to', serving)
end
redis.call('ZREMRANGEBYSCORE', LEFT, '-inf', serving)
repeat
  local passed = redis.call('ZRANGEBYSCORE', ORDER, '-inf', serving, 'WITHSCORES', 'LIMIT', 0, BATCH)
  for i = 1, #passed, 2 do
    redis.call('ZADD', GONE, passed[i + 1], passed[i])
    redis.call('ZREM', ORDER, passed[i])
  end
until #passed == 0
expires(GONE)
return {}
