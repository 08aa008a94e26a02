package com.example.heap;

import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.RoomStore;

/** Lines in the heap. A true store writes what this one leaves to {@link LinesInMemory}. */
final class HeapRoomStore extends RoomStore.Forwarding {

    HeapRoomStore() {
        super(new LinesInMemory());
    }
}
