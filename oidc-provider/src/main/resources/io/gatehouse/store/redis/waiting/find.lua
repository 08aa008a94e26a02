-- The position that this id took last.
-- Result: position, joinedAt; nothing if it is not known here.

local id = ARGV[2] -- 16 bytes: place id

local position = position_of(id)
if not position then
  return {}
end
return { decimal(position), joined_at(position) }
