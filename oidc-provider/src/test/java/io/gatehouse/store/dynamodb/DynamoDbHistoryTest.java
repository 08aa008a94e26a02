package io.gatehouse.store.dynamodb;

import io.gatehouse.room.HistoryContract;
import io.gatehouse.room.RoomStore;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Six nodes on one table. In every other round some answers are lost: what was asked has happened, or not. */
@Tag("faults")
class DynamoDbHistoryTest extends HistoryContract {

    private volatile boolean isFaulty;

    private final List<RoomStore> nodes = Stream.generate(
                    () -> LocalTable.rooms(LocalTable.heardBy(new Losses(() -> isFaulty))))
            .limit(6)
            .toList();

    @Override
    protected RoomStore node(int number) {
        return nodes.get(number);
    }

    @Override
    protected int rounds() {
        return 20;
    }

    @Override
    protected boolean mayLeaveHoles() {
        return true;
    }

    @Override
    protected void fault(int round) {
        isFaulty = round % 2 == 0;
    }
}
