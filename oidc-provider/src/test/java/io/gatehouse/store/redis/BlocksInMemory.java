package io.gatehouse.store.redis;

import io.gatehouse.room.RoomId;
import io.gatehouse.store.PositionBlocks;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Hands out blocks of positions, and outlives every Redis of a test. */
class BlocksInMemory implements PositionBlocks {

    private record Line(RoomId room, long opening) {}

    private final Map<Line, Long> lasts = new ConcurrentHashMap<>();

    @Override
    public long take(RoomId room, long opening, int many) {
        return lasts.merge(new Line(room, opening), (long) many, Long::sum);
    }

    @Override
    public boolean takeBehind(RoomId room, long opening, long from, long to) {
        var line = new Line(room, opening);
        lasts.putIfAbsent(line, 0L);
        return lasts.replace(line, from, to);
    }

    @Override
    public long last(RoomId room, long opening) {
        return lasts.getOrDefault(new Line(room, opening), 0L);
    }
}
