-- Puts a place back that was acknowledged and that Redis has lost since. Result: record, opening of the place
-- as it stands then; nothing when there is none: it has not been lost, or its position is someone else's now.
-- When it is lost, and as what it comes back, io.gatehouse.room.PlaceProof and Place say; here the counters
-- are compared in the act that files it.

local id = ARGV[2] -- 16 bytes: place id
local opening = tonumber(ARGV[3]) -- integer: the opening it belongs to
local position = tonumber(ARGV[4]) -- integer
local lost_up_to = tonumber(ARGV[5]) -- integer: it is lost while no more positions than so many have been handed out
local waiting = ARGV[6] -- record: as it was taken
local overtaken = ARGV[7] -- record: when the call has gone past it
local order = tonumber(ARGV[8]) -- integer: in which it is called then

open_line()
-- The room began again at its first opening, because the counters were lost too, or has lost the start of
-- this one. The number must not come again: whoever has joined since has joined this opening.
if opening > number('opening') then
  set('opening', decimal(opening))
  add('version', 1)
end
local record = redis.call('HGET', PLACES, id)
local is_lost = not record
    and opening == number('opening')
    and number('issued') <= lost_up_to
    and redis.call('HEXISTS', POSITIONS, decimal(position)) == 0
if is_lost then
  local changed = changes()
  set('issued', math.max(number('issued'), position))
  if position > number('serving') then
    record = waiting
    enter(changed, id, position, record, 'waiting', position)
  else
    record = overtaken
    enter(changed, id, position, record, 'returning', order)
  end
  write(changed)
end
save()
return record and { record, line.opening } or {}
