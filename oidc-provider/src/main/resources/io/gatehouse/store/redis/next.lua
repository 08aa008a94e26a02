-- The next in call order.
-- Result: opening, then place id and record of each.

local after = ARGV[2] -- integer: those behind this call order; below 0: those who return, and then those who wait
local most = tonumber(ARGV[3]) -- integer: so many at most

local CHUNK = 128 -- so many bytes of the bitmap are read at once

-- The next positions after this one whose bits are set, at most so many.
local function waiting_after(position, most)
  local found = {}
  local first = redis.call('BITPOS', WAITING, 1, math.floor((position + 1) / 8))
  while first >= 0 and #found < most do
    local start = math.floor(first / 8)
    local chunk = redis.call('GETRANGE', WAITING, start, start + CHUNK - 1)
    for i = 1, #chunk do
      local byte = string.byte(chunk, i)
      local place = 0
      while byte > 0 do
        local weight = 2 ^ (7 - place)
        if byte >= weight then
          byte = byte - weight
          local next_one = (start + i - 1) * 8 + place
          if next_one > position and #found < most then
            found[#found + 1] = next_one
          end
        end
        place = place + 1
      end
    end
    first = redis.call('BITPOS', WAITING, 1, start + #chunk)
  end
  return found
end

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
tell(found, ids, 'a callable place')
return found
