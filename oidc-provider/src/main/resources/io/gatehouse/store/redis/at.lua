-- Looks for the place at this position.
-- Result: place id, record, opening; nothing when there is none.

local position = ARGV[2] -- integer

open_line()
local id = redis.call('HGET', POSITIONS, position)
local record = id and redis.call('HGET', PLACES, id)
if id and not record then
  damaged('a position')
end
save()
return id and { id, record, line.opening } or {}
