-- Puts a place back at the position that its visitor's cookie certifies, if nobody else is there. Result:
-- 'ok', position, joinedAt of the place as it is kept now, put back or there before; 'no' if it is not there
-- and has not been lost; or 'lost' if the line has to be made whole first.

local id = ARGV[2] -- 16 bytes: place id
local position = tonumber(ARGV[3]) -- integer
local joined = tonumber(ARGV[4]) -- integer: milliseconds

local function is_within(from, last)
  return position > from and position <= last
end

if not is_whole() then
  return { 'lost' }
end
local known = position_of(id)
if known and known <= position then
  return { 'ok', decimal(known), joined_at(known) }
end
local other = taken(position)
if other and other ~= id then
  return { 'no' }
end
local issued = number('issued')
-- What has not been handed out yet cannot have been lost.
if is_within(issued, number('end')) or is_within(number('next'), number('next-end')) then
  return { 'no' }
end
if position > issued then -- Handed out by a server that was master for too long: what we have left lies before it.
  redis.call('HSET', LINE, 'issued', decimal(position), 'end', decimal(position))
  redis.call('HDEL', LINE, 'next', 'next-end')
end
if known then -- Taken anew after the loss.
  fill(known, NOBODY)
end
redis.call('ZREM', GONE, id)
redis.call('ZREM', LEFT, id)
redis.call('ZADD', ORDER, position, id)
take(position, id, joined)
expires(ORDER)
expires(TAKEN)
return { 'ok', decimal(position), decimal(joined) }
