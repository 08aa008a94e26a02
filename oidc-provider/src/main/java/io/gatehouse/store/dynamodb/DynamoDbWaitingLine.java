package io.gatehouse.store.dynamodb;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.store.PositionBlocks;
import io.gatehouse.store.WaitingLine;
import io.gatehouse.store.dynamodb.JoiningBatch.PlaceRequest;
import io.gatehouse.time.Batches;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The positions that visitors took, in the table: two items for each visitor, by id and by position.
 *
 * <pre>
 * {room}#waiting#{place id}           opening, position, joinedAt N: what this visitor took last
 * {room}#position#{opening}#{n}       id S, joinedAt N: who took it; or hole BOOL: no visitor will;
 *                                     of other lanes n is packed, and each place has its place item beside it
 * </pre>
 *
 * <p><b>Joining</b> takes a block of positions by one add. Then it writes both items of each visitor, one
 * after the other, each by itself: which position the id takes, if there is no item of the id or it is still
 * what was read; then who takes the position, if there is no item of that. So of several joins of one id one
 * decides, on any nodes, and the others find its position; and a position has one holder, or is a hole,
 * for good. A transaction over both would cost twice as much, and is not needed, because the second item
 * decides alone: a visitor whose position has not got it has no place, and is neither found nor called. The
 * next join of the id completes it. Where the position has become a hole meanwhile, or a lost answer makes an
 * own item look like another's, the join reads both items and begins anew.
 *
 * <p><b>Holes.</b> A crash before the second item leaves empty positions. A slow join looks the same, and the
 * difference does not matter: a call of the visitors behind writes into each missing position that it is a
 * hole, and a join that comes too late takes a new position.
 *
 * <p>Nothing is forgotten before its ttl, a year after the join: an id that has joined is known by its
 * waiting item, so that a join of a called visitor uses no position up. A place item outlives it if it must.
 */
final class DynamoDbWaitingLine implements WaitingLine {

    /**
     * The number of shards of a room in this node; each has one batch under way, and an id is always in the
     * same shard.
     */
    private static final int SHARDS = 4;

    /** The maximum number of holes closed at once: one item of the transaction counts them. */
    private static final int MOST_HOLES = Table.MOST_ITEMS - 1;

    private static final long LONGEST_LOOK = 10_000;

    private static final String OPENING = "opening";

    private record Shard(RoomId room, int number) {}

    private final Table table;
    private final PositionBlocks blocks;
    private final long longestLook;
    private final Map<Shard, Batches<PlaceRequest, Place>> shards = new ConcurrentHashMap<>();

    DynamoDbWaitingLine(Table table, PositionBlocks blocks) {
        this(table, blocks, LONGEST_LOOK);
    }

    /** @param longestLook how many holes are looked through at most in one call for one who waits behind them */
    DynamoDbWaitingLine(Table table, PositionBlocks blocks, long longestLook) {
        this.table = table;
        this.blocks = blocks;
        this.longestLook = longestLook;
    }

    @Override
    public Place join(RoomId room, long opening, PlaceId id, long over, Instant now) {
        var shard = new Shard(room, Math.floorMod(id.hashCode(), SHARDS));
        return shards.computeIfAbsent(shard, unknown -> new Batches<>(JoiningBatch.MOST, batch -> joinAll(room, batch)))
                .ask(new PlaceRequest(id, opening, over, now));
    }

    /**
     * The counter goes on first, and only from where it was read, so no newcomer is at these positions. Those
     * that a broken call has left empty are filled by its repetition.
     */
    @Override
    public Optional<List<Place>> joinInOrder(RoomId room, List<Place> places, Instant now) {
        var opening = places.get(0).opening();
        return table.patiently("joining in order", () -> {
            // Positions behind that have no item yet.
            var issued = blocks.last(room, opening);
            var known = table.getAll(places.stream()
                    .flatMap(place -> Stream.of(
                                    Schema.waiting(room, place.id()), Schema.position(room, opening, place.number()))
                            .limit(place.number() > issued ? 1 : 2))
                    .toList());
            var answer = new ArrayList<Place>();
            var missing = new ArrayList<Place>();
            for (var place : places) {
                var there = Optional.ofNullable(known.get(Schema.position(room, opening, place.number())));
                var kept = Optional.ofNullable(known.get(Schema.waiting(room, place.id())))
                        .filter(item -> item.number(OPENING, 1) >= opening)
                        .map(DynamoDbWaitingLine::waiting);
                var theirs = there.flatMap(item -> taken(item, opening, place.number()))
                        .filter(taken -> taken.id().equals(place.id()));
                // A call that broke off may have left out the position.
                var isOthers = there.isPresent()
                        || kept.filter(one -> one.opening() != opening || one.number() != place.number())
                                .isPresent();
                if (theirs.isEmpty() && isOthers) {
                    return Optional.of(Optional.empty());
                }
                if (theirs.isEmpty()) {
                    missing.add(place);
                }
                answer.add(theirs.orElse(place));
            }
            var isDone = missing.isEmpty() ? Optional.of(true) : joinInOrder(room, missing, issued);
            if (isDone.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(isDone.get() ? Optional.of(List.copyOf(answer)) : Optional.empty());
        });
    }

    /**
     * Empty when it is to be made again; false when a position before them was not given out. By id they are
     * written without a condition, since no newcomer has these ids; two calls at once that give them other
     * positions are told apart by position.
     */
    private Optional<Boolean> joinInOrder(RoomId room, List<Place> missing, long issued) {
        var opening = missing.get(0).opening();
        var last = missing.get(missing.size() - 1).number();
        if (missing.get(0).number() > issued + 1) {
            return Optional.of(false);
        }
        if (last > issued && !blocks.takeBehind(room, opening, issued, last)) {
            return Optional.empty();
        }
        table.putAll(missing.stream()
                .map(place -> JoiningBatch.waitingItem(room, place))
                .toList());
        // Positions that newcomers may be about to take come first: if one is gone, none behind is taken.
        for (var isGivenOut : List.of(true, false)) {
            var there = table.insertAll(missing.stream()
                    .filter(place -> place.number() <= issued == isGivenOut)
                    .map(place -> JoiningBatch.positionItem(room, place))
                    .toList());
            if (!there.isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of(true);
    }

    @Override
    public Optional<Place> find(RoomId room, long opening, PlaceId id) {
        return table.get(Schema.waiting(room, id))
                .map(DynamoDbWaitingLine::waiting)
                .filter(place -> place.opening() == opening)
                .filter(place -> table.get(Schema.position(room, opening, place.number()))
                        .filter(item -> isOf(item, id))
                        .isPresent());
    }

    /** Whether an item of a position says that this visitor has it. */
    static boolean isOf(Item position, PlaceId id) {
        return position.text("id", "").equals(id.value().toString());
    }

    @Override
    public List<Place> at(RoomId room, long opening, List<Long> positions) {
        return at(table, room, opening, positions);
    }

    /** The places at these positions of any lane, packed. */
    static List<Place> at(Table table, RoomId room, long opening, List<Long> positions) {
        var items = table.getAll(positions.stream()
                .map(position -> Schema.position(room, opening, position))
                .toList());
        return positions.stream()
                .flatMap(position -> Optional.ofNullable(items.get(Schema.position(room, opening, position)))
                        .flatMap(item -> taken(item, opening, position))
                        .stream())
                .toList();
    }

    @Override
    public List<Place> next(RoomId room, long opening, long after, long upTo, int most) {
        var found = new ArrayList<Place>();
        var last = Math.min(upTo, after + longestLook);
        for (long from = after + 1; from <= last && found.size() < most; ) {
            var to = Math.min(last, from + Math.min(most - found.size(), Table.MOST_ITEMS) - 1);
            found.addAll(
                    at(room, opening, LongStream.rangeClosed(from, to).boxed().toList()));
            from = to + 1;
        }
        return found;
    }

    @Override
    public long longestLook() {
        return longestLook;
    }

    @Override
    public boolean passOver(RoomId room, long opening, List<Long> positions, Instant now) {
        for (int first = 0; first < positions.size(); first += MOST_HOLES) {
            var some = positions.subList(first, Math.min(positions.size(), first + MOST_HOLES));
            if (!close(room, opening, some, now)) {
                return false;
            }
        }
        return true;
    }

    /** The line forgets nothing: the ttl removes its items. */
    @Override
    public void served(RoomId room, long opening, long serving) {}

    @Override
    public Extent extent(RoomId room, long opening, long serving, Instant now) {
        return new Extent(blocks.last(room, opening), 0, OptionalLong.empty());
    }

    private List<Place> joinAll(RoomId room, List<PlaceRequest> batch) {
        // Usually one; a new opening may begin while they gather.
        var openings = batch.stream().collect(groupingBy(PlaceRequest::opening, TreeMap::new, toList()));
        var places = new HashMap<PlaceRequest, Place>();
        openings.forEach((opening, joinings) -> {
            var joined = new JoiningBatch(table, blocks, room, opening).join(joinings);
            joinings.forEach(joining -> places.put(joining, Objects.requireNonNull(joined.get(joining.id()))));
        });
        return batch.stream().map(places::get).toList();
    }

    private boolean close(RoomId room, long opening, List<Long> positions, Instant now) {
        var keys = positions.stream()
                .map(position -> Schema.position(room, opening, position))
                .toList();
        return table.until("passing holes over", () -> {
            var known = table.getAll(keys);
            if (known.values().stream().anyMatch(item -> !item.has("hole"))) {
                return Optional.of(false);
            }
            var holes = keys.stream()
                    .filter(key -> !known.containsKey(key))
                    .map(key -> hole(key, now))
                    .toList();
            if (holes.isEmpty()) {
                return Optional.of(true);
            }
            var writes = new ArrayList<>(holes);
            writes.add(Totals.none().holes(holes.size()).adding(table, room, opening));
            return table.transact(writes).isDone() ? Optional.of(true) : Optional.empty();
        });
    }

    private TransactWriteItem hole(String key, Instant now) {
        var hole = Item.of(key).with("hole").with(Schema.TTL, Schema.garbage(now));
        return table.putting(hole, Condition.ABSENT);
    }

    /** The place that a waiting item stands for. */
    static Place waiting(Item item) {
        return Place.waiting(
                Schema.id(item.key()),
                item.number(OPENING, 1),
                Position.of(item.number("position", 1)),
                item.instant("joinedAt").orElseThrow());
    }

    private static Optional<Place> taken(Item item, long opening, long position) {
        if (item.has("hole")) {
            return Optional.empty();
        }
        var id = new PlaceId(UUID.fromString(item.text("id", "")));
        return Optional.of(Place.waiting(
                id,
                opening,
                Position.unpacked(position),
                item.instant("joinedAt").orElseThrow()));
    }
}
