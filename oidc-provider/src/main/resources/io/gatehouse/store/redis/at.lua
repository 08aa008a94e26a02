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
tell(found, ids, 'a position')
return found
