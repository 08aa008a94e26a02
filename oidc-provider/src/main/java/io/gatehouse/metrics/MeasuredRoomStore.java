package io.gatehouse.metrics;

import io.gatehouse.metrics.StoreMeters.Questions;
import io.gatehouse.room.Counters;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A {@link RoomStore} that is measured, and whose acknowledged changes of places are counted. A change
 * without an answer is not counted.
 */
final class MeasuredRoomStore extends RoomStore.Forwarding {

    private final LineCounts line;
    private final Map<Kind, Questions> questions = new EnumMap<>(Kind.class);

    MeasuredRoomStore(RoomStore store, StoreMeters meters, LineCounts line) {
        super(store);
        this.line = line;
        for (var kind : Kind.values()) {
            questions.put(kind, meters.questions("lines", kind.name().toLowerCase(Locale.ROOT)));
        }
    }

    @Override
    protected <T> T ask(Kind kind, RoomId room, Supplier<T> question) {
        return Objects.requireNonNull(questions.get(kind)).ask(question);
    }

    @Override
    public boolean replace(RoomId room, List<Step> steps) {
        return counted(room, steps, super.replace(room, steps));
    }

    @Override
    public boolean end(RoomId room, List<Step> steps) {
        return counted(room, steps, super.end(room, steps));
    }

    @Override
    public boolean move(RoomId room, RoomSnapshot seen, Counters next, Call call) {
        return counted(room, call.steps(), super.move(room, seen, next, call));
    }

    private boolean counted(RoomId room, List<Step> steps, boolean isDone) {
        if (isDone) {
            line.changed(room, steps);
        }
        return isDone;
    }
}
