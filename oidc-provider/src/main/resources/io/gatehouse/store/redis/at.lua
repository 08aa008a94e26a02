-- Looks for the places at these positions, 500 at most.
-- Result: opening, then place id and record of each that there is, in the order of the question.

-- From ARGV[2] on: positions, integers

open_line()
save()
local ids = {}
for _, id in ipairs(redis.call('HMGET', POSITIONS, unpack(ARGV, 2))) do
  if id then
    ids[#ids + 1] = id
  end
end
local found = { line.opening }
if #ids > 0 then
  for i, record in ipairs(redis.call('HMGET', PLACES, unpack(ids))) do
    if not record then
      damaged('a position')
    end
    found[#found + 1] = ids[i]
    found[#found + 1] = record
  end
end
return found
