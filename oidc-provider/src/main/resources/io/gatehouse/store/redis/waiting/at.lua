-- Who took this position.
-- Result: place id, joinedAt; nothing if that is not known here.

local position = tonumber(ARGV[2]) -- integer

local id, joined = taken(position)
return id and { id, joined } or {}
