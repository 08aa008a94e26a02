package io.gatehouse.store.dynamodb;

import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.ExpiringStoreContract;

class DynamoDbExpiringStoreTest extends ExpiringStoreContract {

    private final ExpiringStore store = new DynamoDbExpiringStore(LocalTable.shared());

    @Override
    protected ExpiringStore store() {
        return store;
    }
}
