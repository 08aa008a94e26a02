-- Removes a value. A kept value is its time, a colon, and the value itself.
-- Result: 1, or 0 when there was none or its time had come.

local key = KEYS[1] -- string
local now = tonumber(ARGV[1]) -- integer: milliseconds since 1970

local head = redis.call('GETRANGE', key, 0, 20)
if redis.call('UNLINK', key) == 0 then
  return { '0' }
end
local ends = tonumber(string.match(head, '^(%d*):'))
return { (not ends or ends > now) and '1' or '0' }
