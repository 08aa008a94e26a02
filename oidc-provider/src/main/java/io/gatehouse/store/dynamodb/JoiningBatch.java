package io.gatehouse.store.dynamodb;

import static java.util.stream.Collectors.partitioningBy;

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
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Gives several visitors their positions in one opening; how, stands at {@link DynamoDbWaitingLine}. */
final class JoiningBatch {

    /** The requests of a batch: few enough for four inserting requests, so that no visitor waits for long. */
    static final int MOST = 50;

    /**
     * The wish of a visitor for a position.
     *
     * @param over positions of this id up to this one do not count
     */
    record PlaceRequest(PlaceId id, long opening, long over, Instant now) {}

    private final Table table;
    private final PositionBlocks blocks;
    private final RoomId room;
    private final long opening;

    /** The visitors who have no place yet; one may have joined several times. */
    private final Map<PlaceId, PlaceRequest> newcomers = new LinkedHashMap<>();

    /** The positions that were taken from the counter for newcomers. */
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

    /** False if another attempt is needed, for the visitors who are still newcomers then. */
    private boolean attempt() {
        var before = table.getAll(
                newcomers.keySet().stream().map(id -> Schema.waiting(room, id)).toList());
        var named =
                before.values().stream().flatMap(item -> named(item).stream()).toList();
        var kept = table.getAll(named.stream().map(this::position).toList());
        var begun = new ArrayList<Place>();
        for (var place : named) {
            var position = Optional.ofNullable(kept.get(position(place)));
            if (position.isEmpty()) {
                begun.add(place);
            } else if (DynamoDbWaitingLine.isOf(position.get(), place.id())) {
                settle(place);
            }
        }
        var without = newcomers.values().stream()
                .filter(request -> begun.stream().noneMatch(place -> place.id().equals(request.id())))
                .toList();
        begun.addAll(begin(without, before));
        var refused = table.insertAll(
                begun.stream().map(place -> positionItem(room, place)).toList());
        for (int number = 0; number < begun.size(); number++) {
            var place = begun.get(number);
            if (refused.contains(number)) {
                held.remove(place.id());
            } else {
                settle(place);
            }
        }
        return newcomers.isEmpty();
    }

    /** The place that a waiting item names, if it counts. */
    private Optional<Place> named(Item item) {
        var place = DynamoDbWaitingLine.waiting(item);
        var request = Objects.requireNonNull(newcomers.get(place.id()), "an item that was not asked for");
        var isCurrent = place.opening() == opening && place.number() > request.over();
        return isCurrent || place.opening() > opening ? Optional.of(place) : Optional.empty();
    }

    private String position(Place place) {
        return Schema.position(room, place.opening(), place.number());
    }

    /** Writes by id which position each takes; without visitors whose item is no longer as it was read. */
    private List<Place> begin(List<PlaceRequest> requests, Map<String, Item> before) {
        hold(requests);
        var known = requests.stream()
                .map(this::place)
                .collect(partitioningBy(place -> before.containsKey(Schema.waiting(room, place.id()))));
        var first = known.getOrDefault(false, List.of());
        var refused = table.insertAll(
                first.stream().map(place -> waitingItem(room, place)).toList());
        var begun = new ArrayList<>(IntStream.range(0, first.size())
                .filter(number -> !refused.contains(number))
                .mapToObj(first::get)
                .toList());
        var again = known.getOrDefault(true, List.of());
        if (!again.isEmpty()
                && table.transact(again.stream()
                                .map(place -> replacing(place, before))
                                .toList())
                        .isDone()) {
            begun.addAll(again);
        }
        return begun;
    }

    private void hold(List<PlaceRequest> requests) {
        var without = requests.stream()
                .map(PlaceRequest::id)
                .filter(id -> !held.containsKey(id))
                .toList();
        if (without.isEmpty()) {
            return;
        }
        var position = blocks.take(room, opening, without.size()) - without.size();
        for (var id : without) {
            position++;
            held.put(id, position);
        }
    }

    private Place place(PlaceRequest request) {
        var position = Objects.requireNonNull(held.get(request.id()), "a newcomer has no position");
        return Place.waiting(request.id(), opening, Position.of(position), request.now());
    }

    /** Writes which position a visitor has taken in place of what was read, if it is still so. */
    private TransactWriteItem replacing(Place place, Map<String, Item> before) {
        var item = waitingItem(room, place);
        var read = Optional.ofNullable(before.get(item.key()));
        return table.putting(item, Condition.unchanged(read, "opening", "position"));
    }

    private void settle(Place place) {
        places.put(place.id(), place);
        newcomers.remove(place.id());
    }

    /** The item that names a visitor's position. */
    static Item waitingItem(RoomId room, Place place) {
        return Item.of(Schema.waiting(room, place.id()))
                .with("opening", place.opening())
                .with("position", place.number())
                .with("joinedAt", place.joinedAt())
                .with(Schema.TTL, Schema.garbage(place.joinedAt()));
    }

    /** The item that names the visitor of a position. */
    static Item positionItem(RoomId room, Place place) {
        return Item.of(Schema.position(room, place.opening(), place.position().packed()))
                .with("id", place.id().value().toString())
                .with("joinedAt", place.joinedAt())
                .with(Schema.TTL, Schema.garbage(place.joinedAt()));
    }
}
