package io.gatehouse.store.dynamodb;

import io.gatehouse.room.RoomStore;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.WaitingLine;
import java.util.function.Function;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/** Nodes' stores on a table, behind waiting lines that are kept elsewhere. */
public final class RoomsBehind {

    private final Table table;

    private RoomsBehind(Table table) {
        this.table = table;
    }

    /** On the table that tests share, whose rooms have random names. */
    public static RoomsBehind shared() {
        return new RoomsBehind(LocalTable.shared());
    }

    /** On the same, over a way on which these listen. */
    public static RoomsBehind heardBy(ExecutionInterceptor... interceptors) {
        return new RoomsBehind(LocalTable.heardBy(interceptors));
    }

    /** On a table that nobody else uses. */
    public static RoomsBehind fresh() {
        return new RoomsBehind(LocalTable.fresh());
    }

    /** The store of a node whose line takes its positions from the table. */
    public RoomStore line(Function<PositionBlocks, WaitingLine> line) {
        return new DynamoDbRoomStore(table, line.apply(new TablePositionBlocks(table)));
    }
}
