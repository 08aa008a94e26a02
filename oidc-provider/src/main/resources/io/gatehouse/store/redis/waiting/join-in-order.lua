-- Gives these ids the positions that they want, in order, each the next one; who has it already keeps it.
-- Result: 'ok', 1 if the caller has to fetch a block or else 0, and for each place id, position, joinedAt; or
-- 'no', and nothing is changed, if one of the ids or positions is another's, or a position before them was
-- not given out; or 'empty' if there are not enough positions to hand out, and 1 if the caller has to fetch a
-- block or else 0: then the first ones have theirs, and the rest comes when it is called again; or 'lost' if
-- positions may have been lost.

local low = tonumber(ARGV[2]) -- integer: with fewer positions left, a block is fetched
-- From ARGV[3] on, two for each: place id, 16 bytes; position, integer

if not is_whole() then
  return { 'lost' }
end
local issued = number('issued')
local wanted = issued
for i = 3, #ARGV, 2 do
  local position = tonumber(ARGV[i + 1])
  local other = taken(position)
  if not other and position == wanted + 1 and not position_of(ARGV[i]) then
    wanted = position
  elseif other ~= ARGV[i] then
    return { 'no' }
  end
end
local last = number('end')
local following = number('next-end')
local answer = { 'ok', '0' }
for i = 3, #ARGV, 2 do
  local id = ARGV[i]
  local position = tonumber(ARGV[i + 1])
  if position > issued then
    if issued >= last and following > 0 and number('next') == last then
      last = following
      following = 0
      redis.call('HSET', LINE, 'end', decimal(last))
      redis.call('HDEL', LINE, 'next', 'next-end')
    elseif issued >= last and following > 0 then
      return { 'no' } -- Others have taken the positions in between: they stay unused.
    end
    if issued >= last then
      return { 'empty', fetches(0, low) }
    end
    issued = position
    redis.call('HSET', LINE, 'issued', decimal(issued))
    redis.call('ZADD', ORDER, issued, id)
    take(issued, id, now)
    expires(ORDER)
    expires(TAKEN)
  end
  answer[#answer + 1] = id
  answer[#answer + 1] = decimal(position)
  answer[#answer + 1] = joined_at(position)
end
answer[2] = following > 0 and '0' or fetches(last - issued, low)
return answer
