-- Starts a new opening with an empty line, unless the current one is not the expected one.
-- Result: the number of the current opening.

local expected = tonumber(ARGV[2]) -- integer
local opening = tonumber(ARGV[3]) -- integer: the new one's number, greater than that

read_line()
-- Whatever else has been lost: a new opening needs nothing of it but its number, and is what cures the line.
-- Without the counters that number is not known, and cookies may name a later one.
if not exists and not is_whole() then
  damaged('the line')
end
if number('opening') == expected then
  reopen(opening)
end
save()
return { decimal(number('opening')) }
