-- Asks to be the one who makes the line whole. The answer is remembered with the server's history, so that
-- one who was told to go, and is late, is not listened to any more after the next loss. Result: 'whole' if
-- there is nothing to do, 'wait' if somebody else is at it, 'go'.

local nonce = ARGV[2] -- text: the caller's, never used before

if is_whole() then
  return { 'whole' }
end
local history_now = history()
local fields = redis.call('HGETALL', LINE)
for i = 1, #fields, 2 do
  local since = string.match(fields[i + 1], '^' .. history_now .. ' (%d+)$')
  if string.sub(fields[i], 1, 6) == 'begun ' and since and tonumber(since) > clock() - WAIT then
    return { 'wait' }
  end
end
redis.call('HSET', LINE, 'begun ' .. nonce, history_now .. ' ' .. decimal(clock()))
expires(LINE)
return { 'go' }
