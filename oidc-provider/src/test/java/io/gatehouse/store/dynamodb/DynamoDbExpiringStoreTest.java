package io.gatehouse.store.dynamodb;

import io.gatehouse.oidc.ExpiringStore;
import io.gatehouse.oidc.ExpiringStoreContract;

class DynamoDbExpiringStoreTest extends ExpiringStoreContract {

    private final ExpiringStore store = new DynamoDbExpiringStore(LocalTable.shared());

    @Override
    protected ExpiringStore store() {
        return store;
    }
}
