-- The next in call order.
-- Result: opening, then place id and record of each.

local after = ARGV[2] -- integer: those behind this call order; below 0: those who return, and then those who wait
local most = tonumber(ARGV[3]) -- integer: so many at most

open_line()
save()
local ids = redis.call('ZRANGEBYSCORE', RETURNING, '(' .. after, '+inf', 'LIMIT', 0, most)
local positions = waiting_after(math.max(number('serving'), tonumber(after)), most - #ids)
for i = 1, #positions do
  positions[i] = decimal(positions[i])
end
if #positions > 0 then
  for i, id in ipairs(redis.call('HMGET', POSITIONS, unpack(positions))) do
    if not id then
      damaged('a waiting place')
    end
    ids[#ids + 1] = id
  end
end
local found = { line.opening }
if #ids > 0 then
  for i, record in ipairs(redis.call('HMGET', PLACES, unpack(ids))) do
    if not record then
      damaged('a callable place')
    end
    found[#found + 1] = ids[i]
    found[#found + 1] = record
  end
end
return found
