package io.gatehouse.store.dynamodb;

import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;

class DynamoDbRoomStoreTest extends RoomStoreContract {

    private final RoomStore store = LocalTable.rooms(LocalTable.shared());

    @Override
    protected RoomStore store() {
        return store;
    }

    /** Each is two transactions. */
    @Override
    protected int crowd() {
        return 250;
    }
}
