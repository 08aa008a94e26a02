-- Looks for the place with this id.
-- Result: record, opening; nothing when there is no such place.

local id = ARGV[2] -- 16 bytes: place id

open_line()
local record = redis.call('HGET', PLACES, id)
save()
return record and { record, line.opening } or {}
