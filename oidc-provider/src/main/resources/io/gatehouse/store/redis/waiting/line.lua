-- Who waits in one opening of a room, when everything else is in DynamoDB; see RedisWaitingLine for the
-- proof. Stands before every operation on such a line.
--
-- KEYS and ARGV that all operations share; an operation's own arguments follow.

local LINE = KEYS[1] -- hash: counters and blocks; see RedisWaitingLine for every field
local ORDER = KEYS[2] -- sorted set: place id, 16 bytes, by position, of those who have not been passed by the call
local GONE = KEYS[3] -- sorted set: place id by position, of those who were passed a short while ago
local TAKEN = KEYS[4] -- hash: position / 4 -> four slots of 22 bytes: place id, 16 bytes, and joinedAt, 6
local LEFT = KEYS[5] -- sorted set: place id by position, of those in ORDER who have left
local now = tonumber(ARGV[1]) -- integer: milliseconds since 1970, the caller's

local LIFETIME = 2678400000 -- milliseconds for which keys are kept after the room was last looked at: 31 days
local WAIT = 3000 -- milliseconds for which one node alone may fetch a block of positions
local MANY = 4 -- slots in a field of TAKEN: alone, each would take twice the memory
local SLOT = 22 -- bytes
local NOBODY = string.rep('\0', SLOT)

-- Decimal, since Lua's own text of a large number is 1e+15.
local function decimal(number)
  return string.format('%.0f', number)
end

local function number(field)
  return tonumber(redis.call('HGET', LINE, field)) or 0
end

-- Milliseconds of this server's own clock, for what callers' clocks must not decide.
local function clock()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

-- To be said of every key that an operation may have made; how long others live on, extent.lua tells.
local function expires(key)
  redis.call('PEXPIRE', key, LIFETIME, 'NX')
end

-- Whether the caller has to fetch a block, where fewer than so many positions are left: 1 for one caller
-- only, for a while, and else 0.
local function fetches(left, low)
  if left >= low or number('fetching') > clock() then
    return '0'
  end
  redis.call('HSET', LINE, 'fetching', decimal(clock() + WAIT))
  return '1'
end

-- Names one unbroken history of data: it changes when a server starts, and when a replica becomes a master.
-- (Not by the server's own replication id: that also changes when the first replica comes and an hour after
-- the last has gone.)
local function history()
  local info = redis.call('INFO', 'server', 'replication')
  return string.match(info, 'run_id:(%x+)') .. string.match(info, 'master_replid2:(%x+)')
end

-- Whether all positions of the current block that were ever handed out are known here. If not, somebody may
-- hold one that this server has never heard of, or has lost.
local function is_whole()
  return redis.call('HGET', LINE, 'history') == history()
end

-- The field of TAKEN in which a position has its slot, the slots there, and which bytes stand before its own.
local function slots(position)
  local field = decimal(math.floor(position / MANY))
  return field, redis.call('HGET', TAKEN, field) or string.rep(NOBODY, MANY), position % MANY * SLOT
end

local function slot(position)
  local _, all, before = slots(position)
  return string.sub(all, before + 1, before + SLOT)
end

local function fill(position, slot)
  local field, all, before = slots(position)
  redis.call('HSET', TAKEN, field, string.sub(all, 1, before) .. slot .. string.sub(all, before + SLOT + 1))
end

-- Who took a position; nothing if that is not known here.
local function taken(position)
  local who = slot(position)
  return who ~= NOBODY and string.sub(who, 1, 16)
end

-- joinedAt of a position; now, should Redis have thrown that away (it must not).
local function joined_at(position)
  local who = slot(position)
  return who ~= NOBODY and decimal(struct.unpack('>I6', who, 17)) or decimal(now)
end

-- Notes who took a position, and when.
local function take(position, id, joined)
  fill(position, id .. struct.pack('>I6', joined))
end

-- The position that this id took last, in this line's memory.
local function position_of(id)
  return tonumber(redis.call('ZSCORE', ORDER, id) or redis.call('ZSCORE', GONE, id) or nil)
end
