package io.gatehouse.awsapi.token;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.secret.Digests;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * The validity of a token, as its first call has set it, and whether a call has ended its session. Each has a
 * record, changed by compare-and-set, so that of several first calls, or ends, at once one counts.
 */
public final class Sessions {

    /**
     * The stored record.
     *
     * @param validity in seconds
     * @param isEnded whether {@code update_session} has been answered with 200
     */
    record Session(long validity, boolean isEnded) {}

    /** An admission is over by then, and so are all questions about it. */
    private static final Duration KEPT = Duration.ofDays(32);

    private final StoredRecords<Session> records;
    private final Clock clock;

    Sessions(ExpiringStore store, Clock clock) {
        this.records = new StoredRecords<>(store, Session.class, clock);
        this.clock = clock;
    }

    /** The validity that the first call has set; empty where there was none. */
    Optional<Duration> validity(RoomId room, Place place) {
        return records.get(key(room, place))
                .map(found -> Duration.ofSeconds(found.value().validity()));
    }

    /** Sets the validity, unless an earlier call has set one; returns the one that counts. */
    public Duration begin(RoomId room, Place place, Duration validity) {
        var mine = new Session(validity.toSeconds(), false);
        var until = clock.instant().plus(KEPT);
        return records.replace(key(room, place), Optional.empty(), mine, until)
                ? validity
                : validity(room, place).orElse(validity);
    }

    /** Whether a call has ended the session. */
    public boolean isEnded(RoomId room, Place place) {
        return records.get(key(room, place))
                .filter(found -> found.value().isEnded())
                .isPresent();
    }

    /** Ends the session; true for one of all calls. */
    public boolean end(RoomId room, Place place) {
        var key = key(room, place);
        var found = records.get(key);
        if (found.filter(before -> before.value().isEnded()).isPresent()) {
            return false;
        }
        var ended = new Session(found.map(before -> before.value().validity()).orElse(0L), true);
        return records.replace(key, found, ended, clock.instant().plus(KEPT));
    }

    /** The key includes the opening, because a browser may return under its id in a later one. */
    private static String key(RoomId room, Place place) {
        return "aws-session/" + room + "/" + place.opening() + "/"
                + Digests.hex(place.id().bytes());
    }
}
