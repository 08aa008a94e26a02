-- The places and counters of one room: filed, counted, compared and replaced. No rule of the line stands
-- here, they are in io.gatehouse.room.Line; what a place is filed under comes with it. Stands before every
-- operation on a room. What only some of them need is in parts of its own: a script makes all of its
-- functions anew each time it runs.
--
-- Before this RoomRecords puts SEEN, the fields of the counters but for the draw, of up to 57 KB, which
-- look.lua alone reads; and opened(), the fields that an opening resets, and their texts.
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
local BATCH = 500 -- so many elements are given to one command

local line = {} -- field -> text as it was read, or text or number to be written
local dirty = {} -- names of fields to be written
local sizes = {} -- key -> number of its elements when the operation began
local born = {} -- keys that did not exist
local exists = false -- whether anything was ever kept of this room

-- Decimal, since Lua's own text of a large number is 1e+15.
local function decimal(number)
  return string.format('%d', number)
end

local function number(field)
  return tonumber(line[field]) or 0
end

local function text(field)
  local value = line[field] or ''
  return type(value) == 'number' and decimal(value) or value
end

local function set(field, value)
  line[field] = value
  dirty[field] = true
end

-- Sets the fields that stand in ARGV from here on: how many, and the name and text of each. Result: what
-- stands behind.
local function set_all(first)
  local behind = first + 1 + 2 * tonumber(ARGV[first])
  for i = first + 1, behind - 1, 2 do
    set(ARGV[i], ARGV[i + 1])
  end
  return behind
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
  set('opening', decimal(opening))
  for field, text in pairs(opened()) do
    set(field, text)
  end
  sizes = { [PLACES] = 0, [POSITIONS] = 0, [DEADLINES] = 0, [RETURNING] = 0, [WAITING] = 0 }
end

-- The counters know how many elements each of the other keys has. When that is not so, a key has been lost
-- without the others (evicted, deleted by hand), and how many are inside is not known: then nobody is
-- answered. The bits are not counted, for that would take as long as there are positions; a bitmap is there,
-- or it is not.
local function is_whole()
  local waits = number('waiting')
  local returns = number('returning') + number('ready')
  local ends = number('turns') + number('admitted') + number('over')
  return sizes[PLACES] == waits + returns + ends
      and sizes[POSITIONS] == sizes[PLACES]
      and sizes[DEADLINES] == ends
      and sizes[RETURNING] == returns
      and (waits == 0 or sizes[WAITING] > 0)
      and (exists or redis.call('BITPOS', WAITING, 1) < 0)
end

-- Adds these places to an answer: of each its id and its record.
local function tell(answer, ids, what)
  if #ids == 0 then
    return
  end
  for i, record in ipairs(redis.call('HMGET', PLACES, unpack(ids))) do
    if not record then
      damaged(what)
    end
    answer[#answer + 1] = ids[i]
    answer[#answer + 1] = record
  end
end

local function read_line()
  local fields = redis.call('HMGET', LINE, 'ticked', unpack(SEEN))
  line.ticked = fields[1] or nil
  for i, field in ipairs(SEEN) do
    line[field] = fields[i + 1] or nil
  end
  sizes[PLACES] = redis.call('HLEN', PLACES)
  sizes[POSITIONS] = redis.call('HLEN', POSITIONS)
  sizes[DEADLINES] = redis.call('ZCARD', DEADLINES)
  sizes[RETURNING] = redis.call('ZCARD', RETURNING)
  sizes[WAITING] = redis.call('STRLEN', WAITING)
  exists = next(line) ~= nil
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

-- One command for many elements, a part at a time.
local function write_all(command, key, elements)
  if #elements > 0 and sizes[key] == 0 then
    born[key] = true
  end
  for i = 1, #elements, BATCH do
    redis.call(command, key, unpack(elements, i, math.min(i + BATCH - 1, #elements)))
  end
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
    if not exists then
      set('opening', line.opening)
    end
    local fields = {}
    for field in pairs(dirty) do
      fields[#fields + 1] = field
      fields[#fields + 1] = text(field)
    end
    redis.call('HSET', LINE, unpack(fields))
  end
end
