-- Who took these positions.
-- Result: place id, position, joinedAt of each that is known here, in the order of the question.

-- From ARGV[2] on: positions, integers

local found = {}
for i = 2, #ARGV do
  local position = tonumber(ARGV[i])
  local id = taken(position)
  if id then
    found[#found + 1] = id
    found[#found + 1] = decimal(position)
    found[#found + 1] = joined_at(position)
  end
end
return found
