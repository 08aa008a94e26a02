package io.gatehouse.event;

import io.gatehouse.event.Outbox.End;
import io.gatehouse.event.Outbox.Page;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.setting.Setting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
            changes(told, next, room.settings(seen)).forEach((kind, more) -> {
                var data = new TreeMap<>(more);
                data.put("room", room.id().value());
                data.put("opening", seen.opening());
                // The page exists once: a writer that finds it written tells nothing again.
                events.add(new Event(room.id() + "-" + end.page() + "-" + kind.word(), kind.word(), now, data));
            });
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

    private static Map<EventKind, Map<String, Object>> changes(
            ReportedRoom told, ReportedRoom now, RoomSettings settings) {
        var changes = new LinkedHashMap<EventKind, Map<String, Object>>();
        if (now.opening() != told.opening()) {
            changes.put(EventKind.RESET, Map.of());
        }
        if (now.isPaused() != told.isPaused()) {
            changes.put(now.isPaused() ? EventKind.PAUSED : EventKind.RESUMED, Map.of());
        }
        if (!now.settings().equals(told.settings())) {
            changes.put(EventKind.SETTING_CHANGED, Setting.set(TOLD, settings));
        }
        if (!now.words().equals(told.words())) {
            changes.put(EventKind.MESSAGE, Map.of("words", now.words()));
        }
        if (now.isOpen() && !told.isOpen()) {
            changes.put(EventKind.OPENED, Map.of("phase", now.phase()));
        }
        if (now.isClosed() && !told.isClosed()) {
            changes.put(EventKind.CLOSED, Map.of("phase", now.phase()));
        }
        return changes;
    }
}
