package io.gatehouse.awsapi.takeover;

import io.gatehouse.room.NextOpening;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.WaitingRoom;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredJson;
import io.gatehouse.value.StoredRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets a room go on with the numbers of an event that ran on the old stack. Who had been served there has no place here; who
 * waited there has, under the old request id. So a number is a position of the line, and how many had been served on top.
 * That is a record of the opening, written before the opening begins, and not changed any more: a node that sees the opening
 * finds it.
 */
public final class Takeover {

    /**
     * As it is kept.
     *
     * @param served how far the old counter had come
     */
    record Taken(long served) {}

    /** An opening of which this node has read the record. */
    private record Known(long opening, long served) {}

    private static final Duration KEPT = Duration.ofDays(400);

    private final StoredRecords<Taken> records;
    private final Clock clock;
    private final Map<RoomId, Known> known = new ConcurrentHashMap<>();

    public Takeover(ExpiringStore store, Clock clock) {
        this.records = new StoredRecords<>(store, new StoredJson<>(Taken.class), clock);
        this.clock = clock;
    }

    /** How many had been served before the opening's first position; 0 for an opening that is nobody's successor. */
    public long served(RoomId room, long opening) {
        var last = known.get(room);
        if (last != null && last.opening == opening) {
            return last.served;
        }
        var served = records.get(key(room, opening))
                .map(found -> found.value().served())
                .orElse(0L);
        known.put(room, new Known(opening, served));
        return served;
    }

    /**
     * Begins an opening that goes on after the old event, if nobody has taken a place in the one that runs; or adds those who come
     * next to one that has begun so. Whoever is named twice keeps their place, so what has broken off can be repeated. Why it
     * cannot be done; empty when it is. Nobody is to join meanwhile: they would be told to join anew, or stop it.
     */
    public Optional<String> take(WaitingRoom room, OldEvent old) {
        return begin(room, old).or(() -> join(room, old));
    }

    private Optional<String> begin(WaitingRoom room, OldEvent old) {
        var seen = room.snapshot();
        var isEmpty = seen.issued() + seen.inLanes() == 0;
        if (!isEmpty && served(room.id(), seen.opening()) != old.served()) {
            return Optional.of("The room has visitors; reset it first");
        }
        var next = old.served() + seen.issued() + 1;
        if (old.first() > next) {
            return Optional.of("The numbers from " + next + " to " + (old.first() - 1)
                    + " come first: with their request ids, or served at the old stack");
        }
        return isEmpty ? begin(room, old.served(), NextOpening.following(seen.opening())) : Optional.empty();
    }

    private Optional<String> begin(WaitingRoom room, long served, NextOpening next) {
        var key = key(room.id(), next.opening());
        var before = records.get(key).map(StoredRecords.Found::bytes);
        var isDone =
                records.replace(key, before, new Taken(served), clock.instant().plus(KEPT))
                        && open(room, next) == next.opening()
                        && served(room.id(), next.opening()) == served;
        return isDone ? Optional.empty() : Optional.of("Somebody else begins an opening");
    }

    /** An opening that could not be begun may begin otherwise, and is nobody's successor then. */
    private long open(WaitingRoom room, NextOpening next) {
        try {
            return room.open(next);
        } catch (StoreUnavailableException away) {
            if (room.snapshot().opening() == next.after()) {
                forget(room.id(), next.opening());
            }
            throw away;
        }
    }

    /** Makes an opening that is about to begin nobody's successor: a take-over may have been going to begin it, and broken off. */
    public void forget(RoomId room, long opening) {
        var key = key(room, opening);
        records.get(key)
                .ifPresent(found -> records.replace(
                        key,
                        Optional.of(found.bytes()),
                        new Taken(0),
                        clock.instant().plus(KEPT)));
    }

    private static Optional<String> join(WaitingRoom room, OldEvent old) {
        var number = old.first();
        for (var id : old.waiting()) {
            if (room.join(id).position() != number - old.served()) {
                return Optional.of(
                        "Number " + number + " is somebody else's: newcomers have joined, or the order is another");
            }
            number++;
        }
        return Optional.empty();
    }

    private static String key(RoomId room, long opening) {
        return "aws-takeover/" + room + "/" + opening;
    }
}
