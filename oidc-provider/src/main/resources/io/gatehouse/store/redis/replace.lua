-- Puts a value if the present one equals the expected one. A kept value is its time, a colon, and the value
-- itself. Result: 1, or 0 when it does not.

local key = KEYS[1] -- string
local now = tonumber(ARGV[1]) -- integer: milliseconds since 1970
local is_expected = ARGV[2] == '1' -- whether a value is expected
local expected = ARGV[3] -- bytes
local value = ARGV[4] -- bytes: the new value as it is kept
local life = ARGV[5] -- integer: milliseconds; empty: for good

local present = redis.call('GET', key)
if present then
  local colon = string.find(present, ':', 1, true)
  local ends = tonumber(string.sub(present, 1, colon - 1))
  present = (not ends or ends > now) and string.sub(present, colon + 1)
end
if is_expected and present ~= expected or not is_expected and present then
  return { '0' }
end
if life == '' then
  redis.call('SET', key, value)
else
  redis.call('SET', key, value, 'PX', life)
end
return { '1' }
