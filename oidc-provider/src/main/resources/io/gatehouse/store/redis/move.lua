-- Moves the counters on, and replaces the places of those who are called with it.
-- Result: 1, or 0 when the room is no longer as it was seen, and nothing was moved.

local version = tonumber(ARGV[2]) -- integer: the version that was seen
local opening = tonumber(ARGV[3]) -- integer: the opening that was seen
local serving = tonumber(ARGV[4]) -- integer: the serving counter that was seen
local slots = tonumber(ARGV[5]) -- integer: how many turns and admissions were seen
-- integers: how many admissions had ended, and how
local ended = { completed = tonumber(ARGV[6]), abandoned = tonumber(ARGV[7]), expired = tonumber(ARGV[8]) }
local next_serving = tonumber(ARGV[9]) -- integer
-- From ARGV[10] on: the counters' fields to be set; then the steps of those who are called, see steps.lua

-- How many positions after this one, up to that one, have their bits set; of none up to this one.
local function waiting_up_to(position, last)
  if last <= position then
    return 0
  end
  local byte = math.floor(last / 8)
  local many = redis.call('BITCOUNT', WAITING, math.floor((position + 1) / 8), byte)
  local rest = string.byte(redis.call('GETRANGE', WAITING, byte, byte), 1) or 0
  rest = rest % 2 ^ (7 - last % 8)
  while rest >= 1 do
    many = many - rest % 2
    rest = math.floor(rest / 2)
  end
  return many
end

open_line()
if version ~= number('version') or opening ~= number('opening') or serving ~= number('serving') then
  return { '0' }
end
local taken = number('turns') + number('admitted')
for ending, seen in pairs(ended) do
  taken = taken + math.max(0, number(ending) - seen)
end
if taken > slots then
  return { '0' }
end
local all = steps(set_all(10))
if not all then
  return { '0' }
end
-- Someone may have come back in between since the next ones were looked for.
local waited = 0
for _, step in ipairs(all) do
  if step.order_before and step.order_before > 0 and step.order_before <= next_serving then
    waited = waited + 1
  end
end
if waiting_up_to(serving, next_serving) > waited then
  return { '0' }
end
take(all)
save()
return { '1' }
