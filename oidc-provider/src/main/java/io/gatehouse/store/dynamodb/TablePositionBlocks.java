package io.gatehouse.store.dynamodb;

import io.gatehouse.room.RoomId;
import java.time.Clock;

/**
 * One item per opening, apart from the room's other counters: joins are many, and a call's transaction would hold them
 * up.
 *
 * <pre>
 * {room}#issued#{opening}    issued N: the last position handed out
 * </pre>
 */
final class TablePositionBlocks implements PositionBlocks {

    private static final String ISSUED = "issued";

    private final Table table;
    private final Clock clock;

    TablePositionBlocks(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    @Override
    public long take(RoomId room, long opening, int many) {
        return table.add(Schema.issued(room, opening), ISSUED, many, Schema.garbage(clock.instant()));
    }

    @Override
    public long last(RoomId room, long opening) {
        return table.get(Schema.issued(room, opening))
                .map(item -> item.number(ISSUED, 0))
                .orElse(0L);
    }
}
