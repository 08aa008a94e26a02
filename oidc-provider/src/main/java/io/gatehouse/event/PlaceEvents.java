package io.gatehouse.event;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a place lives through, as events: joined, called, lapsed, admitted, and at its end left or ended. */
final class PlaceEvents {

    private PlaceEvents() {}

    /**
     * How the place has come to where it stands, as far as it says so itself, oldest first. A place does not say when it was
     * called once it is admitted, nor whether it was called once it has left. What it does not say the time of has the latest
     * possible one.
     */
    static List<Event> history(Room room, Place place, Instant now) {
        var events = new ArrayList<Event>();
        events.add(event(room, place, EventKind.JOINED, place.joinedAt()));
        calledAt(room, place).ifPresent(when -> events.add(event(room, place, EventKind.CALLED, when)));
        if (place.stage() == Stage.LAPSED) {
            events.add(event(room, place, EventKind.LAPSED, turnEnd(room, place)));
        }
        admittedAt(place).ifPresent(when -> events.add(event(room, place, EventKind.ADMITTED, when)));
        if (place.stage().isEnded()) {
            events.add(ended(room, place, place.stage(), place.endedAt().orElse(now)));
        }
        return events;
    }

    private static Optional<Instant> admittedAt(Place place) {
        return place.admission().map(Admission::admittedAt);
    }

    private static Optional<Instant> calledAt(Room room, Place place) {
        var window = room.terms().claimWindow().multipliedBy(1 + place.extensions());
        var hadTurn = place.stage() == Stage.TURN || place.stage() == Stage.LAPSED;
        return hadTurn ? Optional.of(turnEnd(room, place).minus(window)) : admittedAt(place);
    }

    private static Instant turnEnd(Room room, Place place) {
        var until = place.until();
        return place.stage() == Stage.LAPSED ? until.minus(room.terms().returnWindow()) : until;
    }

    /** What a change has made of it, oldest first. */
    static List<Event> changed(Room room, RoomStore.Step step, Instant now) {
        var before = step.before();
        // What is forgotten has run out long before.
        var stage = step.after().map(Place::stage).orElse(Stage.EXPIRED);
        var events = new ArrayList<Event>();
        if (stage == before.stage() || before.stage().isEnded()) {
            return events;
        }
        if (stage == Stage.TURN) {
            events.add(event(room, before, EventKind.CALLED, now));
        }
        if (stage == Stage.ADMITTED) {
            var since = step.after().flatMap(Place::admission).map(Admission::admittedAt);
            events.add(event(room, before, EventKind.ADMITTED, since.orElse(now)));
        }
        if (before.stage() == Stage.TURN && stage != Stage.ADMITTED && stage != Stage.LEFT) {
            events.add(event(room, before, EventKind.LAPSED, now));
        }
        if (stage.isEnded()) {
            events.add(ended(room, before, stage, now));
        }
        return events;
    }

    private static Event ended(Room room, Place place, Stage stage, Instant when) {
        var kind = place.admission().isPresent() ? EventKind.ENDED : EventKind.LEFT;
        return event(room, place, kind, when, Optional.of(stage.told().name()));
    }

    private static Event event(Room room, Place place, EventKind kind, Instant time) {
        return event(room, place, kind, time, Optional.empty());
    }

    private static Event event(Room room, Place place, EventKind kind, Instant time, Optional<String> how) {
        var data = new TreeMap<String, Object>(
                Map.of("room", room.id().value(), "opening", place.opening(), "position", place.number()));
        if (place.lane() > 0 && place.lane() <= room.lanes().declared().size()) {
            data.put("lane", room.lanes().declared().get(place.lane() - 1).name());
        }
        how.ifPresent(stage -> data.put("how", stage));
        var isSecond = place.hasReturned() && (kind == EventKind.CALLED || kind == EventKind.LAPSED);
        var id = room.id() + "-" + place.opening() + "-" + place.position().packed() + "-" + kind.word()
                + (isSecond ? "-again" : "");
        return new Event(id, kind.word(), time, data);
    }
}
