-- Takes note that a place has been left while it waited. It keeps its position until the call has passed it.
-- Result: nothing.

local id = ARGV[2] -- 16 bytes: place id

local position = redis.call('ZSCORE', ORDER, id)
if position then
  redis.call('ZADD', LEFT, position, id)
  expires(LEFT)
end
return {}
