package io.gatehouse.store.embedded;

import io.gatehouse.event.OutboxContract;
import io.gatehouse.history.HistoryContract;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.ExpiringStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedExpiringStoreTest extends ExpiringStoreContract {

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
    protected ExpiringStore store() {
        return new EmbeddedExpiringStore(file);
    }

    @Nested
    class Events extends OutboxContract {

        @Override
        protected ExpiringStore store() {
            return new EmbeddedExpiringStore(file);
        }
    }

    @Nested
    class Minutes extends HistoryContract {

        @Override
        protected ExpiringStore store() {
            return new EmbeddedExpiringStore(file);
        }
    }
}
