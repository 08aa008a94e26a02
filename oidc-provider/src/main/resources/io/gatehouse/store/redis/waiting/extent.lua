-- How far the line reaches; and since this is asked once a tick, lets the keys of a room that is looked at
-- live on. Result: 'ok', the last position that anyone took, the last one that may have been lost or 0, how
-- many wait; or 'lost' if positions may have been lost.

local serving = ARGV[2] -- integer: the last position called

local RENEWAL = 3600000 -- milliseconds: once an hour

if not is_whole() then
  return { 'lost' }
end
if number('renewed') < clock() - RENEWAL then
  redis.call('HSET', LINE, 'renewed', decimal(clock()))
  for i = 1, 5 do
    redis.call('PEXPIRE', KEYS[i], LIFETIME)
  end
end
local behind = '(' .. serving
local waiting = redis.call('ZCOUNT', ORDER, behind, '+inf') - redis.call('ZCOUNT', LEFT, behind, '+inf')
return { 'ok', decimal(number('issued')), decimal(number('lost')), decimal(waiting) }
