package io.gatehouse.store.embedded;

import io.gatehouse.room.RoomStore;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.value.ExpiringStore;
import java.nio.file.Path;

/** The embedded stores on a folder, for tests of other packages. */
public final class EmbeddedStores implements AutoCloseable {

    private final EmbeddedFile file;

    private EmbeddedStores(EmbeddedFile file) {
        this.file = file;
    }

    public static EmbeddedStores open(Path folder) {
        return new EmbeddedStores(EmbeddedFile.open(folder, MutableClock.standing()));
    }

    public RoomStore rooms() {
        return new EmbeddedRoomStore(file);
    }

    public ExpiringStore values() {
        return new EmbeddedExpiringStore(file);
    }

    @Override
    public void close() {
        file.close();
    }
}
