-- Takes the next positions, or finds the places that these ids already have.
-- Result: opening; then for each id its record, and 1 if it waits and nobody is before it in the call order or else 0.

-- From ARGV[2] on, two for each: place id, 16 bytes; and the record of a place that has just been taken, but for its
-- position, which stands before it

open_line()
local ids = {}
for i = 2, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local kept = redis.call('HMGET', PLACES, unpack(ids))
local places, positions, bits = {}, {}, {}
local taken = {} -- id -> record, firstness: the same id may come twice
local answer = { line.opening }

local function enter(id, newcomer)
  local position = number('issued') + 1
  set('issued', position)
  add('waiting', 1)
  position = decimal(position)
  local record = position .. newcomer
  local many = #places
  places[many + 1], places[many + 2] = id, record
  positions[many + 1], positions[many + 2] = position, id
  many = #bits
  bits[many + 1], bits[many + 2], bits[many + 3], bits[many + 4] = 'SET', 'u1', position, '1'
  return record
end

for i, id in ipairs(ids) do
  if not taken[id] then
    local is_alone = number('returning') == 0
    local record = kept[i]
    local first
    if record then
      first = is_alone and tonumber(string.match(record, '^%d+'))
          == redis.call('BITPOS', WAITING, 1, math.floor((number('serving') + 1) / 8))
    else
      first = is_alone and number('waiting') == 0
      record = enter(id, ARGV[2 * i + 1])
    end
    taken[id] = { record, first and '1' or '0' }
  end
  answer[#answer + 1] = taken[id][1]
  answer[#answer + 1] = taken[id][2]
end
write_all('HSET', PLACES, places)
write_all('HSET', POSITIONS, positions)
write_all('BITFIELD', WAITING, bits)
save()
return answer
