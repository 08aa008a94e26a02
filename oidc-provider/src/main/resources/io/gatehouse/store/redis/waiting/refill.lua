-- Adds a block of positions, to be used after the present one. One that lies before what is being used comes
-- too late, and its positions stay unused. Result: 'ok', 'late', or 'lost' if positions may have been lost.

local from = tonumber(ARGV[2]) -- integer: the position before the block
local last = tonumber(ARGV[3]) -- integer: its last position

if not is_whole() then
  return { 'lost' }
end
redis.call('HDEL', LINE, 'fetching')
if from < number('end') or number('next-end') > 0 then
  return { 'late' }
end
redis.call('HSET', LINE, 'next', decimal(from), 'next-end', decimal(last))
return { 'ok' }
