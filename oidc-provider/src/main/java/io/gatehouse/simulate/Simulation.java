package io.gatehouse.simulate;

import io.gatehouse.draw.Seed;
import io.gatehouse.forecast.ForecastScore;
import io.gatehouse.forecast.LineReading;
import io.gatehouse.forecast.TrackRecord;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Counters;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.RoomWatcher;
import io.gatehouse.stock.Stock;
import io.gatehouse.tune.Rehearsal;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/**
 * Plays a scenario: the room, its line, inlets and turnstile are those of the service, over places in memory
 * and under a virtual clock. Only the crowd, the operators and the site are made up. It uses one thread, no
 * chance but that of the seed, and no other clock: the same scenario has the same outcome, to the last bit.
 *
 * <p>What happens between two ticks of the turnstile happens at its own time and in its order; then the
 * turnstile ticks, as it does in the service each second. A simulation plays once.
 */
public final class Simulation {

    private static final Duration TICK = Duration.ofSeconds(1);

    /** The period of a sweep in the service. */
    private static final int TICKS_OF_A_SWEEP = 600;

    private static final int TICKS_OF_A_MINUTE = 60;

    private final Scenario scenario;
    private final VirtualTime time;
    private final Turnstile turnstile;
    private final WaitingRoom room;
    private final Agenda agenda;
    private final Visitors visitors;
    private final Minutes minutes = new Minutes();
    private final Optional<SiteModel.Running> site;
    private final TunedLimits limits = new TunedLimits();
    private final Optional<Rehearsal> rehearsal;
    private Optional<SiteModel.Health> health = Optional.empty();
    private Outcome.Peak peak;
    private Optional<Instant> soldOut = Optional.empty();
    private double used;
    private long usedTicks;

    public Simulation(Scenario scenario) {
        this(scenario, lines -> lines);
    }

    /** @param around what stands between the room and its lines, as the ledger and the events do in the service */
    public Simulation(Scenario scenario, UnaryOperator<RoomStore> around) {
        this.scenario = scenario;
        this.time = new VirtualTime(scenario.span().from());
        var seed = new Seed(new Chance(scenario.seed(), 4).hex());
        this.turnstile = new Turnstile(
                time,
                time,
                TICK,
                draw -> seed,
                (refused, why) -> {
                    throw new IllegalStateException("lines in memory refuse nothing", why);
                },
                limits);
        this.room = new WaitingRooms(
                        List.of(scenario.room()),
                        new CalledVisitors(around.apply(new LinesInMemory())),
                        turnstile,
                        time)
                .get(scenario.room().id().value());
        this.agenda = new Agenda(time);
        this.rehearsal = scenario.tune()
                .filter(said -> scenario.isTuned())
                .map(said ->
                        new Rehearsal(scenario.room(), said, scenario.crowd().logouts() > 0));
        rehearsal.ifPresent(one -> limits.awaits(scenario.room().id()));
        this.visitors =
                new Visitors(scenario, room, agenda, time, visit -> rehearsal.ifPresent(one -> one.ended(visit)));
        this.site = scenario.site().map(model -> model.begin(scenario.seed()));
        this.peak = new Outcome.Peak(0, scenario.span().from());
    }

    /** Tells the visitors when they are called, as their pages would see it. */
    private final class CalledVisitors extends RoomStore.Forwarding {

        private CalledVisitors(RoomStore lines) {
            super(lines);
        }

        @Override
        public boolean move(RoomId id, RoomSnapshot seen, Counters next, Call call) {
            var hasMoved = super.move(id, seen, next, call);
            if (hasMoved) {
                call.steps().forEach(step -> step.after().ifPresent(visitors::called));
            }
            return hasMoved;
        }
    }

    /** The time of the simulation. */
    public Clock clock() {
        return time;
    }

    /** The site's health in the last second; empty before the first, and where no site is modelled. */
    public Optional<SiteModel.Health> health() {
        return health;
    }

    /**
     * Plays it.
     *
     * @param watchers are shown the room once a tick, as those of the service are
     */
    public Outcome run(RoomWatcher... watchers) {
        var from = scenario.span().from();
        var ticks = scenario.span().length().toSeconds();
        scenario.acts().forEach(act -> agenda.note(from.plus(act.at()).toEpochMilli(), () -> act.doTo(room)));
        visitors.begin();
        look(watchers);
        for (var tick = 1L; tick <= ticks; tick++) {
            var at = Duration.ofSeconds(tick);
            agenda.runUntil(from.plus(at).toEpochMilli());
            if (tick % TICKS_OF_A_SWEEP == 0) {
                turnstile.sweep(room.line());
            }
            health = site.map(running -> running.second(visitors.present(), at));
            var seen = look(watchers);
            rehearsal.ifPresent(one -> finds(one, seen));
            note(seen);
            if (tick % TICKS_OF_A_MINUTE == 0) {
                minutes.end(row(seen, from.plus(at).minusSeconds(TICKS_OF_A_MINUTE)), visitors.minute(), health);
            }
        }
        return outcome();
    }

    /** As on a node, the limit of this look holds from the next one on. */
    private void finds(Rehearsal one, RoomSnapshot seen) {
        health.ifPresent(now -> one.hears(now.latency(), now.errors()));
        one.looks(room.configuration(), seen, time.instant())
                .ifPresentOrElse(limit -> limits.put(room.id(), limit), () -> limits.awaits(room.id()));
    }

    private HistoryRow row(RoomSnapshot seen, Instant begin) {
        var configuration = room.configuration();
        var why = turnstile.allowance(configuration, seen).why();
        var settings = configuration.settings(seen);
        return HistoryRow.of(seen, settings, why, begin)
                .tuned(limits.known(room.id())
                        .map(limit -> HistoryRow.Tuned.of(limit.perMinute(settings), limit.slots(settings))));
    }

    private RoomSnapshot look(RoomWatcher... watchers) {
        var configuration = room.configuration();
        for (var watcher : watchers) {
            watcher.looks(configuration);
        }
        var seen = turnstile.tick(room.line()).orElseThrow(() -> new IllegalStateException("the turnstile is stuck"));
        visitors.saw(seen);
        for (var watcher : watchers) {
            watcher.saw(configuration, seen, time.instant());
        }
        return seen;
    }

    private void note(RoomSnapshot seen) {
        if (seen.callable() > peak.waiting()) {
            peak = new Outcome.Peak(seen.callable(), time.instant());
        }
        var settings = room.configuration().settings(seen);
        if (soldOut.isEmpty() && settings.left(seen) == Stock.Level.SOLD_OUT) {
            soldOut = Optional.of(time.instant());
        }
        if (seen.callable() > 0) {
            minutes.holds(turnstile.allowance(room.configuration(), seen).why());
            settings.capacity().ifPresent(capacity -> {
                used += capacity == 0 ? 0 : Math.min(1, (double) seen.admitted() / capacity);
                usedTicks++;
            });
        }
    }

    private Outcome outcome() {
        return new Outcome(
                scenario,
                visitors.fates(),
                Outcome.Waits.of(visitors.waits()),
                peak,
                usedTicks == 0 ? OptionalDouble.empty() : OptionalDouble.of(used / usedTicks),
                soldOut,
                minutes.written(),
                minutes.rows(),
                rest(),
                score());
    }

    /** The score of the forecasts, which the simulation learns and judges by minutes, as the service does. */
    private ForecastScore score() {
        var record = new TrackRecord();
        for (var row : minutes.rows()) {
            record.see(LineReading.of(scenario.room(), row, row.begin().plusSeconds(TICKS_OF_A_MINUTE)));
        }
        return record.score();
    }

    /** The line at the end, if there is one, and how long its last visitor waits at the last pace. */
    private Optional<Outcome.Rest> rest() {
        var waiting = room.snapshot().callable();
        return visitors.lastWaiting().map(joined -> {
            var soFar = Duration.between(joined, scenario.span().until());
            var more = Minutes.pace(minutes.written())
                    .map(perMinute -> Duration.ofSeconds(Math.round(waiting * 60 / perMinute)));
            return new Outcome.Rest(waiting, more.map(soFar::plus));
        });
    }
}
