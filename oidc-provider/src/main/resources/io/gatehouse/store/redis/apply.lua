-- Does one act to one place; an act that does not fit its stage changes nothing.
-- Result: record, opening; nothing when there is no such place.

local id = ARGV[2] -- 16 bytes: place id
local act = ARGV[3] -- name of an io.gatehouse.room.Act
local claim_window = tonumber(ARGV[4]) -- integer: milliseconds
local admission_ttl = tonumber(ARGV[5]) -- integer: milliseconds

local function admitted(place)
  return tonumber(place.fields[6])
end

local function finish(stage)
  return function(place)
    if place.stage == 'A' then
      to(place, stage, now + MEMORY)
    end
  end
end

local acts = {
  CLAIM = function(place)
    if place.stage == 'T' then
      place.fields[6] = decimal(now)
      place.fields[7] = decimal(now)
      to(place, 'A', now + math.min(claim_window, admission_ttl))
    end
  end,
  EXTEND = function(place)
    if place.stage == 'T' and not has(place, 'e') then
      flag(place, 'e')
      to(place, 'T', place.ends + claim_window)
    end
  end,
  RETURN = function(place)
    if place.stage == 'L' then
      flag(place, 'r')
      to(place, 'R', nil)
    end
  end,
  ARRIVE = function(place)
    if place.stage == 'A' and not has(place, 'a') then
      flag(place, 'a')
      to(place, 'A', admitted(place) + admission_ttl)
    end
  end,
  PROVE = function(place)
    if place.stage == 'A' then
      place.fields[7] = decimal(now)
      to(place, 'A', place.ends)
    end
  end,
  LEAVE = function(place)
    if not string.find('CBEX', place.stage, 1, true) then
      to(place, 'X', now + MEMORY)
    end
  end,
  COMPLETE = finish('C'),
  ABANDON = finish('B'),
  EXPIRE = finish('E')
}

open_line()
pass()
local place = find(id)
if place then
  acts[act](place)
end
save()
return place and { record(place), line.opening } or {}
