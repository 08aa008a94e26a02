-- One consistent look at the room, and at what is due.
-- Result: version, opening, issued, serving, waiting, returning, turns, admitted, noShows, letIn, pacedUntil, changed; the
-- last two are opaque text, empty when never set; then place id and record of each place whose time has come.

local most = ARGV[2] -- integer: so many of these at most

open_line()
save()
renew()
local seen = {}
for i, field in ipairs({
  'version', 'opening', 'issued', 'serving', 'waiting', 'returning', 'turns', 'admitted', 'noShows', 'letIn'
}) do
  seen[i] = decimal(number(field))
end
seen[11] = line.paced or ''
seen[12] = line.changed or ''
local due = redis.call('ZRANGEBYSCORE', DEADLINES, '-inf', decimal(now), 'LIMIT', 0, most)
if #due > 0 then
  for i, record in ipairs(redis.call('HMGET', PLACES, unpack(due))) do
    if not record then
      damaged('a deadline')
    end
    seen[#seen + 1] = due[i]
    seen[#seen + 1] = record
  end
end
return seen
