-- Files places, and takes them out of what they were filed under. Stands between line.lua and the operations
-- that do.

-- Collects what changes of several places, to be written at once.
local function changes()
  return {
    places = {}, forgotten = {}, positions = {}, vacant = {}, ends = {}, endless = {},
    returning = {}, no_longer = {}, bits = {}
  }
end

local function bit(changed, order, value)
  for _, word in ipairs({ 'SET', 'u1', decimal(order), value }) do
    changed.bits[#changed.bits + 1] = word
  end
end

-- Takes a place out of everything that it is filed under and that does not name its id alone.
local function unfile(changed, id, count, order)
  add(count, -1)
  if order and order > 0 then
    bit(changed, order, '0')
  elseif order then
    table.insert(changed.no_longer, id)
  end
end

local function file(changed, id, record, count, order, ends)
  add(count, 1)
  table.insert(changed.places, id)
  table.insert(changed.places, record)
  if order and order > 0 then
    bit(changed, order, '1')
  elseif order then
    table.insert(changed.returning, decimal(order))
    table.insert(changed.returning, id)
  end
  if ends then
    table.insert(changed.ends, decimal(ends))
    table.insert(changed.ends, id)
  end
end

local function write(changed)
  write_all('HSET', PLACES, changed.places)
  write_all('HDEL', PLACES, changed.forgotten)
  write_all('HSET', POSITIONS, changed.positions)
  write_all('HDEL', POSITIONS, changed.vacant)
  write_all('ZADD', DEADLINES, changed.ends)
  write_all('ZREM', DEADLINES, changed.endless)
  write_all('ZREM', RETURNING, changed.no_longer)
  write_all('ZADD', RETURNING, changed.returning)
  write_all('BITFIELD', WAITING, changed.bits)
end

-- Files a place that was not there.
local function enter(changed, id, position, record, count, order)
  table.insert(changed.positions, decimal(position))
  table.insert(changed.positions, id)
  file(changed, id, record, count, order, nil)
end
