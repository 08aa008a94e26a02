package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimit.Steers;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.schedule.Phase;
import io.gatehouse.stock.Stock;
import io.gatehouse.time.Clocks;
import io.gatehouse.tune.Tuned.Visits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Moves the record of a room by one look: the same for nodes and for the simulator. */
final class Steps {

    /** A missing signal lets the other nodes go first for half a period. */
    static final int PERIODS = 3;

    record Seen(Room room, RoomSnapshot snapshot, Scope scope, Instant now) {}

    private Steps() {}

    /** The first record of a room. */
    static Tuned start(Scope scope, TuneRules rules, RoomSnapshot seen, Instant now) {
        var limit = rules.bounds(scope.ceiling(), scope.least()).clamp(rules.start(scope.ceiling()));
        return new Tuned(
                scope.steers(),
                limit,
                0,
                now.toEpochMilli(),
                "the start, " + rules.said().start() + " % of the configured value",
                Tuned.START,
                limit,
                limit,
                null,
                null,
                turns(seen),
                Visits.NONE,
                List.of());
    }

    /** The record after a step; empty while its time has not come. */
    static Optional<Tuned> moved(Tuned record, Look look, TuneRules rules) {
        var now = look.now();
        if (Clocks.isAhead(record.when(), now)) {
            return Optional.of(record.at(now));
        }
        var wait = look.silent().isEmpty()
                ? look.period()
                : look.period().multipliedBy(PERIODS).dividedBy(2);
        return now.isBefore(record.when().plus(wait)) ? Optional.empty() : Optional.of(Law.step(record, look, rules));
    }

    /** Whether visitors wait, and would be called if there were room. */
    static boolean isAwaited(Room room, RoomSnapshot seen, Instant now) {
        return seen.callable() > 0 && isOpen(room, seen, now);
    }

    static Look look(Seen seen, TuneRules rules, Tuned record, Duration period, Signals.Heard heard) {
        var snapshot = seen.snapshot();
        var scope = seen.scope();
        var settings = seen.room().settings(snapshot);
        var turns = turns(snapshot);
        var passed = Duration.between(record.when(), seen.now()).toMillis() / 1e3;
        var rate = turns < record.turns() || passed <= 0 ? 0 : (turns - record.turns()) / passed;
        var isFull = scope.steers() == Steers.RATE
                && settings.capacity().isPresent()
                && snapshot.slots() >= settings.capacity().getAsLong();
        return new Look(
                heard.readings(),
                heard.silent(),
                isAwaited(seen.room(), snapshot, seen.now()) && !isFull && !heard.isOverdue(),
                scope.steers() == Steers.CAPACITY ? snapshot.slots() : rate,
                turns,
                rules.bounds(scope.ceiling(), scope.least()),
                period,
                rules.visit(record.visits()),
                seen.now());
    }

    private static boolean isOpen(Room room, RoomSnapshot seen, Instant now) {
        var settings = room.settings(seen);
        return settings.mayCall(now)
                && settings.phase(now) != Phase.PASS_THROUGH
                && !room.awaitsDraw(seen, now)
                && settings.left(seen) == Stock.Level.SOME;
    }

    /** How many turns have been called in this opening: each takes a slot, and each slot that came free was one. */
    private static long turns(RoomSnapshot seen) {
        var endings = seen.endings();
        return seen.slots() + endings.noShows() + endings.completed() + endings.abandoned() + endings.expired();
    }
}
