-- Looks for the place at this position.
-- Result: place id, record, opening; nothing when there is none.

local position = ARGV[2] -- integer

looks = true
open_line()
pass()
local id = redis.call('HGET', POSITIONS, position)
local place = id and find(id)
save()
return place and { id, record(place), line.opening } or {}
