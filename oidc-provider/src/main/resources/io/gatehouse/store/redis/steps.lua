-- Places that are replaced: as an operation is told of them, and how it writes them. Stands behind
-- filing.lua.

-- A record without what this version does not know: a later one may have added flags and columns, which an
-- earlier one leaves out when it writes. See KeptPlace.
local function known(record)
  local columns = {}
  for column in string.gmatch(record .. ',', '([^,]*),') do
    columns[#columns + 1] = column
  end
  columns[5] = columns[5] and string.gsub(columns[5], '[^esrak]', '')
  local text = table.concat(columns, ',', 1, math.min(#columns, 10))
  return (string.gsub(text, ',+$', ''))
end

-- The steps that stand in ARGV from here on, nine arguments each; nothing if a place is not as it was read.
local function steps(first)
  local read = {}
  local ids = {}
  for i = first, #ARGV, 9 do
    read[#read + 1] = {
      id = ARGV[i], -- 16 bytes: place id
      before = ARGV[i + 1], -- record, as it was read
      after = ARGV[i + 2], -- record; empty: forgotten
      position = ARGV[i + 3], -- integer
      count_before = ARGV[i + 4], -- name of the counter of its stage
      count_after = ARGV[i + 5], -- name of the counter of its stage; empty: forgotten
      order_before = tonumber(ARGV[i + 6]), -- integer: in which order it is called; empty: it is not
      order_after = tonumber(ARGV[i + 7]), -- integer; empty: it is not called
      ends = tonumber(ARGV[i + 8]) -- integer: milliseconds when it is due; empty: never
    }
    ids[#ids + 1] = ARGV[i]
  end
  for i = 1, #ids, BATCH do
    local last = math.min(i + BATCH - 1, #ids)
    for j, kept in ipairs(redis.call('HMGET', PLACES, unpack(ids, i, last))) do
      local before = read[i + j - 1].before
      if kept ~= before and (not kept or known(kept) ~= before) then
        return nil
      end
    end
  end
  return read
end

local function take(all)
  local changed = changes()
  for _, step in ipairs(all) do
    unfile(changed, step.id, step.count_before, step.order_before)
    if not step.ends then
      table.insert(changed.endless, step.id)
    end
    if step.after == '' then
      table.insert(changed.forgotten, step.id)
      table.insert(changed.vacant, step.position)
    else
      file(changed, step.id, step.after, step.count_after, step.order_after, step.ends)
    end
  end
  write(changed)
end
