package io.gatehouse.inlet;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Networks;
import io.gatehouse.draw.Permutation;
import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Receipts;
import io.gatehouse.draw.Seeds;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the steps of a room's draw, whenever one is due: each tick of each node looks, and one of those that
 * try a step at once takes it. A node that is killed between two of them is followed by any other: seed and
 * commitment follow from the draw's id, the order from stored data.
 *
 * <p>The lobby opens: the last position is stored; before, the door gives no place. The doors open:
 * the entrants up to then are read, and the hash over their receipts is made; of a large lobby a part each
 * tick. The node that finishes first fixes the number of entrants. The draw is done: at once,
 * where the public value is that hash, else as soon as an operator has told it.
 */
final class Draws {

    private static final Logger LOG = LoggerFactory.getLogger(Draws.class);

    /** One tick reads at most this many parts: a second's work. */
    private static final int MOST_PARTS = 200;

    /** A hash on its way: over the entrants of this draw that there were when it began. */
    private record EntrantsRead(LobbyDraw draw, long entrants, Receipts receipts, Networks networks) {

        private void add(Optional<PlaceId> id) {
            var mark = id.map(PlaceId::bytes).map(draw.draw()::markOf).orElse(Receipt.NOBODY);
            receipts.add(mark);
            networks.add(mark);
        }
    }

    private final Seeds seeds;
    /** Commitments that were not made with this node's master key. */
    private final Set<String> foreign = ConcurrentHashMap.newKeySet();

    private final Map<RoomId, EntrantsRead> readings = new ConcurrentHashMap<>();

    Draws(Seeds seeds) {
        this.seeds = seeds;
    }

    /** Whether a step has been taken, here or by another node: if so, the room is to be looked at again. */
    boolean step(RoomLine room, RoomSnapshot seen, Instant now) {
        var configuration = room.configuration();
        if (!seen.hasVersion() || configuration.draw(seen, now).isEmpty()) {
            readings.remove(room.id());
            return false;
        }
        var known = configuration.known(seen, now);
        if (known.isEmpty()) {
            return opens(room, seen, now);
        }
        var draw = known.get();
        if (draw.isDone() || !isCommitted(room, draw)) {
            return false;
        }
        if (draw.frozen().isEmpty()) {
            return configuration.settings(seen).phase(now).calls() && freezes(room, seen, draw);
        }
        return draw.ownValue()
                .map(value -> room.draw(seen, draw.drawn(value, seeds.of(draw.draw()))))
                .orElse(false);
    }

    private boolean isCommitted(RoomLine room, LobbyDraw draw) {
        var isOurs = seeds.haveMade(draw);
        if (!isOurs && foreign.add(draw.commitment())) {
            LOG.error(
                    "room {}: the draw {} cannot be done, and nobody is called: the master key is not the one of when"
                            + " its lobby opened; set that one, or make the opening one without a draw",
                    room.id(),
                    draw.draw().id());
        }
        return isOurs;
    }

    /** An opening that was moved while people came to its lobby keeps these entrants. */
    private boolean opens(RoomLine room, RoomSnapshot seen, Instant now) {
        var draw = room.configuration().draw(seen, now).orElseThrow();
        var base = seen.draw()
                .filter(moved -> moved.frozen().isEmpty())
                .map(moved -> Math.max(moved.base(), seen.serving()))
                .orElse(seen.issued());
        return room.draw(seen, LobbyDraw.opened(draw, seeds.of(draw), base));
    }

    private boolean freezes(RoomLine room, RoomSnapshot seen, LobbyDraw draw) {
        var reading = readings.get(room.id());
        if (reading == null || !reading.draw.equals(draw)) {
            var entrants = Math.min(Math.max(0, seen.issued() - draw.base()), Permutation.MOST);
            var receipts = seeds.of(draw.draw()).receipts(draw.draw());
            reading = new EntrantsRead(
                    draw, entrants, receipts, new Networks(draw.draw().mostPerNetwork()));
            readings.put(room.id(), reading);
        }
        if (!isRead(room, seen, reading)) {
            return false;
        }
        readings.remove(room.id());
        var behind = reading.networks.behind();
        LOG.info(
                "room {}: {} take part in the draw {}, {} of them behind all others",
                room.id(),
                reading.entrants,
                draw.draw().id(),
                behind.entries().size());
        return room.draw(seen, draw.frozen(reading.entrants, reading.receipts.digest(), behind));
    }

    /** Reads on from the last part; stops while the store may have lost some entrants. */
    private static boolean isRead(RoomLine room, RoomSnapshot seen, EntrantsRead reading) {
        var receipts = reading.receipts;
        for (int part = 0; part < MOST_PARTS && receipts.count() < reading.entrants; part++) {
            var from = reading.draw.base() + receipts.count() + 1;
            var to = Math.min(from + room.mostIds() - 1, reading.draw.base() + reading.entrants);
            var ids = room.idsForGood(seen, from, to);
            if (ids.isEmpty()) {
                return false;
            }
            ids.get().forEach(reading::add);
        }
        return receipts.count() == reading.entrants;
    }
}
