-- Makes the line whole, with a block of positions that nobody has been given yet. What is still known of
-- places stays. Result: 'whole', or 'late' if somebody else has done so, or the data has been lost since the
-- caller began.

local nonce = ARGV[2] -- text: the caller's
local from = tonumber(ARGV[3]) -- integer: positions up to here may have been handed out
local last = tonumber(ARGV[4]) -- integer: the last position of the block

local begun = redis.call('HGET', LINE, 'begun ' .. nonce)
if not begun or string.match(begun, '^%x+') ~= history() or is_whole() then
  return { 'late' }
end
redis.call('UNLINK', LINE, KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]) -- also all keys of the opening before
redis.call('HSET', LINE, 'history', history(), 'issued', decimal(from), 'end', decimal(last))
expires(LINE)
if from > 0 then
  redis.call('HSET', LINE, 'lost', decimal(from), 'lost-at', decimal(now))
end
return { 'whole' }
