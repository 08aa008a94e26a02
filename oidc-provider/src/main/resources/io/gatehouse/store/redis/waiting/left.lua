-- Takes note that places have been left while they waited, or called out of turn. They keep their positions
-- until the call has passed them. Result: nothing.

-- From ARGV[2] on: place ids, 16 bytes each

for i = 2, #ARGV do
  local position = redis.call('ZSCORE', ORDER, ARGV[i])
  if position then
    redis.call('ZADD', LEFT, position, ARGV[i])
  end
end
expires(LEFT)
return {}
