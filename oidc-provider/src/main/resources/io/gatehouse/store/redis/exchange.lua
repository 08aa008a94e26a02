-- Replaces places, if each is still as it was read.
-- Result: 1, or 0 when one is not, and nothing was replaced.

-- integers: how many slots come free with it, and how
local ended = { noShows = ARGV[2], completed = ARGV[3], abandoned = ARGV[4], expired = ARGV[5] }
-- From ARGV[6] on: the steps; see steps.lua

open_line()
local all = steps(6)
if not all then
  return { '0' }
end
take(all)
for ending, many in pairs(ended) do
  if many ~= '0' then
    add(ending, tonumber(many))
  end
end
save()
return { '1' }
