-- Replaces places, if each is still as it was read.
-- Result: 1, or 0 when one is not, and nothing was replaced.

local endings = tonumber(ARGV[2]) -- integer: how many fields of the counters rise
-- From ARGV[3] on, two for each of these: its name, and by how much, integer; then the steps, see steps.lua

open_line()
local all = steps(3 + 2 * endings)
if not all then
  return { '0' }
end
take(all)
for i = 3, 1 + 2 * endings, 2 do
  add(ARGV[i], tonumber(ARGV[i + 1]))
end
save()
return { '1' }
