-- Replaces places, if each is still as it was read.
-- Result: 1, or 0 when one is not, and nothing was replaced.

local no_shows = tonumber(ARGV[2]) -- integer: how many turns have gone by unclaimed with it
-- From ARGV[3] on: the steps; see steps.lua

open_line()
local all = steps(3)
if not all then
  return { '0' }
end
take(all)
if no_shows > 0 then
  add('noShows', no_shows)
end
save()
return { '1' }
