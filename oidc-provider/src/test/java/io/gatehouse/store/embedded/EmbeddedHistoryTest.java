package io.gatehouse.store.embedded;

import io.gatehouse.room.HistoryContract;
import io.gatehouse.room.RoomStore;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** One node: the embedded store has no others. */
class EmbeddedHistoryTest extends HistoryContract {

    private static EmbeddedFile file;

    @BeforeAll
    static void open(@TempDir(factory = FolderInMemory.class) Path folder) {
        file = EmbeddedStores.file(folder);
    }

    @AfterAll
    static void close() {
        file.close();
    }

    @Override
    protected RoomStore node(int number) {
        return new EmbeddedRoomStore(file);
    }

    @Override
    protected int rounds() {
        return 300;
    }
}
