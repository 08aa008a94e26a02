package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** What is true of every line at every moment. */
public final class LineInvariants {

    /** A line is longer than this only where many have done the same: then so many of them are looked for by id. */
    private static final int LOOKED_FOR = 20;

    private static final Set<Stage> BEFORE_THE_CALL = Set.of(Stage.WAITING, Stage.LEFT, Stage.EXPIRED);

    private LineInvariants() {}

    /** Looks at each position, and at the room as a whole. */
    public static void hold(RoomStore store, RoomId room, Instant now) {
        hold(new Lines(store), room, now);
    }

    /** The same of a line. */
    public static void hold(Lines lines, RoomId room, Instant now) {
        lines.sweep(room, now);
        var snapshot = lines.snapshot(room, now);
        var places = lines.places(room, 1, snapshot.issued() + 1, now);

        assertThat(snapshot.serving()).isBetween(0L, snapshot.issued());
        assertThat(places).allSatisfy(place -> assertThat(place.number()).isLessThanOrEqualTo(snapshot.issued()));
        assertThat(count(places, Stage.WAITING)).as("waiting").isEqualTo(snapshot.waiting());
        var ofAllLanes = new ArrayList<>(places);
        var lanes = snapshot.lanes().lanes();
        for (var lane = 1; lane <= lanes.size(); lane++) {
            ofAllLanes.addAll(lines.places(room, lane, 1, lanes.get(lane - 1).issued(), now));
        }
        assertThat(count(ofAllLanes, Stage.RETURNING) + count(ofAllLanes, Stage.IN_LANE))
                .as("returning")
                .isEqualTo(snapshot.returning());
        assertThat(count(ofAllLanes, Stage.TURN)).as("turns").isEqualTo(snapshot.turns());
        assertThat(count(ofAllLanes, Stage.READY)).as("ready").isEqualTo(snapshot.ready());
        assertThat(count(ofAllLanes, Stage.ADMITTED) + count(ofAllLanes, Stage.ENDING))
                .as("admitted")
                .isEqualTo(snapshot.admitted());
        snapshot.lanes().lanes().forEach(lane -> assertThat(lane.serving()).isBetween(0L, lane.issued()));
        assertThat(places).extracting(Place::id).doesNotHaveDuplicates();
        assertThat(places).extracting(Place::position).isSorted().doesNotHaveDuplicates();
        places.forEach(place -> holds(place, snapshot, now));
        // An odd step, so that those are not all the first of what a store writes in one request.
        for (int i = 0; i < places.size(); i += (places.size() / LOOKED_FOR) | 1) {
            var place = places.get(i);
            assertThat(lines.find(room, place.id(), now)).contains(place);
        }
    }

    /** Whoever of these stands in a lane beside the default one is called in its order: nobody is overtaken there. */
    static void holdInLanes(Lines lines, RoomId room, Collection<PlaceId> ids, Instant now) {
        var lanes = lines.snapshot(room, now).lanes();
        ids.stream()
                .flatMap(id -> lines.find(room, id, now).stream())
                .filter(place -> place.lane() > 0 && !BEFORE_THE_CALL.contains(place.stage()))
                .forEach(place -> assertThat(
                                place.number() > lanes.of(place.lane()).serving())
                        .as("%s waits for a first turn behind the lane's counter, and else is before it", place)
                        .isEqualTo(place.waitsInLane()));
    }

    private static void holds(Place place, RoomSnapshot snapshot, Instant now) {
        assertThat(place.opening()).isEqualTo(snapshot.opening());
        assertThat(place.until()).as("what is over has ended").isAfter(now);
        var isDrawn = snapshot.draw()
                .filter(draw -> draw.hasPassed(place.number(), draw.order()))
                .isPresent();
        assertThat(BEFORE_THE_CALL.contains(place.stage()) || isDrawn || place.number() <= snapshot.serving())
                .as("%s is called only by the counter", place)
                .isTrue();
        assertThat(place.stage() == Stage.WAITING && (isDrawn || place.number() <= snapshot.serving()))
                .as("%s is not forgotten by the counter", place)
                .isFalse();
        assertThat(place.stage().isInside() && place.admission().isEmpty())
                .as("%s holds an admission", place)
                .isFalse();
    }

    private static long count(List<Place> places, Stage stage) {
        return places.stream().filter(place -> place.stage() == stage).count();
    }
}
