package io.gatehouse.forecast;

import io.gatehouse.forecast.Forecast.By;
import io.gatehouse.forecast.Forecast.Change;
import io.gatehouse.forecast.Forecast.Point;
import io.gatehouse.forecast.PromiseOutcome.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The record of a room's forecasts, by its history: how far waits are from what the speed of the line says,
 * what has changed, and how many promises were kept.
 *
 * <p><b>What is known is said.</b> Where the rate holds the line, the speed is the setting, from the first
 * second on. Where people leave the line, the counter passes them and moves faster than the rate: then the
 * measured speed counts. Elsewhere the speed is measured.
 *
 * <p><b>The spread is learnt</b> from the line's own counter, see {@link Spread}: one for a speed that is
 * known, one for a speed that is measured, one for a limit that finds itself, because they fail in different
 * ways.
 *
 * <p><b>Promises are judged</b>, one a minute, of the last in line. One that was not kept after an operator's
 * act is counted apart.
 *
 * <p>All of it follows from the readings alone. So nodes that have read the same history say the same, and a
 * restart changes nothing. A gap of more than five minutes begins anew, and so does another opening; the
 * spread is kept. A reading that is not after the last one, as when a clock is set back, is left out.
 *
 * <p>Not safe for use by several threads.
 */
public final class TrackRecord {

    private static final Duration LONGEST_GAP = Duration.ofMinutes(5);

    private static final Duration NEWS = Duration.ofMinutes(15);

    /** Seconds: no range is finer than ticks and readings. */
    private static final double SLACK = 3;

    /**
     * The speed of a line.
     *
     * @param line since visitors began to wait
     * @param sinceAct since an operator last changed it
     */
    private record Speeds(Speed line, Speed sinceAct) {

        /** Turns a second, for a wait of about so many seconds; empty if it cannot be said. */
        private OptionalDouble forWait(double seconds, LineReading reading, double now) {
            var known = reading.by() == By.RATE
                    ? sinceAct.atRate(reading.set() / 60, now, reading.gone())
                    : OptionalDouble.empty();
            if (known.isPresent()) {
                return known;
            }
            return reading.by() == By.TUNED
                    ? line.tuned(seconds, reading.set() / 60, now, reading.gone())
                    : line.forWait(seconds, now, reading.gone());
        }

        private void add(double at, long gone) {
            line.add(at, gone);
            sinceAct.add(at, gone);
        }

        private void forget() {
            line.forget();
            sinceAct.forget();
        }
    }

    private final Map<By, Spread> spreads = new EnumMap<>(Map.of(
            By.RATE, new Spread(Spread.Prior.KNOWN),
            By.MEASURED, new Spread(Spread.Prior.MEASURED),
            By.TUNED, new Spread(Spread.Prior.TUNED)));
    private final Speeds speeds = new Speeds(new Speed(), new Speed());
    private final List<Promise> promises = new ArrayList<>();
    private Optional<LineReading> last = Optional.empty();
    /** Seconds in which the line was not held. */
    private double active;

    private Instant acted = Instant.MIN;
    private Instant held = Instant.MIN;
    private ForecastScore score = ForecastScore.none(Instant.EPOCH);

    /** Takes note of the next minute of the room, and says of each promise that is due what came of it. */
    public List<PromiseOutcome> see(LineReading reading) {
        if (last.filter(before -> !isAfter(before, reading)).isPresent()) {
            return List.of();
        }
        var outcomes = new ArrayList<PromiseOutcome>();
        last.filter(before -> isFollowedBy(before, reading))
                .ifPresentOrElse(before -> goOn(before, reading, outcomes), () -> begin(reading));
        if (!reading.isStanding()) {
            forget();
        } else if (!reading.isHeld()) {
            speeds.add(active, reading.gone());
            promise(reading);
        }
        last = Optional.of(reading);
        return List.copyOf(outcomes);
    }

    /** The forecast at this look at the room, which need not be one of the history's. */
    public Forecast forecast(LineReading present) {
        var before = last.filter(LineReading::isStanding).filter(look -> isFollowedBy(look, present));
        if (before.isEmpty()) {
            return new Forecast(
                    present.by(), points(present, 0, new Speeds(new Speed(), new Speed())), Optional.empty());
        }
        var now = present.at().isAfter(before.get().at()) ? activeAt(before.get(), present) : active;
        return before.get().acts().equals(present.acts())
                ? new Forecast(present.by(), points(present, now, speeds), change(present, now))
                : new Forecast(
                        present.by(),
                        points(present, now, new Speeds(speeds.line, new Speed())),
                        Optional.of(Change.OPERATOR));
    }

    /** How many promises of this opening were kept. */
    public ForecastScore score() {
        return score;
    }

    /** The score of the opening that is running now; none until the first minute of that opening is known. */
    ForecastScore score(LineReading present) {
        return last.filter(before -> before.opening() != present.opening()).isPresent()
                ? ForecastScore.none(present.at())
                : score;
    }

    /** Another opening may begin in the minute in which the one before ended. */
    private static boolean isAfter(LineReading before, LineReading reading) {
        return reading.opening() > before.opening()
                || reading.opening() == before.opening() && reading.at().isAfter(before.at());
    }

    private static boolean isFollowedBy(LineReading before, LineReading reading) {
        return reading.opening() == before.opening()
                && reading.gone() >= before.gone()
                && Duration.between(before.at(), reading.at()).compareTo(LONGEST_GAP) <= 0;
    }

    private void begin(LineReading reading) {
        if (last.filter(before -> before.opening() == reading.opening()).isEmpty()) {
            score = ForecastScore.none(reading.at());
        }
        acted = Instant.MIN;
        held = Instant.MIN;
        forget();
    }

    /** No visitor waits: how fast the counter moves says nothing of a line, and no promise is left. */
    private void forget() {
        promises.clear();
        speeds.forget();
        spreads.values().forEach(Spread::forget);
    }

    private void goOn(LineReading before, LineReading reading, List<PromiseOutcome> outcomes) {
        var from = active;
        active = activeAt(before, reading);
        if (reading.isHeld()) {
            held = reading.at();
        }
        if (!reading.acts().equals(before.acts())) {
            acted = reading.at();
            speeds.sinceAct.forget();
            spreads.values().forEach(Spread::forget);
        }
        var now = active;
        if (reading.isStanding()) {
            spreads.values().forEach(spread -> spread.see(from, before.gone(), now, reading.gone()));
        }
        var open = List.copyOf(promises);
        promises.clear();
        open.forEach(promise -> judge(promise, before, reading, outcomes));
    }

    private double activeAt(LineReading before, LineReading reading) {
        return active
                + (reading.isHeld()
                        ? 0
                        : Duration.between(before.at(), reading.at()).toMillis() / 1000d);
    }

    private void judge(Promise promise, LineReading before, LineReading reading, List<PromiseOutcome> outcomes) {
        if (reading.gone() >= promise.target()) {
            outcomes.add(end(promise, promise.called(promise.calledBetween(before, reading))));
        } else if (promise.isLate() || !promise.isOver(reading.at())) {
            promises.add(promise);
        } else if (isAfterAnAct(promise)) {
            outcomes.add(end(promise, promise.called(reading.at())));
        } else {
            score = score.and(Answer.LATE, promise.width());
            promises.add(promise.late());
        }
    }

    private PromiseOutcome end(Promise promise, PromiseOutcome outcome) {
        if (!promise.isLate() && outcome.answer() != Answer.KEPT && isAfterAnAct(promise)) {
            score = score.and(Answer.OPERATOR, 0);
            return new PromiseOutcome(Answer.OPERATOR, outcome.by());
        }
        if (!promise.isLate()) {
            score = score.and(outcome.answer(), promise.width());
        }
        score = score.missing(promise.range().share(outcome.by().toMillis() / 1000d));
        return outcome;
    }

    private boolean isAfterAnAct(Promise promise) {
        return acted.isAfter(promise.at()) || held.isAfter(promise.at());
    }

    /** Asks the spread anew, and promises the last in line what pages say. */
    private void promise(LineReading reading) {
        Optional.ofNullable(spreads.get(reading.by()))
                .ifPresent(spread -> spread.ask(
                        active,
                        reading.gone(),
                        wait -> wait * speeds.forWait(wait, reading, active).orElse(0)));
        if (reading.turns() > 0) {
            new Forecast(reading.by(), points(reading, active, speeds), Optional.empty())
                    .range((double) reading.turns())
                    .ifPresent(range -> promises.add(new Promise(reading.at(), reading.end(), range, false)));
        }
    }

    private List<Point> points(LineReading reading, double now, Speeds with) {
        var spread = spreads.get(reading.by());
        var points = new ArrayList<Point>();
        double turns = 0;
        long from = 0;
        long to = 0;
        for (int index = 0; spread != null && index < Spread.HORIZONS.length; index++) {
            var wait = Spread.HORIZONS[index];
            var next = rounded(wait * with.forWait(wait, reading, now).orElse(0));
            if (next > turns) {
                turns = next;
                from = Math.max(
                        from, (long) Math.floor(Math.max(spread.from(index), shortest(reading, turns)) - SLACK));
                to = Math.max(Math.max(from, to), (long) Math.ceil(spread.to(index) + SLACK));
                points.add(new Point(turns, from, to));
            }
        }
        return points;
    }

    /** A limit that finds itself never goes beyond the rate. */
    private static double shortest(LineReading reading, double turns) {
        return reading.by() == By.TUNED && reading.set() > 0 ? turns * 60 / reading.set() : 0;
    }

    /** Two figures of a slow line, and what is needed of a fast one. */
    private static double rounded(double turns) {
        return Math.round(turns * 100) / 100d;
    }

    private Optional<Change> change(LineReading present, double now) {
        var since = present.at().minus(NEWS);
        if (held.isAfter(since) && !held.isBefore(acted)) {
            return Optional.of(Change.PAUSE);
        }
        if (acted.isAfter(since)) {
            return Optional.of(Change.OPERATOR);
        }
        return speeds.line.isSlower(now, present.gone()) ? Optional.of(Change.SLOWER) : Optional.empty();
    }
}
