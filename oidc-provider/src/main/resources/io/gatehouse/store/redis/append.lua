-- Appends lines to a ledger, if its last one is the one that was seen.
-- Result: 1, or 0 when it is not, and nothing was appended.

local key = KEYS[1] -- hash: number to line
local after = tonumber(ARGV[1]) -- integer: the number of the last line that was seen, 0 for none
local last = ARGV[2] -- bytes: that line
-- From ARGV[3] on: the lines, bytes

if redis.call('HLEN', key) ~= after or after > 0 and redis.call('HGET', key, ARGV[1]) ~= last then
  return { '0' }
end
for n = 3, #ARGV do
  redis.call('HSET', key, string.format('%.0f', after + n - 2), ARGV[n])
end
return { '1' }
