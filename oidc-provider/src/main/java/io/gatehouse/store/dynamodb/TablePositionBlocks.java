package io.gatehouse.store.dynamodb;

import io.gatehouse.room.RoomId;
import io.gatehouse.store.PositionBlocks;
import java.util.List;

/**
 * One item per opening, apart from the room's other counters: joins are many, and a call's transaction would
 * hold them up.
 *
 * <pre>
 * {room}#issued#{opening}    issued N: the last position handed out
 *                            ttl N: only once the opening is over, or positions would begin again
 * </pre>
 */
final class TablePositionBlocks implements PositionBlocks {

    private static final String ISSUED = "issued";

    private final Table table;

    TablePositionBlocks(Table table) {
        this.table = table;
    }

    @Override
    public long take(RoomId room, long opening, int many) {
        return table.add(Schema.issued(room, opening), ISSUED, many);
    }

    @Override
    public boolean takeBehind(RoomId room, long opening, long from, long to) {
        var key = Schema.issued(room, opening);
        var before = table.get(key);
        var next = before.orElseGet(() -> Item.of(key)).with(ISSUED, to);
        return before.map(item -> item.number(ISSUED, 0)).orElse(0L) == from
                && table.transact(List.of(table.putting(next, Condition.unchanged(before, ISSUED, Schema.TTL))))
                        .isDone();
    }

    @Override
    public long last(RoomId room, long opening) {
        return table.get(Schema.issued(room, opening))
                .map(item -> item.number(ISSUED, 0))
                .orElse(0L);
    }
}
