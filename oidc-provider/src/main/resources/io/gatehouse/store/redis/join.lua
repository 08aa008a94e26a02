-- Takes the next position, or finds the place that this id already has.
-- Result: record, opening, 1 if nobody who waits or returns is before it or else 0.

local id = ARGV[2] -- 16 bytes: place id

-- Whether nobody waits or returns before this place. Nobody up to `passed` waits for a first turn, and never will.
local function is_first(place)
  if place.stage ~= 'W' or number('returning') > 0 then
    return false
  end
  local start = math.max(number('passed'), number('serving'))
  local passed = start
  local step = 1
  while passed < place.position - 1 and passed < start + 10 * BATCH do
    local positions = {}
    for position = passed + 1, math.min(passed + step, place.position - 1) do
      positions[#positions + 1] = decimal(position)
    end
    for _, other in ipairs(redis.call('HMGET', POSITIONS, unpack(positions))) do
      local before = other and load(other)
      if before and before.stage == 'W' then
        if passed > start then
          set('passed', passed)
        end
        return false
      end
      passed = passed + 1
    end
    step = math.min(2 * step, BATCH)
  end
  if passed > start then
    set('passed', passed)
  end
  return passed == place.position - 1
end

open_line()
pass()
local place = find(id)
if not place then
  add('issued', 1)
  place = take(id, number('issued'), decimal(now), 'W')
  keep(place)
end
local first = is_first(place)
save()
return { record(place), line.opening, first and '1' or '0' }
