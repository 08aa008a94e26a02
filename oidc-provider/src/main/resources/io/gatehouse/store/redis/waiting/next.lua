-- The next ones who took positions, in order.
-- Result: 'ok', and for each of them place id, position, joinedAt; or 'lost' if positions may have been lost.

local after = ARGV[2] -- integer: those behind this position
local up_to = ARGV[3] -- integer: and not behind this one
local most = ARGV[4] -- integer: so many at most

if not is_whole() then
  return { 'lost' }
end
local answer = { 'ok' }
local found = redis.call('ZRANGEBYSCORE', ORDER, '(' .. after, up_to, 'WITHSCORES', 'LIMIT', 0, most)
for i = 1, #found, 2 do
  local position = tonumber(found[i + 1])
  answer[#answer + 1] = found[i]
  answer[#answer + 1] = decimal(position)
  answer[#answer + 1] = joined_at(position)
end
return answer
