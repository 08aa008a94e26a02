package io.gatehouse.event;

import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Up to when each node has told all that it has changed. A node changes a place first and tells of it then,
 * so one that dies in between owes events. Another node, or the same one after its restart, finds the lease
 * of the dead node and tells what happened since then from the line.
 *
 * <pre>
 * event-nodes   {@link Leases}
 * </pre>
 *
 * <p><b>Taking over.</b> A lease that was not renewed in time is a dead node's. The node that finds it
 * removes it and sets its own lease back to it, in one write. If that node dies too, the next one finds the
 * same moment.
 */
final class NodeLeases {

    /** Longer than a node that is alive takes to tell what it has done. */
    static final Duration A_MOMENT = Duration.ofMinutes(1);

    private static final String KEY = "event-nodes";

    /** More than there are nodes. */
    private static final int TRIES = 100;

    /**
     * The leases as they are kept, by the names of the nodes.
     *
     * @param nodes those that are alive, or not taken over yet
     * @param takenOver when a dead one was taken over last, in milliseconds since 1970; 0: never
     */
    record Leases(Map<String, Lease> nodes, long takenOver) {}

    /**
     * The lease of a node; both in milliseconds since 1970.
     *
     * @param told all earlier changes by this node are told, or written in the outbox
     * @param until when it counts as dead unless it is renewed
     */
    record Lease(long told, long until) {}

    private final EventContext context;
    private final StoredRecords<Leases> records;
    private Lease mine;
    private volatile boolean isSet;
    private volatile long earliest;
    private volatile Instant takenOver = Instant.EPOCH;
    private volatile Optional<Instant> owed = Optional.empty();

    NodeLeases(EventContext context) {
        this.context = context;
        this.records = new StoredRecords<>(context.store(), Leases.class, context.clock());
        this.mine = new Lease(context.clock().millis(), 0);
        this.earliest = mine.told;
    }

    /** To be asked before this node changes anything. While the store is away the line goes on without a lease. */
    void begin() {
        if (!isSet) {
            try {
                renew(false);
            } catch (StoreUnavailableException away) {
                return;
            }
        }
    }

    /**
     * Renews the lease of this node when that is due, and takes over dead nodes. Several at once are taken
     * over together; those that die while the events of others are still owed come next.
     *
     * @param isAllTold whether this node has written all events that it was asked to tell
     */
    synchronized void renew(boolean isAllTold) {
        var now = context.clock().instant();
        var isFresh = mine.until > now.plus(lease().dividedBy(2)).toEpochMilli();
        for (int tried = 0; tried < TRIES && !isFresh; tried++) {
            isFresh = isRenewed(isAllTold, now);
        }
    }

    private boolean isRenewed(boolean isAllTold, Instant now) {
        var found = records.get(KEY);
        var all = new TreeMap<>(found.map(kept -> kept.value().nodes()).orElse(Map.of()));
        all.remove(context.name());
        var dead = all.values().stream()
                .filter(lease -> owed.isEmpty() && lease.until <= now.toEpochMilli())
                .toList();
        all.values().removeAll(dead);
        var recently = now.minus(A_MOMENT).toEpochMilli();
        var own = isAllTold && owed.isEmpty() ? Math.max(mine.told, recently) : mine.told;
        var next = new Lease(
                earliest(Stream.concat(dead.stream(), Stream.of(new Lease(own, 0)))),
                now.plus(lease()).toEpochMilli());
        all.put(context.name(), next);
        var last = dead.isEmpty() ? found.map(kept -> kept.value().takenOver()).orElse(0L) : now.toEpochMilli();
        if (!records.replace(KEY, found, new Leases(all, last), ExpiringStore.FOREVER)) {
            return false;
        }
        mine = next;
        takenOver = Instant.ofEpochMilli(last);
        earliest = earliest(all.values().stream());
        if (!dead.isEmpty()) {
            owed = Optional.of(Instant.ofEpochMilli(earliest(dead.stream())));
        }
        isSet = true;
        return true;
    }

    private static long earliest(Stream<Lease> leases) {
        return leases.mapToLong(Lease::told).min().orElse(Long.MAX_VALUE);
    }

    private Duration lease() {
        return context.settings().lease();
    }

    /** All changes before this moment are told, by any node. */
    Instant told() {
        var recently = context.clock().instant().minus(A_MOMENT);
        var known = Instant.ofEpochMilli(earliest);
        return known.isBefore(recently) ? known : recently;
    }

    /** When any node took over a dead one last; the epoch if none did. */
    Instant takenOver() {
        return takenOver;
    }

    /** Since when dead nodes that this one has taken over may owe events; empty when none does. */
    Optional<Instant> owed() {
        return owed;
    }

    /** The events that dead nodes owed are told. */
    synchronized void paid() {
        owed = Optional.empty();
    }

    /** A node that ends with everything told owes nothing; for others its time is over at once. */
    synchronized void close(boolean isAllTold) {
        var found = isSet ? records.get(KEY) : Optional.<StoredRecords.Found<Leases>>empty();
        found.ifPresent(kept -> {
            var all = new TreeMap<>(kept.value().nodes());
            var isPaid = isAllTold && owed.isEmpty();
            if (isPaid) {
                all.remove(context.name());
            } else {
                all.put(context.name(), new Lease(mine.told, 0));
            }
            records.replace(KEY, found, new Leases(all, kept.value().takenOver()), ExpiringStore.FOREVER);
        });
    }
}
