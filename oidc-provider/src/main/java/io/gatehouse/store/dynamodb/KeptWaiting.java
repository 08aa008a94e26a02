package io.gatehouse.store.dynamodb;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomId;
import io.gatehouse.store.WaitingLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;

/**
 * Waiting places of clients that keep no cookie, in the table as well, for a line that may be lost; each is
 * written once, before its join is acknowledged.
 *
 * <pre>
 * {room}#waiting#{place id}   opening, position, joinedAt N; agenda S, at N: {room}#kept#{opening}#{0..3} by position
 * </pre>
 *
 * <p>When the line has lost positions, each node puts these places back, a part at each look at the room, in
 * the order of their positions. What became of a place in the meantime stands in its place item, as ever. The
 * call waits for missing places for the recovery time; one that it has gone past since comes back when its
 * client asks for it.
 */
final class KeptWaiting {

    /** The maximum number of places of a shard that one look puts back, in some hundredths of a second. */
    private static final int PART = Table.MOST_ITEMS - 1;

    private static final long NO_MORE = Long.MAX_VALUE;

    /**
     * The progress of this node in putting back the places that one loss has taken.
     *
     * @param behind the position up to which each shard has been put back
     */
    private record Recovery(long opening, long lost, AtomicLongArray behind, ReentrantLock lock) {

        static Recovery of(KeptCounters counters, long lost) {
            var behind = LongStream.generate(counters::serving).limit(Schema.AGENDA_SHARDS);
            return new Recovery(counters.opening(), lost, new AtomicLongArray(behind.toArray()), new ReentrantLock());
        }

        boolean isOf(KeptCounters counters, long itsLost) {
            return opening == counters.opening() && lost == itsLost;
        }
    }

    private final Table table;
    private final Places places;
    private final WaitingLine line;
    private final Map<RoomId, Recovery> recoveries = new ConcurrentHashMap<>();

    KeptWaiting(Table table, Places places, WaitingLine line) {
        this.table = table;
        this.places = places;
        this.line = line;
    }

    void keep(RoomId room, Place place) {
        if (line.mayBeLost()) {
            table.put(item(room, place));
        }
    }

    void keep(RoomId room, List<Place> waiting) {
        if (line.mayBeLost()) {
            table.putAll(waiting.stream().map(place -> item(room, place)).toList());
        }
    }

    private static Item item(RoomId room, Place place) {
        var shard = (int) (place.number() % Schema.AGENDA_SHARDS);
        return JoiningBatch.waitingItem(room, place)
                .with(Schema.AGENDA, Schema.kept(room, place.opening(), shard))
                .with(Schema.AT, place.number());
    }

    Optional<PlaceProof> find(RoomId room, PlaceId place) {
        return line.mayBeLost()
                ? table.get(Schema.waiting(room, place))
                        .map(DynamoDbWaitingLine::waiting)
                        .map(PlaceProof::of)
                : Optional.empty();
    }

    /** Puts some back if positions may have been lost; nothing while another thread of this node does. */
    void bringBack(RoomId room, KeptCounters counters, long lost, Instant now) {
        if (!line.mayBeLost() || lost <= counters.serving()) {
            return;
        }
        var recovery = recoveries.compute(
                room, (same, last) -> last != null && last.isOf(counters, lost) ? last : Recovery.of(counters, lost));
        if (recovery.lock.tryLock()) {
            try {
                for (var shard = 0; shard < Schema.AGENDA_SHARDS; shard++) {
                    if (recovery.behind.get(shard) != NO_MORE) {
                        recovery.behind.set(shard, bringBack(room, recovery, shard, now));
                    }
                }
            } finally {
                recovery.lock.unlock();
            }
        }
    }

    /** The position behind which the next part begins. */
    private long bringBack(RoomId room, Recovery recovery, int shard, Instant now) {
        var agenda = Schema.kept(room, recovery.opening, shard);
        var keys = table.agenda(agenda, recovery.behind.get(shard), PART);
        var kept = table.getAll(keys).values().stream()
                .map(DynamoDbWaitingLine::waiting)
                .filter(place -> place.opening() == recovery.opening && place.number() <= recovery.lost)
                .toList();
        bringBack(room, kept, now);
        var last = kept.stream().mapToLong(Place::number).max().orElse(NO_MORE);
        return keys.size() < PART ? NO_MORE : last;
    }

    /**
     * The line hears of places that wait no more as well: a call need not wait for them. An entrant of a draw
     * whose turn has gone by is put back when the client asks, and is called next.
     */
    private void bringBack(RoomId room, List<Place> kept, Instant now) {
        if (kept.isEmpty()) {
            return;
        }
        var looks = places.lookAll(room, kept.stream().map(Place::id).toList());
        var draw = looks.get(0).counters().counters().draw();
        var order = draw.map(LobbyDraw::order).orElse(Order.OF_ARRIVAL);
        var back = new ArrayList<Place>();
        var gone = new ArrayList<Place>();
        for (var i = 0; i < kept.size(); i++) {
            var place = kept.get(i);
            if (!looks.get(i).isWaiting(place)) {
                gone.add(place);
            } else if (draw.filter(one -> one.hasPassed(place.number(), order)).isEmpty()) {
                back.add(place);
            }
        }
        line.restoreAll(room, back, now);
        if (!gone.isEmpty()) {
            line.restoreAll(room, gone, now);
            line.left(room, gone);
        }
    }
}
