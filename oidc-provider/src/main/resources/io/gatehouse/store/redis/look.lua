-- One consistent look at the room, and at what is due. Result: the texts of all that is SEEN, and the draw,
-- empty when never set; then place id and record of each place whose time has come.

local most = ARGV[2] -- integer: so many of these at most

local RENEWAL = 3600000 -- the lifetime of the keys is renewed once an hour

-- First words of a server that can be read and not be written: a replica, a full one, one without its file or
-- replicas.
local REFUSALS = { READONLY = true, OOM = true, MISCONF = true, NOREPLICAS = true }

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

open_line()
save()
renew()
local seen = {}
for i, field in ipairs(SEEN) do
  seen[i] = text(field)
end
seen[#SEEN + 1] = redis.call('HGET', LINE, 'draw') or ''
tell(seen, redis.call('ZRANGEBYSCORE', DEADLINES, '-inf', decimal(now), 'LIMIT', 0, most), 'a deadline')
return seen
