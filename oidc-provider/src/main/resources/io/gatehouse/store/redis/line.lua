-- The line of one room as a state machine: io.gatehouse.room.Line, in Lua. Stands before every operation on a room.
--
-- KEYS and ARGV that all operations share; an operation's own arguments follow.

local LINE = KEYS[1] -- hash: the counters; see RedisRoomStore for every field
local PLACES = KEYS[2] -- hash: place id, 16 bytes -> record
local POSITIONS = KEYS[3] -- hash: position -> place id
local DEADLINES = KEYS[4] -- sorted set: place id by the moment when its stage ends by itself
local RETURNING = KEYS[5] -- sorted set: place id by position, of those who wait for their second chance
local now = tonumber(ARGV[1]) -- integer: milliseconds since 1970

local MEMORY = 86400000 -- Line.MEMORY: an ended place is remembered for a day
local LIFETIME = 2678400000 -- keys of places are kept for 31 days after the room was last looked at
local FORGOTTEN = 2592000000 -- after 30 days in which nobody looked, nothing in them counts: cookies end then
local RENEWAL = 3600000 -- their lifetime is renewed once an hour
local MOST_DUE = 500 -- so many stages end in one call; what is left ends in the next ones
local MOST_SEEN = 5000 -- so many positions are looked at in one call
local BATCH = 100 -- so many are read at once

-- Stages: W waiting, T turn, L lapsed, R returning, A admitted, C completed, B abandoned, E expired, X left.
local COUNTS = { W = 'waiting', R = 'returning', T = 'turns', A = 'admitted' }

local line = {} -- field -> text, as it was read or is to be written
local dirty = {} -- names of fields to be written
local sizes = {} -- key -> number of its elements when the operation began
local born = {} -- keys that did not exist
local exists = false -- whether anything was ever kept of this room
local looks = false -- set by operations that only look: they are answered by a server that refuses to write, too
local refused = false -- whether it has refused; then the rest of a look writes nothing

-- First words of a server that can be read and not be written: a replica, a full one, one without its file or replicas.
local REFUSALS = { READONLY = true, OOM = true, MISCONF = true, NOREPLICAS = true }

-- Decimal, since Lua's own text of a large number is 1e+15.
local function decimal(number)
  return string.format('%.0f', number)
end

-- Writes a part of what has happened. A server that refuses to refuses the first write of an operation, or none.
local function write(...)
  if refused then
    return
  end
  local answer = redis.pcall(...)
  if type(answer) == 'table' and answer.err then
    refused = looks and REFUSALS[string.match(answer.err, '^%u*')]
    if not refused then
      error(answer)
    end
  end
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

local function count(stage)
  return COUNTS[stage] or 'over'
end

-- A record's fields: position, joinedAt, stage, until, flags, admittedAt, provenAt; empty ones at the end are left out.
-- Flags: e extended, r has returned, a has arrived. What a later version appends is kept as it is.
local function read(id, record)
  local fields = {}
  for field in string.gmatch(record .. ',', '([^,]*),') do
    fields[#fields + 1] = field
  end
  return {
    id = id,
    position = tonumber(fields[1]),
    stage = fields[3],
    ends = tonumber(fields[4] or ''),
    fields = fields
  }
end

local function record(place)
  local fields = place.fields
  fields[3] = place.stage
  fields[4] = place.ends and decimal(place.ends) or ''
  local last = 0
  for i = 1, math.max(7, #fields) do
    fields[i] = fields[i] or ''
    if fields[i] ~= '' then
      last = i
    end
  end
  return table.concat(fields, ',', 1, last)
end

local function has(place, flag)
  return string.find(place.fields[5] or '', flag, 1, true) ~= nil
end

local function flag(place, letter)
  if not has(place, letter) then
    place.fields[5] = (place.fields[5] or '') .. letter
  end
end

-- Names the opening, if that is known: a new one after it is the cure.
local function damaged(what)
  error({ err = 'DAMAGED ' .. what .. ' of ' .. LINE .. (exists and ', opening ' .. line.opening or '') })
end

local function load(id)
  local kept = redis.call('HGET', PLACES, id)
  return kept and read(id, kept)
end

local function touch(key)
  if sizes[key] == 0 then
    born[key] = true
  end
end

-- Writes a place that is new, or whose stage or fields have changed since it was read in stage `before`.
local function keep(place, before)
  if before then
    add(count(before), -1)
  end
  add(count(place.stage), 1)
  touch(PLACES)
  write('HSET', PLACES, place.id, record(place))
  if place.ends then
    touch(DEADLINES)
    write('ZADD', DEADLINES, place.ends, place.id)
  elseif before then
    write('ZREM', DEADLINES, place.id)
  end
  if place.stage == 'R' then
    touch(RETURNING)
    write('ZADD', RETURNING, place.position, place.id)
  elseif before == 'R' then
    write('ZREM', RETURNING, place.id)
  end
end

local function to(place, stage, ends)
  local before = place.stage
  place.stage = stage
  place.ends = ends
  keep(place, before)
  return place
end

local function take(id, position, joined, stage)
  local place = { id = id, position = position, stage = stage, fields = { decimal(position), joined } }
  touch(POSITIONS)
  write('HSET', POSITIONS, decimal(position), id)
  return place
end

local function forget(place)
  add(count(place.stage), -1)
  write('HDEL', PLACES, place.id)
  write('HDEL', POSITIONS, decimal(place.position))
  write('ZREM', DEADLINES, place.id)
end

-- Ends a stage whose time has come, once; nil when the place is gone with it.
local function expire(place)
  if place.stage == 'T' then
    add('noShows', 1)
    return to(place, has(place, 'r') and 'E' or 'L', place.ends + MEMORY)
  end
  if place.stage == 'A' then
    return to(place, has(place, 'a') and 'E' or 'B', place.ends + MEMORY)
  end
  forget(place)
  return nil
end

-- Lets time take effect on one place, or on none; nil when it is gone with it.
local function ripen(place)
  while place and place.ends and place.ends <= now do
    place = expire(place)
  end
  return place
end

-- The place as it is now, even if others whose time came earlier have not been reached yet.
local function find(id)
  return ripen(load(id))
end

-- Lets time take effect, of so much as one call may do. Counts of slots can thereby be too high for a few calls, but
-- never too low: nobody is let in on them.
local function pass()
  local left = MOST_DUE
  while left > 0 do
    local seen = refused and MOST_DUE - left or 0 -- what could not be written is still due there
    local due = redis.call('ZRANGEBYSCORE', DEADLINES, '-inf', decimal(now), 'LIMIT', seen, math.min(BATCH, left))
    if #due == 0 then
      return
    end
    for i, kept in ipairs(redis.call('HMGET', PLACES, unpack(due))) do
      if not kept then
        damaged('a deadline')
      end
      ripen(read(due[i], kept))
    end
    left = left - #due
  end
end

-- Starts this opening, with nobody in it.
local function reopen(opening)
  redis.call('UNLINK', PLACES, POSITIONS, DEADLINES, RETURNING)
  set('version', number('version') + 1)
  set('opening', opening)
  for _, field in ipairs({
    'issued', 'serving', 'noShows', 'letIn', 'passed', 'waiting', 'returning', 'turns', 'admitted', 'over'
  }) do
    set(field, 0)
  end
  sizes = { [PLACES] = 0, [POSITIONS] = 0, [DEADLINES] = 0, [RETURNING] = 0 }
end

-- The counters know how many elements each of the other keys has. When that is not so, a key has been lost without the
-- others (evicted, deleted by hand), and how many are inside is not known: then nobody is answered.
local function is_whole()
  local waits = number('waiting')
  local returns = number('returning')
  local ends = number('turns') + number('admitted') + number('over')
  return sizes[PLACES] == waits + returns + ends
      and sizes[POSITIONS] == sizes[PLACES]
      and sizes[DEADLINES] == ends
      and sizes[RETURNING] == returns
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

-- Writes what has changed of the counters, and renews the lifetime of the other keys.
local function save()
  local is_stale = number('ticked') + RENEWAL <= now
  if is_stale and (exists or next(dirty)) then
    set('ticked', now)
  end
  for _, key in ipairs({ PLACES, POSITIONS, DEADLINES, RETURNING }) do
    if born[key] or dirty.ticked then
      write('PEXPIRE', key, LIFETIME)
    end
  end
  local fields = {}
  for field in pairs(dirty) do
    fields[#fields + 1] = field
    fields[#fields + 1] = line[field]
  end
  if #fields > 0 then
    if not dirty.opening then
      fields[#fields + 1] = 'opening'
      fields[#fields + 1] = line.opening
    end
    write('HSET', LINE, unpack(fields))
  end
end

