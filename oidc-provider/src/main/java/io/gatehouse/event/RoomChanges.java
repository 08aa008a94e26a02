package io.gatehouse.event;

import io.gatehouse.event.Outbox.End;
import io.gatehouse.event.Outbox.Page;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.setting.Setting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a room itself: its opening, doors, settings and words. Each look compares them with the last
 * told ones. So a change is told for every cause, a file or the time of day included, by the first node to
 * look. A node that sees its former state again is silent: nodes with different files or clocks do not
 * contradict each other for ever.
 */
final class RoomChanges {

    private static final List<Setting<RoomSettings>> TOLD =
            RoomSettings.SETTINGS.stream().filter(Setting::isTold).toList();

    private final List<EventSource> sources;
    private final Predicate<String> isWanted;
    private @Nullable ReportedRoom last;

    /** @param isWanted whether a receiver wants events of a kind: others are not written */
    RoomChanges(List<EventSource> sources, Predicate<String> isWanted) {
        this.sources = sources;
        this.isWanted = isWanted;
    }

    /** The page that tells of it, behind this end; empty when there is nothing to tell. */
    Optional<Page> after(End end, Room room, RoomSnapshot seen, Instant now) {
        var told = end.state();
        var state = ReportedRoom.of(room, seen, now);
        var isSilent = state.version() < told.version() || last != null && last.isLike(state);
        var next = isSilent || told.isLike(state) ? told : state;
        var events = new ArrayList<Event>();
        if (!told.isUnknown()) {
            events.addAll(changes(end, next, room, seen, now));
        }
        var isLooked = last != null && last.minute() >= state.minute();
        if (state.minute() > told.minute() && !isLooked) {
            sources.forEach(source -> source.eachMinute(room, seen, now).ifPresent(events::add));
        }
        events.removeIf(event -> !isWanted.test(event.kind()));
        var isTold = !events.isEmpty() || !next.equals(told);
        var known = next.at(Math.max(next.version(), 0), state.minute());
        return isTold ? Optional.of(new Page(end.event(), known, events)) : Optional.empty();
    }

    /** Remembers a state that is told. */
    void remember(Room room, RoomSnapshot seen, Instant now) {
        last = ReportedRoom.of(room, seen, now);
    }

    private static List<Event> changes(End end, ReportedRoom now, Room room, RoomSnapshot seen, Instant when) {
        var told = end.state();
        var changes = new ArrayList<Event>();
        if (now.opening() != told.opening()) {
            changes.add(event(end, EventKind.RESET, when, room, seen, Map.of()));
        }
        if (now.isPaused() != told.isPaused()) {
            changes.add(event(end, now.isPaused() ? EventKind.PAUSED : EventKind.RESUMED, when, room, seen, Map.of()));
        }
        if (!now.settings().equals(told.settings())) {
            changes.add(
                    event(end, EventKind.SETTING_CHANGED, when, room, seen, Setting.set(TOLD, room.settings(seen))));
        }
        if (!now.words().equals(told.words())) {
            changes.add(event(end, EventKind.MESSAGE, when, room, seen, Map.of("words", now.words())));
        }
        if (now.isOpen() && !told.isOpen()) {
            changes.add(event(end, EventKind.OPENED, when, room, seen, Map.of("phase", now.phase())));
        }
        if (now.isClosed() && !told.isClosed()) {
            changes.add(event(end, EventKind.CLOSED, when, room, seen, Map.of("phase", now.phase())));
        }
        return changes;
    }

    /** The page exists once, and so does its number: a writer that finds its page written tells nothing again. */
    private static Event event(
            End end, EventKind kind, Instant when, Room room, RoomSnapshot seen, Map<String, Object> more) {
        var data = new TreeMap<>(more);
        data.put("room", room.id().value());
        data.put("opening", seen.opening());
        return new Event(room.id() + "-" + end.page() + "-" + kind.word(), kind.word(), when, data);
    }
}
