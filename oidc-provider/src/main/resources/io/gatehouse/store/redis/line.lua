-- The places and counters of one room: filed, counted, compared and replaced. No rule of the line stands here, they are
-- in io.gatehouse.room.Line; what a place is filed under comes with it. Stands before every operation on a room.
--
-- KEYS and ARGV that all operations share; an operation's own arguments follow.

local LINE = KEYS[1] -- hash: the counters; see RedisRoomStore for every field
local PLACES = KEYS[2] -- hash: place id, 16 bytes -> record
local POSITIONS = KEYS[3] -- hash: position -> place id
local DEADLINES = KEYS[4] -- sorted set: place id by the moment when its stage ends by itself, unless it can be called
local RETURNING = KEYS[5] -- sorted set: place id by its order, of those whose order lies below 0
local WAITING = KEYS[6] -- bitmap: one bit for each whose order is 1 or more: its position
local now = tonumber(ARGV[1]) -- integer: milliseconds since 1970; 0 where time does not matter

local LIFETIME = 2678400000 -- keys of places are kept for 31 days after the room was last looked at
local FORGOTTEN = 2592000000 -- after 30 days in which nobody looked, nothing in them counts: cookies end then
local RENEWAL = 3600000 -- their lifetime is renewed once an hour
local CHUNK = 128 -- so many bytes of the bitmap are read at once
local BATCH = 500 -- so many elements are given to one command

local line = {} -- field -> text, as it was read or is to be written
local dirty = {} -- names of fields to be written
local sizes = {} -- key -> number of its elements when the operation began
local born = {} -- keys that did not exist
local exists = false -- whether anything was ever kept of this room

-- First words of a server that can be read and not be written: a replica, a full one, one without its file or replicas.
local REFUSALS = { READONLY = true, OOM = true, MISCONF = true, NOREPLICAS = true }

-- Decimal, since Lua's own text of a large number is 1e+15.
local function decimal(number)
  return string.format('%.0f', number)
end

local function number(field)
  return tonumber(line[field]) or 0
end

local function set(field, value)
  line[field] = type(value) == 'number' and decimal(value) or value
  dirty[field] = true
end

local function add(field, amount)
  set(field, number(field) + amount)
end

-- Names the opening, if that is known: a new one after it is the cure.
local function damaged(what)
  error({ err = 'DAMAGED ' .. what .. ' of ' .. LINE .. (exists and ', opening ' .. line.opening or '') })
end

-- Starts this opening, with nobody in it.
local function reopen(opening)
  redis.call('UNLINK', PLACES, POSITIONS, DEADLINES, RETURNING, WAITING)
  set('version', number('version') + 1)
  set('opening', opening)
  for _, field in ipairs({
    'issued', 'serving', 'noShows', 'letIn', 'waiting', 'returning', 'turns', 'admitted', 'over'
  }) do
    set(field, 0)
  end
  sizes = { [PLACES] = 0, [POSITIONS] = 0, [DEADLINES] = 0, [RETURNING] = 0, [WAITING] = 0 }
end

-- The counters know how many elements each of the other keys has. When that is not so, a key has been lost without the
-- others (evicted, deleted by hand), and how many are inside is not known: then nobody is answered. The bits are not
-- counted, for that would take as long as there are positions; a bitmap is there, or it is not.
local function is_whole()
  local waits = number('waiting')
  local returns = number('returning')
  local ends = number('turns') + number('admitted') + number('over')
  return sizes[PLACES] == waits + returns + ends
      and sizes[POSITIONS] == sizes[PLACES]
      and sizes[DEADLINES] == ends
      and sizes[RETURNING] == returns
      and (waits == 0 or sizes[WAITING] > 0)
      and (exists or redis.call('BITPOS', WAITING, 1) < 0)
end

local function read_line()
  local fields = redis.call('HGETALL', LINE)
  for i = 1, #fields, 2 do
    line[fields[i]] = fields[i + 1]
  end
  sizes[PLACES] = redis.call('HLEN', PLACES)
  sizes[POSITIONS] = redis.call('HLEN', POSITIONS)
  sizes[DEADLINES] = redis.call('ZCARD', DEADLINES)
  sizes[RETURNING] = redis.call('ZCARD', RETURNING)
  sizes[WAITING] = redis.call('STRLEN', WAITING)
  exists = #fields > 0
  line.opening = line.opening or '1'
end

local function open_line()
  read_line()
  if not is_whole() then
    if line.ticked and now - number('ticked') >= FORGOTTEN then
      reopen(number('opening') + 1)
    else
      damaged('the line')
    end
  end
end

local function touch(key)
  if sizes[key] == 0 then
    born[key] = true
  end
end

-- One command for many elements, a part at a time.
local function write_all(command, key, elements)
  if #elements > 0 then
    touch(key)
  end
  for i = 1, #elements, BATCH do
    redis.call(command, key, unpack(elements, i, math.min(i + BATCH - 1, #elements)))
  end
end

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
  else
    table.insert(changed.endless, id)
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

-- The steps that stand in ARGV from here on, nine arguments each; nothing if a place is not as it was read.
local function steps(first)
  local read = {}
  local ids = {}
  for i = first, #ARGV, 9 do
    read[#read + 1] = {
      id = ARGV[i], -- 16 bytes: place id
      before = ARGV[i + 1], -- record, as it was read
      after = ARGV[i + 2], -- record; empty: forgotten
      position = ARGV[i + 3], -- integer
      count_before = ARGV[i + 4], -- name of the counter of its stage
      count_after = ARGV[i + 5], -- name of the counter of its stage; empty: forgotten
      order_before = tonumber(ARGV[i + 6]), -- integer: in which order it is called; empty: it is not
      order_after = tonumber(ARGV[i + 7]), -- integer; empty: it is not called
      ends = tonumber(ARGV[i + 8]) -- integer: milliseconds when it is due; empty: never
    }
    ids[#ids + 1] = ARGV[i]
  end
  for i = 1, #ids, BATCH do
    local last = math.min(i + BATCH - 1, #ids)
    for j, kept in ipairs(redis.call('HMGET', PLACES, unpack(ids, i, last))) do
      if kept ~= read[i + j - 1].before then
        return nil
      end
    end
  end
  return read
end

local function take(all)
  local changed = changes()
  for _, step in ipairs(all) do
    unfile(changed, step.id, step.count_before, step.order_before)
    if step.after == '' then
      table.insert(changed.forgotten, step.id)
      table.insert(changed.vacant, step.position)
      table.insert(changed.endless, step.id)
    else
      file(changed, step.id, step.after, step.count_after, step.order_after, step.ends)
    end
  end
  write(changed)
end

-- Files a place that was not there.
local function enter(id, position, record, count, order)
  local changed = changes()
  table.insert(changed.positions, decimal(position))
  table.insert(changed.positions, id)
  file(changed, id, record, count, order, nil)
  changed.endless = {}
  write(changed)
end

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

-- How many positions after this one, up to that one, have their bits set; of none up to this one.
local function waiting_up_to(position, last)
  if last <= position then
    return 0
  end
  local byte = math.floor(last / 8)
  local many = redis.call('BITCOUNT', WAITING, math.floor((position + 1) / 8), byte)
  local rest = string.byte(redis.call('GETRANGE', WAITING, byte, byte), 1) or 0
  rest = rest % 2 ^ (7 - last % 8)
  while rest >= 1 do
    many = many - rest % 2
    rest = math.floor(rest / 2)
  end
  return many
end

-- Writes what has changed of the counters, and gives keys that are new their lifetime.
local function save()
  for key in pairs(born) do
    redis.call('PEXPIRE', key, LIFETIME)
  end
  if next(dirty) then
    if not line.ticked and now > 0 then
      set('ticked', now)
    end
    set('opening', line.opening)
    local fields = {}
    for field in pairs(dirty) do
      fields[#fields + 1] = field
      fields[#fields + 1] = line[field]
    end
    redis.call('HSET', LINE, unpack(fields))
  end
end

-- Renews the lifetime of the keys, once an hour; a server that refuses to is looked at all the same.
local function renew()
  if not exists or number('ticked') + RENEWAL > now then
    return
  end
  local answer = redis.pcall('HSET', LINE, 'ticked', decimal(now))
  if type(answer) == 'table' and answer.err then
    if not REFUSALS[string.match(answer.err, '^%u*')] then
      error(answer)
    end
    return
  end
  for _, key in ipairs({ PLACES, POSITIONS, DEADLINES, RETURNING, WAITING }) do
    redis.call('PEXPIRE', key, LIFETIME)
  end
end
