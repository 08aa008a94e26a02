package io.gatehouse.alert;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The alerts of all rooms, as all nodes share them.
 *
 * <pre>
 * alerts/{room}   {@link RoomAlerts}, for ever
 * </pre>
 *
 * <p><b>Once over all nodes, and no leader.</b> Compare-and-set changes the alerts of a room as a whole. Of
 * several nodes that see a trouble at once one writes the alert, and the others find it there. A node that
 * sends an alert sets the next try ahead first. If it dies meanwhile, another one sends it after that time.
 *
 * <p><b>While the store is away</b> nodes share nothing. A node then keeps in its memory that the store is
 * away, and tells of it by itself: that one alert comes from each node.
 */
final class AlertBook {

    /** More than there are nodes. */
    private static final int TRIES = 100;

    private final StoredRecords<RoomAlerts> shared;
    private final Clock clock;
    private final Map<RoomId, Known> known = new ConcurrentHashMap<>();
    private final Map<RoomId, RoomAlerts> own = new ConcurrentHashMap<>();

    private record Known(RoomAlerts alerts, Instant at) {}

    AlertBook(ExpiringStore store, Clock clock) {
        this.shared = new StoredRecords<>(store, RoomAlerts.class, clock);
        this.clock = clock;
    }

    /** The shared alerts of the room as this node saw them last, and the alerts that it keeps by itself. */
    List<Alert> all(RoomId room) {
        return Stream.concat(shared(room).alerts().stream(), own(room).alerts().stream())
                .toList();
    }

    RoomAlerts shared(RoomId room) {
        var last = known.get(room);
        return last == null ? RoomAlerts.NONE : last.alerts;
    }

    RoomAlerts own(RoomId room) {
        return own.getOrDefault(room, RoomAlerts.NONE);
    }

    /** Looks again unless this node has looked lately; a store that is away shows nothing new. */
    void look(RoomId room, Duration lately) {
        var last = known.get(room);
        var now = clock.instant();
        var isFresh = last != null && Duration.between(last.at, now).abs().compareTo(lately) < 0;
        if (!isFresh) {
            try {
                var found = shared.get(key(room)).map(StoredRecords.Found::value);
                known.put(room, new Known(found.orElse(RoomAlerts.NONE), now));
            } catch (StoreUnavailableException away) {
                known.computeIfPresent(room, (same, before) -> new Known(before.alerts, now));
            }
        }
    }

    /**
     * Changes the alerts that all nodes share, and answers whether there was something to change. Throws
     * {@link StoreUnavailableException} while the store is away.
     */
    boolean change(RoomId room, UnaryOperator<RoomAlerts> change) {
        for (var tried = 0; tried < TRIES; tried++) {
            var found = shared.get(key(room));
            var before = found.map(StoredRecords.Found::value).orElse(RoomAlerts.NONE);
            var next = change.apply(before);
            var isSame = next.equals(before);
            if (isSame || shared.replace(key(room), found, next, ExpiringStore.FOREVER)) {
                known.put(room, new Known(next, clock.instant()));
                return !isSame;
            }
        }
        throw new StoreUnavailableException(key(room) + " was written by others " + TRIES + " times in a row", null);
    }

    /** Changes the alerts that this node keeps by itself. */
    boolean changeOwn(RoomId room, UnaryOperator<RoomAlerts> change) {
        var before = own(room);
        var next = own.compute(room, (same, last) -> change.apply(last == null ? RoomAlerts.NONE : last));
        return !next.equals(before);
    }

    /** Changes one alert, wherever it is kept. */
    boolean change(RoomId room, String id, UnaryOperator<Alert> change) {
        UnaryOperator<RoomAlerts> all = alerts -> alerts.changed(one -> one.id().equals(id), change);
        var isOwn = own(room).alerts().stream().anyMatch(one -> one.id().equals(id));
        return isOwn ? changeOwn(room, all) : change(room, all);
    }

    /**
     * Takes a sending of an alert over for so long: other nodes leave it to this one until then. Answers the
     * alert as it is then; empty if the sending is not due any more. Throws {@link StoreUnavailableException}
     * while the store is away.
     */
    Optional<Alert> take(RoomId room, String id, String to, Duration lease) {
        var now = clock.instant();
        var taken = new ArrayList<Alert>();
        change(room, id, alert -> {
            taken.clear(); // what a lost race had found
            alert.due(to, now).ifPresent(due -> taken.add(alert));
            return alert.sending(to, way -> way.isDue(now) ? way.tryingUntil(now.plus(lease)) : way);
        });
        return taken.stream().findFirst();
    }

    private static String key(RoomId room) {
        return "alerts/" + room;
    }
}
