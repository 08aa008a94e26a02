-- Replaces the operator's settings, unless they are no longer the expected ones.
-- Result: 1, or 0 when they are not.

local expected = ARGV[2] -- opaque text; empty: as configured
local wanted = ARGV[3] -- opaque text; empty: as configured

open_line()
local present = line.changed or ''
-- What a later version has appended to the settings: this one neither compares nor changes it.
local more = expected ~= '' and string.match(string.sub(present, #expected + 1), '^,.*') or ''
if present ~= expected .. more then
  return { '0' }
end
set('changed', wanted ~= '' and wanted .. more or '')
add('version', 1)
save()
return { '1' }
