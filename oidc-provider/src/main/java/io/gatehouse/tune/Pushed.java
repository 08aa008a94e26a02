package io.gatehouse.tune;

import io.gatehouse.room.RoomId;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * The last values that operators' programs have pushed.
 *
 * <pre>
 * key     tuned-pushed/{room}
 * value   JSON: value, a share of what the site can take
 * until   as long as it counts
 * </pre>
 */
final class Pushed {

    /** The record in the store. */
    record Value(double value) {}

    private final StoredRecords<Value> records;
    private final Clock clock;

    Pushed(ExpiringStore store, Clock clock) {
        this.records = new StoredRecords<>(store, Value.class, clock);
        this.clock = clock;
    }

    void put(RoomId room, double value, Duration counts) {
        records.put(key(room), new Value(value), clock.instant().plus(counts));
    }

    Optional<Reading> of(RoomId room) {
        return records.get(key(room))
                .map(found -> new Reading("pushed value", found.value().value(), 1, Reading.Unit.NUMBER));
    }

    private static String key(RoomId room) {
        return "tuned-pushed/" + room;
    }
}
