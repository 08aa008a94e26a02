-- Reads lines of a ledger.
-- Result: the number of its last line, then the lines.

local key = KEYS[1] -- hash: number to line
local from = tonumber(ARGV[1]) -- integer: the number of the first line
local most = tonumber(ARGV[2]) -- integer: how many at most

local last = redis.call('HLEN', key)
local answer = { tostring(last) }
for n = from, math.min(last, from + most - 1) do
  answer[#answer + 1] = redis.call('HGET', key, string.format('%.0f', n))
end
return answer
