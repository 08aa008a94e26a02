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
 * What an admission does not say of a token: how long it is valid, as its first call has it, and whether its
 * session has been ended by a call. A record for each, by compare-and-set, so that of several first calls, or
 * ends, at once one counts.
 */
public final class Sessions {

    /**
     * As it is kept.
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

    /** The validity that its first call has given it; empty where it had none. */
    Optional<Duration> validity(RoomId room, Place place) {
        return records.get(key(room, place))
                .map(found -> Duration.ofSeconds(found.value().validity()));
    }

    /** The validity: this one, unless an earlier call set another. */
    public Duration begin(RoomId room, Place place, Duration validity) {
        var mine = new Session(validity.toSeconds(), false);
        var until = clock.instant().plus(KEPT);
        return records.replace(key(room, place), Optional.empty(), mine, until)
                ? validity
                : validity(room, place).orElse(validity);
    }

    /** Whether a call has been told that it has ended it. */
    public boolean isEnded(RoomId room, Place place) {
        return records.get(key(room, place))
                .filter(found -> found.value().isEnded())
                .isPresent();
    }

    /** Whether this call ends it: true for one of all that try. */
    public boolean end(RoomId room, Place place) {
        var key = key(room, place);
        var found = records.get(key);
        if (found.filter(before -> before.value().isEnded()).isPresent()) {
            return false;
        }
        var ended = new Session(found.map(before -> before.value().validity()).orElse(0L), true);
        return records.replace(key, found, ended, clock.instant().plus(KEPT));
    }

    /** A browser may come again under its id in a later opening. */
    private static String key(RoomId room, Place place) {
        return "aws-session/" + room + "/" + place.opening() + "/"
                + Digests.hex(place.id().bytes());
    }
}
