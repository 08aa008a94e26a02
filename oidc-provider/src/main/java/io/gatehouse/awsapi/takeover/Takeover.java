package io.gatehouse.awsapi.takeover;

import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.StoredRecords;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets a room continue with the numbers of an event that ran on the old stack. Visitors who were served there
 * have no place here; those who waited there have one, under the old request id. So a number is a position of
 * the line plus the number served there.
 *
 * <p>A record of the opening holds that number. It is written once: by a take-over while there is no place,
 * or by the first visitor to get a number. So all nodes number alike, and of a simultaneous take-over and
 * first visitor one comes first. A take-over that breaks off belongs to that opening or has no effect; the
 * next opening does not know of it.
 */
public final class Takeover {

    /**
     * The stored record.
     *
     * @param served the last number of the old counter; 0: nothing was taken over
     */
    record Taken(long served) {}

    /** An opening of which this node has read the record. */
    private record ReadRecord(long opening, long served) {}

    private static final String OTHERS = "The room has visitors, or goes on after another number; reset it first";

    private static final String UNUSED =
            "Turns were let in that nobody has used; take them back, or reset the room first";

    private static final Duration KEPT = Duration.ofDays(400);

    private final StoredRecords<Taken> records;
    private final Clock clock;
    private final Map<RoomId, ReadRecord> known = new ConcurrentHashMap<>();

    public Takeover(ExpiringStore store, Clock clock) {
        this.records = new StoredRecords<>(store, Taken.class, clock);
        this.clock = clock;
    }

    /**
     * The {@code serving_counter}: the last number called. While no visitor waits, it includes unused turns
     * that were let in by hand, because the next visitors have them: the old counter ran ahead of the line in
     * the same way.
     */
    public long servingCounter(Room room, RoomSnapshot seen, Instant now) {
        var isAhead = seen.callable() == 0 && room.settings(seen).mayCall(now);
        return served(room.id(), seen) + seen.reached() + (isAhead ? seen.letIn() : 0);
    }

    /** The number served before the first position; 0 where nothing was taken over, or not yet. */
    public long served(RoomId room, RoomSnapshot seen) {
        return isEmpty(seen) ? recorded(room, seen.opening()).orElse(0L) : decided(room, seen.opening(), 0);
    }

    /** The number served before the first position of a place's opening; it never changes. */
    public long served(RoomId room, Place place) {
        return decided(room, place.opening(), 0);
    }

    private static boolean isEmpty(RoomSnapshot seen) {
        return seen.issued() + seen.inLanes() == 0;
    }

    /** The given number, unless another one has been recorded before. */
    private long decided(RoomId room, long opening, long served) {
        return recorded(room, opening).orElseGet(() -> {
            var until = clock.instant().plus(KEPT);
            var isFirst = records.replace(key(room, opening), Optional.empty(), new Taken(served), until);
            return isFirst ? served : recorded(room, opening).orElse(0L);
        });
    }

    private Optional<Long> recorded(RoomId room, long opening) {
        var last = known.get(room);
        if (last != null && last.opening == opening) {
            return Optional.of(last.served);
        }
        var found = records.get(key(room, opening)).map(record -> record.value().served());
        found.ifPresent(served -> known.put(room, new ReadRecord(opening, served)));
        return found;
    }

    /**
     * Gives the visitors their places in the current opening, behind those of earlier calls: all of them, or
     * none if one of their numbers is another visitor's. Visitors whom the old stack has called keep their
     * progress. A repeated request id keeps its place, so a call that broke off can be repeated. Returns the
     * reason of a refusal; empty if it is done.
     *
     * <p>No newcomer may join meanwhile: on DynamoDB the counter moves before the places are written, so a
     * tick may turn those that are not written yet into holes. Then only a reset helps.
     */
    public Optional<String> take(WaitingRoom room, OldEvent old) {
        var seen = room.snapshot();
        return begin(room, seen, old).or(() -> join(room, seen.opening(), old));
    }

    private Optional<String> begin(WaitingRoom room, RoomSnapshot seen, OldEvent old) {
        if (room.configuration().awaitsDraw(seen, clock.instant())) {
            return Optional.of("A draw is to give the numbers; take it out of the schedule first");
        }
        var before = isEmpty(seen) ? recorded(room.id(), seen.opening()) : Optional.of(served(room.id(), seen));
        if (before.filter(served -> served != old.served()).isPresent()) {
            return Optional.of(OTHERS);
        }
        var next = old.served() + seen.issued() + 1;
        if (old.first() > next) {
            return Optional.of("The numbers from " + next + " to " + (old.first() - 1)
                    + " come first: with their request ids, or served at the old stack");
        }
        if (before.isPresent()) {
            return Optional.empty();
        }
        if (seen.letIn() > 0) {
            return Optional.of(UNUSED);
        }
        var begun = decided(room.id(), seen.opening(), old.served());
        return begun == old.served() ? Optional.empty() : Optional.of(OTHERS);
    }

    private static Optional<String> join(WaitingRoom room, long opening, OldEvent old) {
        return room.joinInOrder(opening, old.position(), old.visitors(), old.called())
                ? Optional.empty()
                : Optional.of("One of the numbers from " + old.first() + " to " + (old.next() - 1)
                        + " is another visitor's: newcomers have joined, or the order is another; reset the room and"
                        + " begin with the first");
    }

    /**
     * Takes back a take-over, except for places that have changed since: see {@link WaitingRoom#takeBack}.
     * Returns the number of places that ended by that; empty where the room goes on after another number.
     */
    public Optional<Long> takeBack(WaitingRoom room, OldEvent old) {
        return recorded(room.id(), room.snapshot().opening())
                .filter(served -> served == old.served())
                .map(served -> room.takeBack(old.position(), old.visitors(), old.called()));
    }

    private static String key(RoomId room, long opening) {
        return "aws-takeover/" + room + "/" + opening;
    }
}
