package io.gatehouse.store.dynamodb;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import io.gatehouse.store.LaterReleaseContract;

class DynamoDbRoomStoreTest extends RoomStoreContract implements LaterReleaseContract {

    private final RoomStore store = LocalTable.rooms(LocalTable.shared());

    @Override
    public RoomStore store() {
        return store;
    }

    /** Each is two transactions. */
    @Override
    protected int crowd() {
        return 250;
    }

    @Override
    public void keep(RoomId room, String settings) {
        LocalTable.shared().put(counters(room).with("changed", settings));
    }

    @Override
    public String kept(RoomId room) {
        return counters(room).text("changed", "");
    }

    private static Item counters(RoomId room) {
        return LocalTable.shared().get(Schema.counters(room)).orElseThrow();
    }
}
