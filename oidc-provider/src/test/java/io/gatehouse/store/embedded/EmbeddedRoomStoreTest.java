package io.gatehouse.store.embedded;

import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRoomStoreTest extends RoomStoreContract {

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
    protected RoomStore store() {
        return new EmbeddedRoomStore(file);
    }
}
