package io.gatehouse.tune;

import io.gatehouse.room.RoomId;
import io.gatehouse.site.Logins;
import io.gatehouse.tune.Tuned.Visits;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * This node's counts of each room's visits and logins, and the part of them that the record has already. The
 * lengths of visits are those of the metric {@code gatehouse_visit_seconds}.
 */
final class Counting {

    /** Counts of logins and visits. */
    record Counted(Logins.Counts logins, Visits visits) {

        private static final Counted NOTHING = new Counted(Logins.Counts.NONE, Visits.NONE);

        Counted since(Counted earlier) {
            return new Counted(logins.since(earlier.logins), visits.since(earlier.visits));
        }
    }

    private final Logins logins;
    private final MeterRegistry meters;
    private final Map<RoomId, Counted> told = new ConcurrentHashMap<>();

    Counting(Logins logins, MeterRegistry meters) {
        this.logins = logins;
        this.meters = meters;
    }

    /** The counts since this node began. */
    Counted all(RoomId room) {
        var timers = Stream.of("completed", "expired")
                .flatMap(how -> meters.find("gatehouse.visit").tags("room", room.value(), "how", how).timers().stream())
                .toList();
        var visits = new Visits(
                timers.stream()
                        .mapToDouble(timer -> timer.totalTime(TimeUnit.SECONDS))
                        .sum(),
                timers.stream().mapToLong(Timer::count).sum());
        return new Counted(logins.counts(room), visits);
    }

    /** The part of these counts that the record does not have yet. */
    Counted news(RoomId room, Counted all) {
        return all.since(told.getOrDefault(room, Counted.NOTHING));
    }

    /** Notes that the record has these counts now. */
    void isTold(RoomId room, Counted all) {
        told.put(room, all);
    }
}
