-- Starts a new opening with an empty line, unless the current one is not the expected one.
-- Result: the number of the current opening.

local expected = tonumber(ARGV[2]) -- integer

open_line()
if number('opening') == expected then
  reopen()
end
save()
return { decimal(number('opening')) }
