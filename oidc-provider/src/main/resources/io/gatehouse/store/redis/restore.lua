-- Puts a place back that was acknowledged and that Redis has lost since.
-- Result: record, opening; nothing when it has not been lost, or its position is someone else's now.

local id = ARGV[2] -- 16 bytes: place id
local opening = tonumber(ARGV[3]) -- integer: the opening it belongs to
local position = tonumber(ARGV[4]) -- integer
local joined = tonumber(ARGV[5]) -- integer: milliseconds since 1970

-- A place above `issued` was handed out by a server whose last writes are lost. One below it may also have ended and
-- been forgotten, but not before a day has passed.
local function is_lost()
  return opening == number('opening')
      and (position > number('issued') or now - joined < MEMORY)
      and redis.call('HEXISTS', POSITIONS, decimal(position)) == 0
end

open_line()
-- The room began again at its first opening, because the counters were lost too, or has lost the start of this one. The
-- number must not come again: whoever has joined since has joined this opening.
if opening > number('opening') then
  set('opening', opening)
  add('version', 1)
end
pass()
local place = find(id)
if not place and is_lost() then
  set('issued', math.max(number('issued'), position))
  set('passed', math.min(number('passed'), position - 1))
  if position > number('serving') then
    place = take(id, position, decimal(joined), 'W')
  else
    -- Its turn may have come and gone: it is called next, and only once more.
    place = take(id, position, decimal(joined), 'R')
    flag(place, 'r')
  end
  keep(place)
end
save()
return place and { record(place), line.opening } or {}
