package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.time.Batches;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Reads and writes place items. Looks of one room are made in batches, since each wants the room's counters
 * beside the place, and one item bears no more than 3,000 reads a second.
 */
final class Places {

    /**
     * The counters and the place item of a visitor; the counters may be younger than the item.
     *
     * @param kept the place item, of this opening or an older one; one that says no more than until when a
     *     place waits is nothing that became of it
     */
    record Seen(KeptCounters counters, Optional<PlaceItem> kept) {

        /** The place that waits no more, of this opening; empty when there is none or it is forgotten. */
        Optional<Place> place() {
            return gone().filter(known -> !known.isForgotten()).map(PlaceItem::place);
        }

        /** The position that is over: what this visitor took there, or before, does not wait. */
        long over() {
            return gone().map(known -> known.place().position().packed()).orElse(0L);
        }

        /** A place of the waiting line as it is kept, if its visitor has looked for it since. */
        Place asKept(Place taken) {
            return ofThisOpening().map(known -> known.ofWaiting(taken)).orElse(taken);
        }

        /** Whether a place of the waiting line still waits, as far as this says. */
        boolean isWaiting(Place taken) {
            return isNotOver(taken) && taken.number() > counters.serving();
        }

        /** Whether nothing has become of a place of the waiting line, but that the call may have gone past it. */
        boolean isNotOver(Place taken) {
            return taken.opening() == counters.opening() && taken.position().packed() > over();
        }

        private Optional<PlaceItem> gone() {
            return ofThisOpening().filter(known -> !known.isWaiting());
        }

        private Optional<PlaceItem> ofThisOpening() {
            return kept.filter(known -> known.place().opening() == counters.opening());
        }
    }

    /** The maximum number of parts of an index that are searched for places that are still due. */
    private static final int MOST_ROUNDS = 40;

    private final Table table;
    private final Map<RoomId, Batches<PlaceId, Seen>> looks = new ConcurrentHashMap<>();

    Places(Table table) {
        this.table = table;
    }

    Seen look(RoomId room, PlaceId place) {
        return looks.computeIfAbsent(room, unknown -> new Batches<>(Table.MOST_ITEMS - 1, ids -> lookAll(room, ids)))
                .ask(place);
    }

    /** The place items of these as they are now, in any opening. */
    Map<PlaceId, PlaceItem> read(RoomId room, List<PlaceId> ids) {
        var keys = ids.stream().map(id -> Schema.place(room, id)).toList();
        return read(keys);
    }

    Map<PlaceId, PlaceItem> read(List<String> keys) {
        var found = new HashMap<PlaceId, PlaceItem>();
        table.getAll(keys).values().stream()
                .map(PlaceItem::read)
                .forEach(kept -> found.put(kept.place().id(), kept));
        return found;
    }

    /**
     * Turns and admissions whose time has come, and that no node has written yet; at most so many. The index
     * that says so lags behind the table, by milliseconds as a rule: a slot is then freed a tick later, never
     * too early.
     */
    List<Place> due(RoomId room, long opening, Instant now, int most) {
        var due = new ArrayList<Place>();
        for (int shard = 0; shard < Schema.AGENDA_SHARDS && due.size() < most; shard++) {
            due(Schema.due(room, opening, shard), opening, now, most, due);
        }
        return due;
    }

    /** A lagging index still names ended places; the due ones are behind them. */
    private void due(String agenda, long opening, Instant now, int most, List<Place> due) {
        Map<String, AttributeValue> last = Map.of();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            var part = table.agenda(agenda, now.toEpochMilli(), most, last);
            read(part.keys()).values().stream()
                    .filter(kept -> !kept.isForgotten())
                    .map(PlaceItem::place)
                    .filter(place -> place.opening() == opening)
                    .filter(place -> place.stage().takesSlot() || place.stage().isTurn())
                    .filter(place ->
                            place.dueAt().filter(at -> !at.isAfter(now)).isPresent())
                    .limit(most - due.size())
                    .forEach(due::add);
            last = part.last();
            if (due.size() == most || last.isEmpty()) {
                return;
            }
        }
    }

    /** Writes what becomes of a place, unless it has changed since it was read; as part of a transaction. */
    TransactWriteItem changing(RoomId room, Place before, Place after) {
        return table.putting(PlaceItem.item(room, after), PlaceItem.asRead(room, before));
    }

    /**
     * Forgets a place, unless it has changed since it was read; positions of its visitor in the default lane
     * up to {@code over} are over.
     */
    TransactWriteItem forgetting(RoomId room, Place before, long over) {
        return table.putting(PlaceItem.forgotten(room, before, over), PlaceItem.asRead(room, before));
    }

    /** Writes a place that is new, unless its id has one; as part of a transaction. */
    Stream<TransactWriteItem> entering(RoomId room, Place place) {
        return Stream.of(
                table.putting(PlaceItem.item(room, place), PlaceItem.absent(place.opening())),
                table.putting(JoiningBatch.positionItem(room, place), Condition.ABSENT));
    }

    /** Looks at many visitors at once; the answer has their order. */
    List<Seen> lookAll(RoomId room, List<PlaceId> ids) {
        var keys = new ArrayList<String>();
        keys.add(Schema.counters(room));
        ids.forEach(id -> keys.add(Schema.place(room, id)));
        var items = table.getAll(keys);
        var counters = KeptCounters.read(Optional.ofNullable(items.get(keys.get(0))));
        return ids.stream()
                .map(id -> new Seen(
                        counters,
                        Optional.ofNullable(items.get(Schema.place(room, id))).map(PlaceItem::read)))
                .toList();
    }
}
