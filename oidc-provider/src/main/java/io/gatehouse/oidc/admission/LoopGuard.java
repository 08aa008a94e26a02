package io.gatehouse.oidc.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.PlaceId;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts how often a place has re-entered lately without a site redeeming a code for it. */
public final class LoopGuard {

    private static final int MOST = 3;
    private static final Duration SPAN = Duration.ofMinutes(2);

    private final ExpiringStore store;
    private final MasterKey master;
    private final Clock clock;

    LoopGuard(ExpiringStore store, MasterKey master, Clock clock) {
        this.store = store;
        this.master = master;
        this.clock = clock;
    }

    /** Whether one more re-entry is sensible; if so it is counted. Two at once may count as one. */
    public boolean admits(PlaceId place) {
        var now = clock.instant();
        var before = store.get(key(place), now);
        var lately = before.map(LoopGuard::read).orElse(List.of()).stream()
                .filter(at -> Duration.between(at, now).abs().compareTo(SPAN) < 0) // a clock may have been set back
                .toList();
        if (lately.size() >= MOST) {
            return false;
        }
        store.put(key(place), write(Stream.concat(lately.stream(), Stream.of(now))), now.plus(SPAN), now);
        return true;
    }

    /** A site has redeemed a code: the way in works. */
    public void arrived(PlaceId place) {
        var now = clock.instant();
        if (store.get(key(place), now).isPresent()) {
            store.remove(key(place), now);
        }
    }

    private String key(PlaceId place) {
        return "reentries:" + master.pseudonym("reentries", place.bytes());
    }

    private static List<Instant> read(byte[] value) {
        return Stream.of(new String(value, UTF_8).split(","))
                .map(millis -> Instant.ofEpochMilli(Long.parseLong(millis)))
                .toList();
    }

    private static byte[] write(Stream<Instant> times) {
        return times.map(at -> String.valueOf(at.toEpochMilli()))
                .collect(Collectors.joining(","))
                .getBytes(UTF_8);
    }
}
