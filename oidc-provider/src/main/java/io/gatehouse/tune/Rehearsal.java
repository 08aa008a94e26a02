package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimit;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.site.Logins;
import io.gatehouse.tune.Tuned.Visits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds the limit of a simulated room by the law and the record of the service, without a store, threads and
 * other servers. The site is a model. Its latency and its errors stand for those that the health address, the
 * load balancer and the logins of visitors would tell; a number of the operator's own choice is not modelled.
 */
public final class Rehearsal {

    /** The model is heard each second; so many of them are taken together, as of other servers. */
    private static final int SPAN = 10;

    /** The percentage of failures with which a question of the health address is likely to fail within the span. */
    private static final double FAILS = 10;

    private static final double HUNDRED = 100;

    private record Second(double latency, double errors) {}

    private final TuneRules rules;
    private final boolean givesBack;
    private final Deque<Second> seconds = new ArrayDeque<>();
    private Visits ended = Visits.NONE;
    private @Nullable Tuned record;

    /** @param givesBack whether the sites give slots back when visits end */
    public Rehearsal(Room room, TuneProperties said, boolean givesBack) {
        this.rules = TuneRules.of(room.id(), said);
        this.givesBack = givesBack;
    }

    /**
     * A second of the site is over.
     *
     * @param latency of its answers
     * @param errors the share of requests that failed, 0 to 1
     */
    public void hears(Duration latency, double errors) {
        seconds.addLast(new Second(latency.toMillis() / 1e3, errors));
    }

    /** A visit has ended. */
    public void ended(Duration visit) {
        ended = ended.plus(new Visits(visit.toMillis() / 1e3, 1));
    }

    /** The limit after a look at the room; empty where there is nothing to steer now. */
    public Optional<TunedLimit> looks(Room room, RoomSnapshot seen, Instant now) {
        var found = Scope.of(room, room.settings(seen), givesBack);
        if (found.isEmpty()) {
            record = null;
            return Optional.empty();
        }
        var scope = found.get();
        var before =
                record != null && record.steers() == scope.steers() ? record : Steps.start(scope, rules, seen, now);
        var counted = before.counting(Logins.Counts.NONE, ended, now);
        ended = Visits.NONE;
        var period = rules.period(rules.visit(counted.visits()));
        while (seconds.size() > Math.max(SPAN, period.toSeconds())) {
            seconds.removeFirst();
        }
        var heard = new Signals.Heard(readings(), List.of(), false);
        var look = Steps.look(new Steps.Seen(room, seen, scope, now), rules, counted, period, heard);
        var after = Steps.moved(counted, look, rules).orElse(counted);
        record = after;
        return Optional.of(new TunedLimit(after.steers(), Math.min(after.limit(), scope.ceiling())));
    }

    private List<Reading> readings() {
        var readings = new ArrayList<Reading>();
        if (seconds.isEmpty()) {
            return readings;
        }
        var said = rules.said();
        var latency = mean(Second::latency);
        var errors = HUNDRED * mean(Second::errors);
        add(readings, "login", latency, said.login());
        add(readings, "unredeemed codes", errors, said.unredeemed());
        if (said.health() != null) {
            add(readings, "health", latency, said.health().latency());
            add(readings, "health failures", errors, FAILS);
        }
        if (said.cloudWatch() != null) {
            add(readings, "p95", latency, said.cloudWatch().latency());
            add(readings, "5xx", errors, said.cloudWatch().errors());
        }
        return readings;
    }

    private static void add(List<Reading> readings, String name, double seconds, Duration limit) {
        if (!limit.isZero()) {
            readings.add(Reading.ofTime(name, seconds, limit));
        }
    }

    private static void add(List<Reading> readings, String name, double percent, double limit) {
        if (limit > 0) {
            readings.add(new Reading(name, percent, limit, Reading.Unit.PERCENT));
        }
    }

    private double mean(ToDoubleFunction<Second> value) {
        return seconds.stream().mapToDouble(value).average().orElse(0);
    }
}
