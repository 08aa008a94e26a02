-- Looks for the place with this id.
-- Result: record, opening; nothing when there is no such place.

local id = ARGV[2] -- 16 bytes: place id

looks = true
open_line()
pass()
local place = find(id)
save()
return place and { record(place), line.opening } or {}
