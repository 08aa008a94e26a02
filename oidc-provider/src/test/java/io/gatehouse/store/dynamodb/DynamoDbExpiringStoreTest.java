package io.gatehouse.store.dynamodb;

import io.gatehouse.event.OutboxContract;
import io.gatehouse.history.HistoryContract;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.ExpiringStoreContract;
import org.junit.jupiter.api.Nested;

class DynamoDbExpiringStoreTest extends ExpiringStoreContract {

    private final ExpiringStore store = new DynamoDbExpiringStore(LocalTable.shared());

    @Override
    protected ExpiringStore store() {
        return store;
    }

    @Nested
    class Events extends OutboxContract {

        @Override
        protected ExpiringStore store() {
            return new DynamoDbExpiringStore(LocalTable.shared());
        }
    }

    @Nested
    class Minutes extends HistoryContract {

        @Override
        protected ExpiringStore store() {
            return new DynamoDbExpiringStore(LocalTable.shared());
        }
    }
}
