package io.gatehouse.store.embedded;

import io.gatehouse.room.Counters;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlacesInMemory;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The places of one room in memory, and the two maps that keep them: what changes in the one changes in the others. */
final class KeptLine {

    private final String room;
    private final CheckedMap<String> counters;
    private final CheckedMap<Long> places;
    private final PlacesInMemory memory;
    private Counters kept;

    private KeptLine(
            String room, CheckedMap<String> counters, CheckedMap<Long> places, Counters kept, List<Place> present) {
        this.room = room;
        this.counters = counters;
        this.places = places;
        this.kept = kept;
        this.memory = new PlacesInMemory(kept, present, new Journal());
    }

    /** The line of a room without any join. */
    static KeptLine empty(String room, CheckedMap<String> counters, CheckedMap<Long> places) {
        return new KeptLine(room, counters, places, Counters.FIRST, List.of());
    }

    /** The line as it is on disk; what cannot be true is refused. */
    static KeptLine read(
            String room, Counters kept, CheckedMap<String> counters, CheckedMap<Long> places, byte[] totals) {
        var present = new ArrayList<Place>();
        var ids = new HashSet<>();
        places.verify(totals, (position, bytes) -> {
            var place = RecordFormat.place(Position.unpacked(position), bytes);
            if (!fits(place, kept) || !ids.add(place.id())) {
                throw new DataFolderException("position " + position + " of room " + room + " cannot be as it is");
            }
            present.add(place);
        });
        if (kept.serving() < 0 || kept.serving() > kept.issued()) {
            throw new DataFolderException("the counters of room " + room + " cannot be as they are");
        }
        return new KeptLine(room, counters, places, kept, present);
    }

    <T> T run(Function<PlacesInMemory, T> command) {
        var answer = command.apply(memory);
        keepCounters();
        counters.see(room);
        places.seeAll();
        return answer;
    }

    /** See {@link PlacesInMemory#find}; sees nothing else. A place keeps its id and its position for good. */
    Optional<Place> find(PlaceId id) {
        var found = memory.find(id);
        found.ifPresentOrElse(place -> places.see(place.position().packed()), places::seeRemovals);
        return found;
    }

    CheckedMap<Long> places() {
        return places;
    }

    /** All places, as the map has them. */
    List<Place> present() {
        return places.keysAfter(null, Integer.MAX_VALUE).stream()
                .flatMap(
                        key -> places.get(key).map(bytes -> RecordFormat.place(Position.unpacked(key), bytes)).stream())
                .toList();
    }

    private void keepCounters() {
        var now = memory.counters();
        if (!now.equals(kept)) {
            counters.put(room, RecordFormat.bytes(now));
            kept = now;
        }
    }

    private static boolean fits(Place place, Counters counters) {
        var isForgotten = place.stage() == Stage.WAITING && place.number() <= counters.serving();
        var lane = place.lane();
        var issued = lane == 0
                ? counters.issued()
                : lane <= counters.lanes().lanes().size()
                        ? counters.lanes().of(lane).issued()
                        : 0;
        return place.opening() == counters.opening() && place.number() <= issued && !isForgotten;
    }

    private final class Journal implements PlacesInMemory.Journal {

        @Override
        public void kept(Place place) {
            places.put(place.position().packed(), RecordFormat.bytes(place));
        }

        @Override
        public void forgotten(Place place) {
            places.remove(place.position().packed());
        }

        @Override
        public void cleared() {
            places.clear();
        }
    }
}
