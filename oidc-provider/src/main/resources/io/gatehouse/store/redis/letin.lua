-- Grants turns by hand.
-- Result: 1 and how many are unused now; or 0 and how many are unused, when there would be too many.

local turns = tonumber(ARGV[2]) -- integer: 1 or more
local most = tonumber(ARGV[3]) -- integer: so many may be unused

open_line()
if number('letIn') + turns > most then
  return { '0', decimal(number('letIn')) }
end
add('letIn', turns)
add('version', 1)
save()
return { '1', decimal(number('letIn')) }
