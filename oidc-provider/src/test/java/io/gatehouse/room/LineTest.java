package io.gatehouse.room;

class LineTest extends RoomStoreContract {

    private final RoomStore store = new LinesInMemory();

    @Override
    protected RoomStore store() {
        return store;
    }
}
