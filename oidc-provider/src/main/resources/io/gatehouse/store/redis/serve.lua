-- Calls the next visitors: returning ones first, then those who wait, in order.
-- Result: 1, or 0 when the room is no longer as it was seen, and nothing was moved.

local version = tonumber(ARGV[2]) -- integer: the version that was seen
local opening = tonumber(ARGV[3]) -- integer: the opening that was seen
local serving = tonumber(ARGV[4]) -- integer: the position that was seen as the last one called
local slots = tonumber(ARGV[5]) -- integer: how many turns and admissions were seen
local left = tonumber(ARGV[6]) -- integer: how many visitors are to be called
local by_hand = tonumber(ARGV[7]) -- integer: how many of them were let in by hand
local paced = ARGV[8] -- opaque text: up to when the rate is used up
local claim_window = tonumber(ARGV[9]) -- integer: milliseconds

local seen = 0 -- how many places were looked at

local function call(place)
  to(place, 'T', now + claim_window)
  left = left - 1
end

local function call_returning()
  while left > 0 and number('returning') > 0 and seen < MOST_SEEN do
    local ids = redis.call('ZRANGE', RETURNING, 0, math.min(left, BATCH) - 1)
    for i, kept in ipairs(redis.call('HMGET', PLACES, unpack(ids))) do
      if not kept then
        damaged('a returning place')
      end
      call(read(ids[i], kept))
      seen = seen + 1
    end
  end
end

-- The ids at the positions after this one, in order; holes are left out. Second result: the last position looked at.
local function waiting_after(position, last)
  local positions = {}
  for next_one = position + 1, math.min(position + BATCH, last) do
    positions[#positions + 1] = decimal(next_one)
  end
  return redis.call('HMGET', POSITIONS, unpack(positions)), #positions
end

local function call_waiting()
  local last = number('issued')
  while left > 0 and serving < last and seen < MOST_SEEN do
    local ids, many = waiting_after(serving, last)
    for i = 1, many do
      if left == 0 then
        return
      end
      serving = serving + 1
      seen = seen + 1
      local place = ids[i] and load(ids[i])
      if place and place.stage == 'W' then
        call(place)
      end
    end
  end
end

open_line()
if version ~= number('version') or opening ~= number('opening') or serving ~= number('serving') then
  return { '0' }
end
pass()
if number('turns') + number('admitted') > slots then
  save()
  return { '0' }
end
call_returning()
call_waiting()
set('version', version + 1)
set('serving', serving)
set('letIn', math.max(0, number('letIn') - math.max(0, by_hand - left)))
set('paced', paced)
save()
return { '1' }
