-- Whether nobody is, or will come, at these positions.
-- Result: 1 if the call may go past them, 0 if it may not yet; or 'lost' if positions may have been lost.

local recovery = tonumber(ARGV[2]) -- integer: milliseconds for which those whose place was lost are waited for
-- From ARGV[3] on, two for each range of them: its first position and its last, integers

if not is_whole() then
  return { 'lost' }
end
local awaited = now < number('lost-at') + recovery and number('lost') or 0
local issued = number('issued')
for i = 3, #ARGV, 2 do
  local from = tonumber(ARGV[i])
  local to = tonumber(ARGV[i + 1])
  local is_taken = redis.call('ZCOUNT', ORDER, from, to) > 0
  local is_to_come = to > issued
  if from <= awaited or is_taken or is_to_come then
    return { '0' }
  end
end
return { '1' }
