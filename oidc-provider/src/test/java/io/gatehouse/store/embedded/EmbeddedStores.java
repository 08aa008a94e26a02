package io.gatehouse.store.embedded;

import io.gatehouse.room.RoomStore;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.SystemScheduler;
import io.gatehouse.value.ExpiringStore;
import java.nio.file.Path;

/** The embedded stores on a folder, for tests of other packages. */
public final class EmbeddedStores implements AutoCloseable {

    private static final Scheduler SCHEDULER = new SystemScheduler();

    private final EmbeddedFile file;

    private EmbeddedStores(EmbeddedFile file) {
        this.file = file;
    }

    public static EmbeddedStores open(Path folder) {
        return new EmbeddedStores(file(folder));
    }

    /** A file whose clock stands, while its house is kept each second. */
    static EmbeddedFile file(Path folder) {
        return EmbeddedFile.open(folder, MutableClock.standing(), SCHEDULER);
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
