-- Looks for the places with these ids. One that is there is told whatever else of the line has been lost;
-- that one is not there only a whole line can say. Result: opening; then for each id its record, empty when
-- there is no such place.

-- From ARGV[2] on: place ids, 16 bytes each

local answer = redis.call('HMGET', PLACES, unpack(ARGV, 2))
line.opening = redis.call('HGET', LINE, 'opening')
local is_told = line.opening
for i, record in ipairs(answer) do
  is_told = is_told and record
  answer[i] = record or ''
end
if not is_told then
  open_line()
end
table.insert(answer, 1, line.opening)
return answer
