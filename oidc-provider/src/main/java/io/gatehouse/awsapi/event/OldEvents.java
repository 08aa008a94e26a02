package io.gatehouse.awsapi.event;

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
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;

/** The four events of the old stack, with the members that they had: numbers as texts where those were texts. */
public final class OldEvents implements EventSource {

    private static final String TOKEN_GENERATED = "token_generated";
    private static final String SESSION_UPDATED = "session_updated";
    private static final String COUNTER_MOVED = "automatic_serving_counter_incr";
    private static final String METRICS = "waiting_room_metrics";

    /** All four. */
    public static final EventKinds KINDS =
            new EventKinds(List.of(TOKEN_GENERATED, SESSION_UPDATED, COUNTER_MOVED, METRICS));

    /**
     * A room as listeners know it.
     *
     * @param servingCounter what the API says of it
     * @param queueCounter the last number that has been given out
     */
    public record OldRoom(
            RoomId id,
            String eventId,
            ToLongBiFunction<RoomSnapshot, Instant> servingCounter,
            ToLongFunction<RoomSnapshot> queueCounter) {}

    private final Function<RoomId, Optional<OldRoom>> rooms;
    private final Function<PlaceId, String> requestIds;

    /** @param rooms answers for those that tell of themselves in these words */
    public OldEvents(Function<RoomId, Optional<OldRoom>> rooms, Function<PlaceId, String> requestIds) {
        this.rooms = rooms;
        this.requestIds = requestIds;
    }

    /**
     * Every admitted visitor gets tokens, by this API or a site's login, and their session ends in whatever
     * way they leave.
     */
    @Override
    public List<Event> changed(RoomId room, RoomStore.Step step, Instant now) {
        return rooms.apply(room).map(event -> changed(event, step, now)).orElse(List.of());
    }

    private List<Event> changed(OldRoom event, RoomStore.Step step, Instant now) {
        var before = step.before();
        var after = step.after().map(Place::stage).orElse(Stage.EXPIRED);
        var told = new ArrayList<Event>();
        if (step.after().filter(OldEvents::hasArrived).isPresent() && !hasArrived(before)) {
            told.add(event(event, before, TOKEN_GENERATED, now, Map.of()));
        }
        if (before.stage() == Stage.ADMITTED && after != Stage.ADMITTED && after != Stage.EXPIRED) {
            told.add(ended(event, before, after, now));
        }
        return told;
    }

    @Override
    public List<Event> history(RoomId room, Place place, Instant now) {
        return rooms.apply(room).map(event -> history(event, place, now)).orElse(List.of());
    }

    private List<Event> history(OldRoom event, Place place, Instant now) {
        var told = new ArrayList<Event>();
        place.admission()
                .filter(Admission::hasArrived)
                .ifPresent(since -> told.add(event(event, place, TOKEN_GENERATED, since.admittedAt(), Map.of())));
        if (place.admission().isPresent() && place.stage().isEnded() && place.stage() != Stage.EXPIRED) {
            told.add(ended(event, place, place.stage(), place.endedAt().orElse(now)));
        }
        return told;
    }

    private Event ended(OldRoom event, Place place, Stage stage, Instant when) {
        var status = stage == Stage.ABANDONED ? "abandoned" : "completed";
        return event(event, place, SESSION_UPDATED, when, Map.of("status", status));
    }

    private static boolean hasArrived(Place place) {
        return place.admission().filter(Admission::hasArrived).isPresent();
    }

    private Event event(OldRoom event, Place place, String kind, Instant now, Map<String, Object> more) {
        var data = new TreeMap<String, Object>(more);
        data.put("event_id", event.eventId());
        data.put("request_id", requestIds.apply(place.id()));
        return new Event(
                event.id() + "-" + place.opening() + "-" + place.position().packed() + "-" + kind, kind, now, data);
    }

    @Override
    public Optional<Event> eachMinute(Room room, RoomSnapshot seen, Instant now) {
        return rooms.apply(room.id()).map(event -> metrics(event, seen, now));
    }

    private static Event metrics(OldRoom event, RoomSnapshot seen, Instant now) {
        var endings = seen.endings();
        var ended = endings.completed() + endings.abandoned() + endings.expired();
        return new Event(
                event.id() + "-" + now.getEpochSecond() / 60 + "-" + METRICS,
                METRICS,
                now,
                Map.of(
                        "event_id",
                        event.eventId(),
                        "num_active_tokens",
                        seen.admitted(),
                        "total_num_tokens",
                        Long.toString(seen.admitted() + ended),
                        "queue_counter",
                        Long.toString(event.queueCounter().applyAsLong(seen)),
                        "serving_number",
                        Long.toString(event.servingCounter().applyAsLong(seen, now)),
                        "completed_sessions",
                        Long.toString(endings.completed()),
                        "abandoned_sessions",
                        Long.toString(endings.abandoned())));
    }

    /** The counter is said to have moved for turns that went by: as far as those who come next may go in. */
    public static Event counterMoved(OldRoom event, RoomSnapshot seen, long by, Instant now) {
        var counter = event.servingCounter().applyAsLong(seen, now);
        return new Event(
                event.id() + "-" + seen.opening() + "-" + seen.noShows() + "-" + COUNTER_MOVED,
                COUNTER_MOVED,
                now,
                Map.of(
                        "event_id",
                        event.eventId(),
                        "previous_serving_counter_position",
                        counter,
                        "increment_by",
                        by,
                        "current_serving_counter_position",
                        counter + by));
    }
}
