-- Takes the next position, or finds the place that this id already has.
-- Result: record, opening, 1 if it waits and nobody is before it in the call order or else 0.

local id = ARGV[2] -- 16 bytes: place id
local newcomer = ARGV[3] -- the record of a place that has just been taken, but for its position, which stands before it

open_line()
local record = redis.call('HGET', PLACES, id)
if not record then
  local position = number('issued') + 1
  set('issued', position)
  record = decimal(position) .. newcomer
  enter(id, position, record, 'waiting', position)
end
local first = number('returning') == 0
    and decimal(redis.call('BITPOS', WAITING, 1, math.floor((number('serving') + 1) / 8))) == string.match(record, '^%d+')
save()
return { record, line.opening, first and '1' or '0' }
