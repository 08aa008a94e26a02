-- Gives these ids the positions from one on, in their order; who has it already keeps it. Result: the record
-- of each; or none, and nothing was done: the room is in another opening, an id or a position is another's,
-- or a position before the first was not given out.

local opening = tonumber(ARGV[2]) -- integer: the opening that was seen
local first = tonumber(ARGV[3]) -- integer: the position of the first
-- From ARGV[4] on, two for each place: place id, 16 bytes; and the record of one that has just been taken,
-- but for its position, which stands before it

open_line()
if opening ~= number('opening') then
  return {}
end
local ids, positions = {}, {}
for i = 4, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
  positions[#positions + 1] = decimal(first + #positions)
end
local answer = redis.call('HMGET', PLACES, unpack(ids))
local holders = redis.call('HMGET', POSITIONS, unpack(positions))
local next_one = number('issued') + 1
for i, id in ipairs(ids) do
  local is_new = not answer[i] and not holders[i] and first + i - 1 == next_one
  if is_new then
    next_one = next_one + 1
  elseif holders[i] ~= id then
    return {}
  end
end
for i, id in ipairs(ids) do
  answer[i] = answer[i] or join(id, ARGV[2 * i + 3])
end
write_joined()
save()
return answer
