-- Takes the next positions, or finds the places that these ids already have. Result: opening; the first
-- position that waits, or -1 when none does or a place returns or is ready, which goes before it; then for
-- each id its record.

-- From ARGV[2] on, two for each: place id, 16 bytes; and the record of a place that has just been taken, but
-- for its position, which stands before it

open_line()
local ids = {}
for i = 2, #ARGV, 2 do
  ids[#ids + 1] = ARGV[i]
end
local kept = redis.call('HMGET', PLACES, unpack(ids))
local taken = {} -- id -> record: the same id may come twice
local answer = { line.opening, '-1' }
for i, id in ipairs(ids) do
  taken[id] = taken[id] or kept[i] or join(id, ARGV[2 * i + 1])
  answer[i + 2] = taken[id]
end
write_joined()
if number('returning') + number('ready') == 0 then
  answer[2] = decimal(redis.call('BITPOS', WAITING, 1, math.floor((number('serving') + 1) / 8)))
end
save()
return answer
