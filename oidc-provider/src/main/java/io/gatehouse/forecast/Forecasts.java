package io.gatehouse.forecast;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The forecasters of all rooms, as this node has seen them; safe for use by several threads. */
public final class Forecasts {

    private static final class Watched {
        private final Forecaster forecaster = new Forecaster();
        private Optional<Throughput> last = Optional.empty();
    }

    private final Map<RoomId, Watched> rooms = new ConcurrentHashMap<>();

    /** Takes note of a room and says how fast its line moves; empty when that cannot be said. */
    public Optional<Throughput> see(RoomId room, RoomSnapshot snapshot, Instant now) {
        var watched = watched(room);
        synchronized (watched) {
            watched.forecaster.see(snapshot, now);
            watched.last = watched.forecaster.throughput(snapshot, now);
            return watched.last;
        }
    }

    /** What was said of the room last. */
    public Optional<Throughput> of(RoomId room) {
        var watched = watched(room);
        synchronized (watched) {
            return watched.last;
        }
    }

    private Watched watched(RoomId room) {
        return rooms.computeIfAbsent(room, first -> new Watched());
    }
}
