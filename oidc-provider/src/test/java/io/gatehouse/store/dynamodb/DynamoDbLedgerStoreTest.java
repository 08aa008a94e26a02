package io.gatehouse.store.dynamodb;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.ledger.LedgerStoreContract;

class DynamoDbLedgerStoreTest extends LedgerStoreContract {

    private final LedgerStore store = new DynamoDbLedgerStore(LocalTable.shared());

    @Override
    protected LedgerStore store() {
        return store;
    }
}
