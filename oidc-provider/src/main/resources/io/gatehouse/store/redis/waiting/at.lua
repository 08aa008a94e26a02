-- Who took this position.
-- Result: place id, joinedAt; nothing if that is not known here.

local position = tonumber(ARGV[2]) -- integer

local id = taken(position)
return id and { id, joined_at(position) } or {}
