package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.store.PositionBlocks;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Gives several visitors their positions in one opening; how, stands at {@link DynamoDbWaitingLine}. */
final class JoiningBatch {

    /** Two items for each. */
    static final int MOST = Table.MOST_ITEMS / 2;

    /**
     * One who wants a position.
     *
     * @param over what this id took at this position or before does not count
     */
    record PlaceRequest(PlaceId id, long opening, long over, Instant now) {}

    private final Table table;
    private final PositionBlocks blocks;
    private final RoomId room;
    private final long opening;

    /** Those who have no place yet; one visitor may have joined several times. */
    private final Map<PlaceId, PlaceRequest> newcomers = new LinkedHashMap<>();

    /** Positions that were taken from the counter for them. */
    private final Map<PlaceId, Long> held = new HashMap<>();

    private final Map<PlaceId, Place> places = new HashMap<>();

    JoiningBatch(Table table, PositionBlocks blocks, RoomId room, long opening) {
        this.table = table;
        this.blocks = blocks;
        this.room = room;
        this.opening = opening;
    }

    Map<PlaceId, Place> join(List<PlaceRequest> batch) {
        batch.forEach(request -> newcomers.merge(
                request.id(), request, (first, second) -> first.over() < second.over() ? second : first));
        table.until("joining", () -> attempt() ? Optional.of(places) : Optional.empty());
        return places;
    }

    /** False if it is to be made again, by those who are still newcomers then. */
    private boolean attempt() {
        var keys =
                newcomers.keySet().stream().map(id -> Schema.waiting(room, id)).toList();
        var before = table.getAll(keys);
        before.values().forEach(this::recognise);
        if (newcomers.isEmpty()) {
            return true;
        }
        hold();
        return write(before);
    }

    private void recognise(Item item) {
        var place = DynamoDbWaitingLine.waiting(item);
        var request = newcomers.get(place.id());
        if (request == null) {
            return;
        }
        var isCurrent = place.opening() == opening && place.number() > request.over();
        if (isCurrent || place.opening() > opening) {
            settle(place);
        }
    }

    private void hold() {
        var without =
                newcomers.keySet().stream().filter(id -> !held.containsKey(id)).toList();
        if (without.isEmpty()) {
            return;
        }
        var position = blocks.take(room, opening, without.size()) - without.size();
        for (var id : without) {
            position++;
            held.put(id, position);
        }
    }

    private boolean write(Map<String, Item> before) {
        var wanted = newcomers.values().stream().map(this::place).toList();
        var writes = wanted.stream()
                .flatMap(place ->
                        writes(table, room, place, Optional.ofNullable(before.get(Schema.waiting(room, place.id())))))
                .toList();
        var outcome = table.transact(writes);
        if (outcome.isDone()) {
            wanted.forEach(this::settle);
            return true;
        }
        for (var number : outcome.refused()) {
            if (number % 2 == 1) {
                held.remove(wanted.get(number / 2).id());
            }
        }
        return false;
    }

    private Place place(PlaceRequest request) {
        var position = Objects.requireNonNull(held.get(request.id()), "a newcomer has no position");
        return Place.waiting(request.id(), opening, Position.of(position), request.now());
    }

    private void settle(Place place) {
        places.put(place.id(), place);
        newcomers.remove(place.id());
    }

    /** The two items of a place that has just been taken, each if it is still as it was read, or absent. */
    static Stream<TransactWriteItem> writes(Table table, RoomId room, Place place, Optional<Item> before) {
        var waiting = before.orElseGet(() -> Item.of(Schema.waiting(room, place.id())))
                .with("opening", place.opening())
                .with("position", place.number())
                .with("joinedAt", place.joinedAt())
                .with(Schema.TTL, Schema.garbage(place.joinedAt()));
        return Stream.of(
                table.putting(waiting, Condition.unchanged(before, "opening", "position")),
                position(table, room, place));
    }

    /** Who took this position, unless a place or a hole has it. */
    static TransactWriteItem position(Table table, RoomId room, Place place) {
        var position = Item.of(
                        Schema.position(room, place.opening(), place.position().packed()))
                .with("id", place.id().value().toString())
                .with("joinedAt", place.joinedAt())
                .with(Schema.TTL, Schema.garbage(place.joinedAt()));
        return table.putting(position, Condition.ABSENT);
    }
}
