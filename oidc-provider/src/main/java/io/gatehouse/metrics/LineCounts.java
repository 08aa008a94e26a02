package io.gatehouse.metrics;

import io.gatehouse.history.LocalCounts;
import io.gatehouse.history.Spans;
import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomStore.Step;
import io.gatehouse.room.Stage;
import io.gatehouse.stock.Ending;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Counts what becomes of places, as this node has written it, for meters and for the minute history. Of
 * several nodes one writes each change, so the sum over all nodes counts each visitor once.
 */
final class LineCounts {

    private static final Duration[] WAITS = Spans.BOUNDS.toArray(Duration[]::new);

    private static final Duration[] VISITS = LongStream.of(1, 5, 10, 30, 60, 300, 600, 900, 1_800, 3_600, 7_200)
            .mapToObj(Duration::ofSeconds)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final LocalCounts local;
    private final Clock clock;
    private final Map<RoomId, OfRoom> rooms = new ConcurrentHashMap<>();

    LineCounts(MeterRegistry registry, LocalCounts local, Clock clock) {
        this.registry = registry;
        this.local = local;
        this.clock = clock;
    }

    /** Counts these changes, which the store has acknowledged. */
    void changed(RoomId room, List<Step> steps) {
        if (!steps.isEmpty()) {
            var counts = of(room);
            var now = clock.instant();
            steps.forEach(step -> counts.count(step, now));
        }
    }

    /** Makes the meters of a room, at 0 until something happens. */
    OfRoom of(RoomId room) {
        return rooms.computeIfAbsent(room, OfRoom::new);
    }

    void forget(RoomId room) {
        rooms.remove(room);
    }

    final class OfRoom {

        private final RoomId id;
        private final Timer waited;
        private final Counter calledAgain;
        private final Counter graced;
        private final Counter claimed;
        private final Counter lapsed;
        private final Timer left;
        private final Timer forgotten;
        private final Map<Ending, Timer> visits = new EnumMap<>(Ending.class);

        private OfRoom(RoomId id) {
            this.id = id;
            waited = timer("gatehouse.wait", "From joining to the first call", WAITS);
            calledAgain = counter(
                    "gatehouse.called.again",
                    "Second chances: turns of those who had let one go by, or whose visit had just ended");
            graced = counter(
                    "gatehouse.graced",
                    "Visits that time had ended, and whose visitors came back to the line in grace");
            claimed = counter("gatehouse.claimed", "Turns that visitors have taken: admissions that have begun");
            lapsed = counter("gatehouse.lapsed", "Turns that went by unclaimed");
            left = left("left");
            forgotten = left("away");
            Stream.of(Ending.COMPLETED, Ending.ABANDONED, Ending.EXPIRED).forEach(how -> visits.put(how, visit(how)));
        }

        private Timer left(String how) {
            return timer(
                    "gatehouse.left",
                    "From joining to the end of a place that was given up, or that nobody looked for",
                    WAITS,
                    "how",
                    how);
        }

        private Timer visit(Ending how) {
            return timer(
                    "gatehouse.visit",
                    "From the claim to the end of the admission",
                    VISITS,
                    "how",
                    how.name().toLowerCase(Locale.ROOT));
        }

        private Timer timer(String name, String description, Duration[] bounds, String... tags) {
            return Timer.builder(name)
                    .description(description)
                    .tag("room", id.value())
                    .tags(tags)
                    .serviceLevelObjectives(bounds)
                    .register(registry);
        }

        private Counter counter(String name, String description) {
            return Counter.builder(name)
                    .description(description)
                    .tag("room", id.value())
                    .register(registry);
        }

        private void count(Step step, Instant now) {
            var before = step.before();
            var after = step.after().map(Place::stage);
            if (before.stage() == Stage.ADMITTED) {
                if (after.filter(Stage.ADMITTED::equals).isEmpty()) {
                    before.admission().ifPresent(visit -> ended(visit, before, after, now));
                }
            } else if (before.stage().isTurn() && step.ending().isPresent()) {
                lapsed.increment();
            } else {
                count(before, after.orElse(Stage.EXPIRED), now); // forgotten at once: unused for a day
            }
        }

        private void count(Place before, Stage after, Instant now) {
            var since = span(before.joinedAt(), now);
            if (before.stage().isInLine() && after == Stage.TURN) {
                if (before.hasReturned()) {
                    calledAgain.increment();
                } else {
                    waited.record(since);
                    local.waited(id, since);
                }
            } else if (before.stage() == Stage.TURN && after == Stage.ADMITTED) {
                claimed.increment();
            } else if (before.stage() == Stage.EXPIRED && after == Stage.RETURNING) {
                graced.increment();
            } else if (after == Stage.LEFT) {
                left.record(since);
                local.left(id);
            } else if (before.stage().isInLine() && after == Stage.EXPIRED) {
                forgotten.record(since);
                local.forgotten(id);
            }
        }

        /** An admission that time ended has ended at its time, whenever that was written. */
        private void ended(Admission visit, Place before, Optional<Stage> after, Instant now) {
            var end = before.until().isBefore(now) ? before.until() : now;
            var byTime = visit.hasArrived() ? Ending.EXPIRED : Ending.ABANDONED;
            var how = after.map(stage -> switch (stage) {
                        case COMPLETED, ENDING -> Ending.COMPLETED;
                        case ABANDONED -> Ending.ABANDONED;
                        default -> Ending.EXPIRED;
                    })
                    .orElse(byTime);
            var span = span(visit.admittedAt(), end);
            Optional.ofNullable(visits.get(how)).ifPresent(timer -> timer.record(span));
            local.visited(id, span);
        }
    }

    /** The span between both; zero where a clock was set back. */
    static Duration span(Instant from, Instant to) {
        return to.isBefore(from) ? Duration.ZERO : Duration.between(from, to);
    }
}
