package io.gatehouse.store.embedded;

import io.gatehouse.ledger.LedgerStore;
import io.gatehouse.ledger.LedgerStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedLedgerStoreTest extends LedgerStoreContract {

    private static EmbeddedFile file;

    @BeforeAll
    static void open(@TempDir Path folder) {
        file = EmbeddedStores.file(folder);
    }

    @AfterAll
    static void close() {
        file.close();
    }

    @Override
    protected LedgerStore store() {
        return new EmbeddedLedgerStore(file);
    }
}
