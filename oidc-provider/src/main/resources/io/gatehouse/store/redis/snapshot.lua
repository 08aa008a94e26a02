-- One consistent look at the room.
-- Result: version, opening, issued, serving, waiting, returning, turns, admitted, noShows, letIn, pacedUntil, changed;
-- the last two are opaque text, empty when never set.

looks = true
open_line()
pass()
save()
local seen = {}
for i, field in ipairs({
  'version', 'opening', 'issued', 'serving', 'waiting', 'returning', 'turns', 'admitted', 'noShows', 'letIn'
}) do
  seen[i] = decimal(number(field))
end
seen[11] = line.paced or ''
seen[12] = line.changed or ''
return seen
