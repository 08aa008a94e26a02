-- Puts a place back that was acknowledged and that Redis has lost since.
-- Result: record, opening of the place as it stands then; nothing when there is none: it has not been lost, or its
-- position is someone else's now. Of a place in another lane the opening alone counts; its position is said to be 0.

local id = ARGV[2] -- 16 bytes: place id
local opening = tonumber(ARGV[3]) -- integer: the opening it belongs to
local position = tonumber(ARGV[4]) -- integer
local may_be_forgotten = ARGV[5] == '1' -- whether it may have ended, and been forgotten in order
local waiting = ARGV[6] -- record: as it was taken
local overtaken = ARGV[7] -- record: when the call has gone past it
local order = tonumber(ARGV[8]) -- integer: in which it is called then

open_line()
-- The room began again at its first opening, because the counters were lost too, or has lost the start of this one. The
-- number must not come again: whoever has joined since has joined this opening.
if opening > number('opening') then
  set('opening', decimal(opening))
  add('version', 1)
end
local record = redis.call('HGET', PLACES, id)
-- A place above `issued` was handed out by a server whose last writes are lost.
local is_lost = not record
    and opening == number('opening')
    and (position > number('issued') or not may_be_forgotten)
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
