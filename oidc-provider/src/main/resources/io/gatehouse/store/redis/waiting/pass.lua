-- Whether nobody is, or will come, at these positions.
-- Result: 1 if the call may go past them, 0 if it may not yet; or 'lost' if positions may have been lost.

local from = tonumber(ARGV[2]) -- integer: the first of them
local to = tonumber(ARGV[3]) -- integer: the last of them
local recovery = tonumber(ARGV[4]) -- integer: milliseconds for which those whose place was lost are waited for

if not is_whole() then
  return { 'lost' }
end
local is_awaited = from <= number('lost') and now < number('lost-at') + recovery
local is_taken = redis.call('ZCOUNT', ORDER, from, to) > 0
local is_to_come = to > number('issued')
return { (is_awaited or is_taken or is_to_come) and '0' or '1' }
