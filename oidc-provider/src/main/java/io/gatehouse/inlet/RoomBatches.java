package io.gatehouse.inlet;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.time.Batches;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The batches of questions to each room. A room that has been changed gets new ones, and its former ones are
 * dropped.
 */
final class RoomBatches<Q, A> {

    /** The time that a store has for an answer. */
    static final Duration WITHIN = Duration.ofSeconds(2);

    private record Asked<Q, A>(RoomLine room, Batches<Q, A> batches) {}

    private final int most;
    private final BiFunction<RoomLine, List<Q>, List<A>> work;
    private final Map<RoomId, Asked<Q, A>> rooms = new ConcurrentHashMap<>();

    /**
     * @param most how many questions fit into a batch
     * @param work answers a batch of this room, in its order
     */
    RoomBatches(int most, BiFunction<RoomLine, List<Q>, List<A>> work) {
        this.most = most;
        this.work = work;
    }

    /** The answer of the room as it is defined now; empty if the store was too slow for those before. */
    Optional<A> ask(RoomLine room, Q question) {
        return of(room).ask(question, WITHIN);
    }

    Batches<Q, A> of(RoomLine room) {
        var last = rooms.get(room.id());
        return last != null && last.room.equals(room) ? last.batches : changed(room).batches;
    }

    private Asked<Q, A> changed(RoomLine room) {
        return rooms.compute(
                room.id(),
                (id, last) -> last != null && last.room.equals(room)
                        ? last
                        : new Asked<>(room, new Batches<>(most, questions -> work.apply(room, questions))));
    }

    /** The number of rooms that have been asked. */
    int size() {
        return rooms.size();
    }
}
