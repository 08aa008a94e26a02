-- Files places that have been given positions in lanes beside the default one, and moves the lanes' counters
-- on. Result: 1, or 0 when the room is no longer as it was seen, or an id or a position is in use, and
-- nothing was done.

local version = tonumber(ARGV[2]) -- integer: the version that was seen
local opening = tonumber(ARGV[3]) -- integer: the opening that was seen
-- From ARGV[4] on: the counters' fields to be set; then, four for each place: place id, 16 bytes; position,
-- integer; record; in which order it is called, integer

open_line()
if version ~= number('version') or opening ~= number('opening') then
  return { '0' }
end
local changed = changes()
for i = set_all(4), #ARGV, 4 do
  local id, position = ARGV[i], ARGV[i + 1]
  if redis.call('HEXISTS', PLACES, id) == 1 or redis.call('HEXISTS', POSITIONS, position) == 1 then
    return { '0' }
  end
  enter(changed, id, position, ARGV[i + 2], 'returning', tonumber(ARGV[i + 3]))
end
write(changed)
save()
return { '1' }
