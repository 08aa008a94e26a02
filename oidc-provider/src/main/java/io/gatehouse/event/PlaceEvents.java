package io.gatehouse.event;

import io.gatehouse.draw.Order;
import io.gatehouse.lane.LaneCounters;
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

/**
 * The events of a place: joined, called, lapsed, admitted, and at its end left or ended.
 *
 * @param lanes the lanes of the opening, by which events name them
 * @param order the order of call, which says the numbers that visitors are told
 */
record PlaceEvents(Room room, LaneCounters lanes, Order order) {

    /**
     * The former events of a place, as far as they follow from the place itself, oldest first. An admitted
     * place does not say when it was called, a place that has left not whether it was, and none by which
     * rule. An event of unknown time has the latest possible one.
     */
    List<Event> history(Place place, Instant now) {
        var events = new ArrayList<Event>();
        events.add(event(place, EventKind.JOINED, place.joinedAt()));
        calledAt(place, now).ifPresent(when -> events.add(event(place, EventKind.CALLED, when)));
        if (place.stage() == Stage.LAPSED) {
            events.add(event(place, EventKind.LAPSED, turnEnd(place)));
        }
        admittedAt(place).ifPresent(when -> events.add(event(place, EventKind.ADMITTED, when)));
        if (place.stage().isEnded()) {
            events.add(ended(place, place.stage(), place.endedAt().orElse(now)));
        }
        return events;
    }

    private static Optional<Instant> admittedAt(Place place) {
        return place.admission().map(Admission::admittedAt);
    }

    private Optional<Instant> calledAt(Place place, Instant now) {
        if (place.stage() == Stage.READY) {
            return Optional.of(now);
        }
        var window = room.terms().claimWindow().multipliedBy(1 + place.extensions());
        var hadTurn = place.stage().isTurn() || place.stage() == Stage.LAPSED;
        return hadTurn ? Optional.of(turnEnd(place).minus(window)) : admittedAt(place);
    }

    private Instant turnEnd(Place place) {
        var until = place.until();
        return place.stage() == Stage.LAPSED ? until.minus(room.terms().returnWindow()) : until;
    }

    /**
     * The events of a change, oldest first.
     *
     * @param why the rule that called it; empty where no call has made the change
     */
    List<Event> changed(RoomStore.Step step, Optional<String> why, Instant now) {
        var before = step.before();
        // A forgotten place has expired long before.
        var stage = step.after().map(Place::stage).orElse(Stage.EXPIRED);
        var events = new ArrayList<Event>();
        if (stage == before.stage() || before.stage().isEnded()) {
            return events;
        }
        if (stage == Stage.TURN && before.stage() != Stage.READY) {
            events.add(event(before, EventKind.CALLED, now, "why", why));
        }
        if (stage == Stage.ADMITTED) {
            var since = step.after().flatMap(Place::admission).map(Admission::admittedAt);
            events.add(event(before, EventKind.ADMITTED, since.orElse(now)));
        }
        if (before.stage().isTurn() && step.ending().isPresent()) {
            events.add(event(before, EventKind.LAPSED, now));
        }
        if (stage.isEnded()) {
            events.add(ended(before, stage, now));
        }
        return events;
    }

    private Event ended(Place place, Stage stage, Instant when) {
        var kind = place.admission().isPresent() ? EventKind.ENDED : EventKind.LEFT;
        return event(place, kind, when, "how", Optional.of(stage.told().name()));
    }

    private Event event(Place place, EventKind kind, Instant time) {
        return event(place, kind, time, "how", Optional.empty());
    }

    private Event event(Place place, EventKind kind, Instant time, String reason, Optional<String> word) {
        var data = new TreeMap<String, Object>(
                Map.of("room", room.id().value(), "opening", place.opening(), "position", place.number()));
        lanes.name(place.lane()).ifPresent(lane -> data.put("lane", lane));
        if (place.lane() == 0 && order.of(place.number()) != place.number()) {
            data.put("drawn", order.of(place.number()));
        }
        word.ifPresent(said -> data.put(reason, said));
        var isSecond = place.hasReturned() && kind != EventKind.JOINED;
        var id = room.id() + "-" + place.opening() + "-" + place.position().id() + "-" + kind.word()
                + (isSecond ? "-again" : "");
        return new Event(id, kind.word(), time, data);
    }
}
