package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.store.PositionBlocks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
        var requests = List.copyOf(newcomers.values());
        var writes = new ArrayList<TransactWriteItem>();
        for (var request : requests) {
            var read = Optional.ofNullable(before.get(Schema.waiting(room, request.id())));
            writes.add(table.putting(waiting(request, read), Condition.unchanged(read, "opening", "position")));
            writes.add(table.putting(position(request), Condition.ABSENT));
        }
        var outcome = table.transact(writes);
        if (outcome.isDone()) {
            requests.forEach(request ->
                    settle(Place.waiting(request.id(), opening, Position.of(position(request.id())), request.now())));
            return true;
        }
        for (var number : outcome.refused()) {
            if (number % 2 == 1) {
                held.remove(requests.get(number / 2).id());
            }
        }
        return false;
    }

    private void settle(Place place) {
        places.put(place.id(), place);
        newcomers.remove(place.id());
    }

    private Item waiting(PlaceRequest request, Optional<Item> before) {
        return before.orElseGet(() -> Item.of(Schema.waiting(room, request.id())))
                .with("opening", opening)
                .with("position", position(request.id()))
                .with("joinedAt", request.now())
                .with(Schema.TTL, Schema.garbage(request.now()));
    }

    private Item position(PlaceRequest request) {
        return Item.of(Schema.position(room, opening, position(request.id())))
                .with("id", request.id().value().toString())
                .with("joinedAt", request.now())
                .with(Schema.TTL, Schema.garbage(request.now()));
    }

    private long position(PlaceId id) {
        return Objects.requireNonNull(held.get(id), "a newcomer has no position");
    }
}
