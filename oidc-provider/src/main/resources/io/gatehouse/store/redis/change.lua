-- Replaces the operator's settings, unless they are no longer the expected ones.
-- Result: 1, or 0 when they are not.

local expected = ARGV[2] -- opaque text; empty: as configured
local wanted = ARGV[3] -- opaque text; empty: as configured

open_line()
if (line.changed or '') ~= expected then
  return { '0' }
end
set('changed', wanted)
add('version', 1)
save()
return { '1' }
