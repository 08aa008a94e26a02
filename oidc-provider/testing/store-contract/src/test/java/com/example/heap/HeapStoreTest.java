package com.example.heap;

import io.gatehouse.event.OutboxContract;
import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.ledger.LedgerStoreContract;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.ExpiringStoreContract;
import org.junit.jupiter.api.Nested;

/** All contracts for a store that one node has for itself, each by its hooks. */
class HeapStoreTest {

    @Nested
    class Line extends RoomStoreContract {

        private final RoomStore store = new HeapRoomStore();

        @Override
        protected RoomStore store() {
            return store;
        }
    }

    @Nested
    class SeveralNodes extends io.gatehouse.room.HistoryContract {

        private final RoomStore store = new HeapRoomStore();

        @Override
        protected RoomStore node(int number) {
            return store;
        }

        @Override
        protected int rounds() {
            return 50;
        }
    }

    @Nested
    class Values extends ExpiringStoreContract {

        private final ExpiringStore store = new HeapExpiringStore();

        @Override
        protected ExpiringStore store() {
            return store;
        }
    }

    @Nested
    class Events extends OutboxContract {

        private final ExpiringStore store = new HeapExpiringStore();

        @Override
        protected ExpiringStore store() {
            return store;
        }
    }

    @Nested
    class Minutes extends io.gatehouse.history.HistoryContract {

        private final ExpiringStore store = new HeapExpiringStore();

        @Override
        protected ExpiringStore store() {
            return store;
        }
    }

    @Nested
    class Ledger extends LedgerStoreContract {

        private final LedgerStore store = new HeapLedgerStore();

        @Override
        protected LedgerStore store() {
            return store;
        }
    }
}
