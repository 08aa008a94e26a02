package io.gatehouse.awsapi.event;

import static java.util.Map.entry;

import io.gatehouse.awsapi.takeover.Takeover;
import io.gatehouse.event.Event;
import io.gatehouse.event.EventKinds;
import io.gatehouse.event.EventSource;
import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The four events of the old stack, with the members that they had: numbers as texts where those were texts. */
public final class OldEvents implements EventSource {

    private static final String TOKEN_GENERATED = "token_generated";
    private static final String SESSION_UPDATED = "session_updated";
    private static final String COUNTER_MOVED = "automatic_serving_counter_incr";
    private static final String METRICS = "waiting_room_metrics";

    static final EventKinds KINDS = new EventKinds(List.of(TOKEN_GENERATED, SESSION_UPDATED, COUNTER_MOVED, METRICS));

    private final Function<RoomId, Optional<String>> eventIds;
    private final Takeover takeover;
    private final Function<PlaceId, String> requestIds;

    /**
     * @param eventIds the event id of each room that tells its events in these words
     * @param takeover gives the numbers of an event that ran on the old stack
     */
    public OldEvents(
            Function<RoomId, Optional<String>> eventIds, Takeover takeover, Function<PlaceId, String> requestIds) {
        this.eventIds = eventIds;
        this.takeover = takeover;
        this.requestIds = requestIds;
    }

    /** Every admitted visitor gets tokens, by this API or a site's login, and every end of a visit ends the session. */
    @Override
    public List<Event> changed(RoomId room, RoomStore.Step step, Instant now) {
        return isTold(room) ? told(room, step, now) : List.of();
    }

    private List<Event> told(RoomId room, RoomStore.Step step, Instant now) {
        var before = step.before();
        var after = step.after().map(Place::stage).orElse(Stage.EXPIRED);
        var told = new ArrayList<Event>();
        if (step.after().filter(OldEvents::hasArrived).isPresent() && !hasArrived(before)) {
            told.add(event(room, before, TOKEN_GENERATED, now, Map.of()));
        }
        if (before.stage() == Stage.ADMITTED && after != Stage.ADMITTED && after != Stage.EXPIRED) {
            told.add(ended(room, before, after, now));
        }
        return told;
    }

    @Override
    public List<Event> history(RoomId room, Place place, Instant now) {
        return isTold(room) ? toldBefore(room, place, now) : List.of();
    }

    private List<Event> toldBefore(RoomId room, Place place, Instant now) {
        var told = new ArrayList<Event>();
        place.admission()
                .filter(Admission::hasArrived)
                .ifPresent(since -> told.add(event(room, place, TOKEN_GENERATED, since.admittedAt(), Map.of())));
        if (place.admission().isPresent() && place.stage().isEnded() && place.stage() != Stage.EXPIRED) {
            told.add(ended(room, place, place.stage(), place.endedAt().orElse(now)));
        }
        return told;
    }

    private Event ended(RoomId room, Place place, Stage stage, Instant when) {
        var status = stage == Stage.ABANDONED ? "abandoned" : "completed";
        return event(room, place, SESSION_UPDATED, when, Map.of("status", status));
    }

    private boolean isTold(RoomId room) {
        return eventIds.apply(room).isPresent();
    }

    private String eventId(RoomId room) {
        return eventIds.apply(room).orElseThrow();
    }

    private static boolean hasArrived(Place place) {
        return place.admission().filter(Admission::hasArrived).isPresent();
    }

    private Event event(RoomId room, Place place, String kind, Instant now, Map<String, Object> more) {
        var data = new TreeMap<String, Object>(more);
        data.put("event_id", eventId(room));
        data.put("request_id", requestIds.apply(place.id()));
        return new Event(room + "-" + place.opening() + "-" + place.position().id() + "-" + kind, kind, now, data);
    }

    @Override
    public Optional<Event> eachMinute(Room room, RoomSnapshot seen, Instant now) {
        return eventIds.apply(room.id()).map(eventId -> metrics(eventId, room, seen, now));
    }

    private Event metrics(String eventId, Room room, RoomSnapshot seen, Instant now) {
        var endings = seen.endings();
        var ended = endings.completed() + endings.abandoned() + endings.expired();
        return new Event(
                room.id() + "-" + now.getEpochSecond() / 60 + "-" + METRICS,
                METRICS,
                now,
                Map.ofEntries(
                        entry("event_id", eventId),
                        entry("num_active_tokens", seen.admitted()),
                        entry("total_num_tokens", Long.toString(seen.admitted() + ended)),
                        entry("queue_counter", Long.toString(takeover.served(room.id(), seen) + seen.issued())),
                        entry("serving_number", Long.toString(takeover.servingCounter(room, seen, now))),
                        entry("completed_sessions", Long.toString(endings.completed())),
                        entry("abandoned_sessions", Long.toString(endings.abandoned()))));
    }

    /** The event that the counter has moved to replace lapsed turns, up to the last visitor who may enter. */
    public Event counterMoved(Room room, RoomSnapshot seen, long by, Instant now) {
        var counter = takeover.servingCounter(room, seen, now);
        return new Event(
                room.id() + "-" + seen.opening() + "-" + seen.noShows() + "-" + COUNTER_MOVED,
                COUNTER_MOVED,
                now,
                Map.ofEntries(
                        entry("event_id", eventId(room.id())),
                        entry("previous_serving_counter_position", counter),
                        entry("increment_by", by),
                        entry("current_serving_counter_position", counter + by)));
    }
}
