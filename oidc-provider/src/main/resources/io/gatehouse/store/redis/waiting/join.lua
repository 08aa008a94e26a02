-- Takes the next position, or finds the one that this id took last. Result: 'ok', position, joinedAt, 1 if
-- the caller has to fetch a block or else 0; or 'lost' if positions may have been lost; or 'empty' if there
-- is no position to hand out, and 1 if the caller has to fetch a block or else 0.

local id = ARGV[2] -- 16 bytes: place id
local over = tonumber(ARGV[3]) -- integer: what the id took here or before is over
local low = tonumber(ARGV[4]) -- integer: with fewer positions left, a block is fetched

if not is_whole() then
  return { 'lost' }
end
local known = position_of(id)
if known and known > over then
  return { 'ok', decimal(known), joined_at(known), '0' }
end
local issued = number('issued')
local last = number('end')
local following = number('next-end')
if issued >= last and following > 0 then
  issued = number('next')
  last = following
  following = 0
  redis.call('HSET', LINE, 'end', decimal(last))
  redis.call('HDEL', LINE, 'next', 'next-end')
end
if issued >= last then
  return { 'empty', fetches(0, low) }
end
issued = issued + 1
redis.call('HSET', LINE, 'issued', decimal(issued))
redis.call('ZREM', GONE, id)
redis.call('ZREM', LEFT, id)
redis.call('ZADD', ORDER, issued, id)
take(issued, id, now)
expires(ORDER)
expires(TAKEN)
return { 'ok', decimal(issued), decimal(now), following > 0 and '0' or fetches(last - issued, low) }
