-- Gives visitors the next positions. Stands between line.lua and the operations that do.

-- Those who have got one, to be written at once.
local joined = { places = {}, positions = {}, bits = {} }

-- Gives an id the next position. Result: its record. To be given: what stands in it behind the position.
local function join(id, newcomer)
  local position = number('issued') + 1
  set('issued', position)
  add('waiting', 1)
  position = decimal(position)
  local record = position .. newcomer
  local many = #joined.places
  joined.places[many + 1], joined.places[many + 2] = id, record
  joined.positions[many + 1], joined.positions[many + 2] = position, id
  many = #joined.bits
  joined.bits[many + 1], joined.bits[many + 2], joined.bits[many + 3], joined.bits[many + 4] =
      'SET', 'u1', position, '1'
  return record
end

local function write_joined()
  write_all('HSET', PLACES, joined.places)
  write_all('HSET', POSITIONS, joined.positions)
  write_all('BITFIELD', WAITING, joined.bits)
end
