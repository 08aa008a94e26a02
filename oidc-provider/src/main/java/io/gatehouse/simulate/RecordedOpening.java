package io.gatehouse.simulate;

import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Measured;
import io.gatehouse.history.Spans;
import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Terms;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.stock.Stock;
import io.gatehouse.tune.TuneProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The minutes of an opening, made into a scenario: what if the same crowd came to other settings? The history
 * has no visitors, so their behaviour is estimated. Arrivals are the places that were given in each minute.
 * Show-up, giving up and its silent part are those that explain best who left and which turns lapsed: see
 * {@link Manners}. Visits that end by time are the share of those whose site ends none. The time to the
 * claim, and the mean of visits, follow from how many were in each stage (Little's law), the spread of visits
 * from their buckets. Settings that operators changed on the way are played again, unless another value is
 * tried. So is the limit that the room had found by itself: how its site fared then is not known.
 *
 * <p>A minute without a row had no look: what came in it counts evenly until the next row. Visitors who
 * waited before the first row arrive with it. The rest of an opening before the minutes is not known. Terms
 * are those of now, as no minute has them; dates too, as long as they explain when visitors were called.
 */
public final class RecordedOpening {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The part of its minute after which an act is played: the true moment is not known. */
    private static final Duration HALF = Duration.ofSeconds(30);

    /** Turns beyond the limits that do not count as an operator's act yet. */
    private static final long FEW = 5;

    private static final int MOST_TRIES = 10;

    /** Visitors and seconds of all tries together: one or two seconds of work. */
    private static final long MOST_EFFORT = 85_000;

    /** Seeds that are next to each other are tried apart. */
    private static final long STRIDE = 1_000;

    /** The distance of each figure at which no further try is made. */
    private static final double NEAR = 0.09;

    /** The largest distance that a figure of a repeated opening should have. */
    private static final double TENTH = 0.1;

    private static final double USUAL_SHOW_UP = 0.9;
    private static final double SPREAD = 0.8;
    private static final Duration USUAL_VISIT = Duration.ofMinutes(5);

    private final List<HistoryRow> rows;

    /** @param rows minutes of a room, the earliest first, at least one; those of the latest opening count */
    public RecordedOpening(List<HistoryRow> rows) {
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("must be one minute or more, was none");
        }
        var latest = rows.get(rows.size() - 1).opening();
        this.rows = rows.stream().filter(row -> row.opening() == latest).toList();
    }

    /** When its first minute began. */
    public Instant from() {
        return first().begin();
    }

    /** When its last minute was over. */
    public Instant until() {
        return last().begin().plus(MINUTE);
    }

    /** How many places were given. */
    public long visitors() {
        return arrivals().visitors();
    }

    private HistoryRow first() {
        return rows.get(0);
    }

    private HistoryRow last() {
        return rows.get(rows.size() - 1);
    }

    /** The counts before the first minute: none, where the opening began in it. */
    private HistoryRow.Tally before() {
        return isWhole() ? HistoryRow.Tally.NONE : first().soFar();
    }

    /**
     * Whether the opening began in the first of these minutes: that minute knows where all are who have come
     * by its end. Else visitors who were inside before are not known.
     */
    public boolean isWhole() {
        var row = first();
        var known = row.now().waiting()
                + row.now().turns()
                + row.now().inside()
                + row.measured().left();
        return row.soFar().issued()
                <= known + row.measured().visitTimes().total() + row.soFar().noShows();
    }

    /** Minutes between the first and the last that have no row, the earliest first. */
    public List<Instant> missing() {
        var known = rows.stream().map(HistoryRow::begin).collect(Collectors.toSet());
        return Stream.iterate(from(), at -> at.isBefore(until()), at -> at.plus(MINUTE))
                .filter(at -> !known.contains(at))
                .toList();
    }

    /** The recorded figures, as a scenario has them: visitors who waited before the first minute came in it. */
    public Comparison happened() {
        return Comparison.of(rows, before(), isWhole() ? 0 : first().now().waiting());
    }

    /** Whether so many turns have ended that the minutes tell the share of visitors who come. */
    public boolean tellsShowUp(Terms terms) {
        return Manners.of(rows, before(), terms.claimWindow()).isPresent();
    }

    /** Its minutes. */
    public List<HistoryRow> rows() {
        return rows;
    }

    /**
     * The settings that are played.
     *
     * @param room a setting that differs from the present one replaces what was set at the time
     * @param tune how the room finds its limit, in place of the limit that it had found; empty: it plays that
     *     again
     * @param isUntuned whether the limit that it had found is not played again, and nothing is in its place
     * @param site how its site fares with visits of a length; empty: it is not modelled
     */
    public record Trial(
            Room room, Optional<TuneProperties> tune, boolean isUntuned, Optional<Function<Timing, SiteModel>> site) {

        /** The room with the limits that it had. */
        public static Trial of(Room room) {
            return new Trial(room, Optional.empty(), false, Optional.empty());
        }

        /** This trial without a site that says how it is. */
        public Trial withoutSignals() {
            return new Trial(room, Optional.empty(), isUntuned, Optional.empty());
        }

        /** Whether limits that the room had found are played again. */
        public boolean hasFoundLimits() {
            return tune.isEmpty() && !isUntuned;
        }
    }

    /**
     * The crowd of the record, with the settings that are tried.
     *
     * @param missed the figure that its own settings repeat worst; empty where each comes out within a tenth
     */
    public record Again(Scenario scenario, Optional<Comparison.Miss> missed) {}

    /**
     * The scenario of the same crowd.
     *
     * @param present the room, with its settings in force now as configured
     * @param seed of the first try: of a few, that one is taken whose chance repeats the record best with its
     *     own settings
     */
    public Again again(Room present, Trial trial, long seed) {
        var crowd = crowd(present);
        var nearest = nearest(present, crowd, seed);
        return new Again(
                played(present, trial, crowd, nearest.seed()),
                Optional.of(nearest.miss()).filter(miss -> miss.distance() > TENTH));
    }

    private record Try(long seed, Comparison.Miss miss) {}

    /** Slots and stocks make much of little: the same crowd has other figures by chance. */
    private Try nearest(Room present, Crowd crowd, long seed) {
        var happened = happened();
        var length = Duration.between(from(), until()).toSeconds();
        var tries = Math.min(MOST_TRIES, MOST_EFFORT / (visitors() + length));
        var best = tried(present, crowd, happened, seed);
        for (var n = 1; n < tries && best.miss().distance() > NEAR; n++) {
            var next = tried(present, crowd, happened, seed + n * STRIDE);
            best = next.miss().distance() < best.miss().distance() ? next : best;
        }
        return best;
    }

    private Try tried(Room present, Crowd crowd, Comparison happened, long seed) {
        var again = new Simulation(played(present, Trial.of(present), crowd, seed)).run();
        return new Try(seed, happened.miss(Comparison.of(again.rows())));
    }

    private Scenario played(Room present, Trial trial, Crowd crowd, long seed) {
        var tried = trial.room();
        var isFound = trial.hasFoundLimits();
        var now = present.configured();
        var next = tried.configured();
        var isOtherRate = !now.rate().equals(next.rate());
        var isOtherCapacity = !now.capacity().equals(next.capacity());
        var isOtherPause = now.isPaused() != next.isPaused();
        var isOtherDate = now.mode() != next.mode() || !now.schedule().equals(next.schedule());
        var isDated = isOtherDate || isExplainedBy(next);
        var played = playable(next, isDated)
                .at(
                        isOtherRate
                                ? next.rate()
                                : Optional.ofNullable(perMinute(first(), isFound))
                                        .map(RecordedOpening::rate),
                        isOtherCapacity ? next.capacity() : capacity(slots(first(), isFound)))
                .paused(isOtherPause ? next.isPaused() : isHeld(first(), isDated))
                .admitting(now.stock().equals(next.stock()) ? stock(now) : next.stock());
        return new Scenario(
                tried.with(played, tried.terms(), tried.limits()).retired(false),
                new Scenario.Span(from(), Duration.between(from(), until())),
                arrivals(),
                crowd,
                acts(new Others(isOtherRate, isOtherCapacity, isOtherPause), isDated, isFound),
                trial.site().map(site -> site.apply(crowd.visits())),
                trial.tune(),
                seed);
    }

    /** Whether the dates of now are those of then: visitors were called only while these call. */
    private boolean isExplainedBy(RoomSettings settings) {
        var before = first();
        for (var row : rows) {
            var called = row.soFar().since(before.soFar()).called();
            var isOpen = settings.phase(row.begin()).calls()
                    || settings.phase(row.begin().plus(MINUTE)).calls();
            if (called > 0 && !isOpen) {
                return false;
            }
            before = row;
        }
        return true;
    }

    /**
     * The settings that are played. If the dates of then are not known, the room is open, and paused while no
     * visitor could be called.
     */
    private static RoomSettings playable(RoomSettings settings, boolean isDated) {
        return isDated ? settings : settings.open(Mode.QUEUEING, Schedule.NONE);
    }

    private Optional<Stock> stock(RoomSettings present) {
        return Optional.ofNullable(first().pace().stock())
                .map(most ->
                        new Stock(most, present.stock().map(Stock::consumedBy).orElse(Stock.USUALLY)));
    }

    /** @param isFound whether the limit that the room had found counts, where it had one */
    private static @Nullable Double perMinute(HistoryRow row, boolean isFound) {
        return isFound ? row.limitPerMinute() : row.pace().rate();
    }

    private static @Nullable Long slots(HistoryRow row, boolean isFound) {
        return isFound ? row.limitOfSlots() : row.pace().capacity();
    }

    private static Rate rate(double perMinute) {
        var whole = Math.round(perMinute);
        var isWhole = Math.abs(whole - perMinute) < 1e-6 && whole > 0;
        return isWhole
                ? new Rate(whole, MINUTE)
                : new Rate(Math.max(1, Math.round(perMinute * 1440)), Duration.ofDays(1));
    }

    private static OptionalLong capacity(@Nullable Long capacity) {
        return capacity == null ? OptionalLong.empty() : OptionalLong.of(capacity);
    }

    private static boolean isHeld(HistoryRow row, boolean isDated) {
        return row.held().equals(Why.PAUSED.name())
                || !isDated
                        && Stream.of(Why.NOT_OPEN, Why.DRAW, Why.HELD)
                                .anyMatch(why -> row.held().equals(why.name()));
    }

    private Arrivals arrivals() {
        var stretches = new ArrayList<Arrivals.Stretch>();
        var came = isWhole() ? first().soFar().issued() : first().now().waiting();
        stretches.add(new Arrivals.Stretch(Duration.ZERO, MINUTE, 1, 1, came));
        for (var n = 1; n < rows.size(); n++) {
            var until = Duration.between(from(), rows.get(n).begin()).plus(MINUTE);
            var more = rows.get(n).soFar().since(rows.get(n - 1).soFar()).issued();
            stretches.add(new Arrivals.Stretch(stretches.get(n - 1).until(), until, 1, 1, more));
        }
        return new Arrivals(stretches);
    }

    private Crowd crowd(Room room) {
        var happened = last().soFar().since(before());
        var fitted = Manners.of(rows, before(), room.terms().claimWindow());
        var window = seconds(counted(room.terms()));
        var lapsed = happened.noShows() * window + unclaimed() * window / 2;
        var came = Math.max(1, happened.claimed() - fitted.map(Manners::atOnce).orElse(0d));
        var toClaim = Math.max(1, (spent(row -> row.now().turns()) - lapsed) / came);
        // If uses prolong visits, visits last as they did, however they ended.
        var staying =
                room.terms().renewal().isPresent() ? 0 : staying(room.terms().admissionTtl());
        return new Crowd(
                fitted.map(Manners::showUp).orElseGet(() -> showUp(happened)),
                Lasting.around(span(toClaim / StrictMath.exp(SPREAD * SPREAD / 2)), SPREAD),
                fitted.map(Manners::patience).orElseGet(this::patience),
                fitted.map(Manners::leaving).orElse(1d),
                visits(happened, staying, room.terms().admissionTtl()),
                1 - staying,
                Crowd.Bots.NONE,
                lanes(room));
    }

    /** The shares of those lanes that the room still has; visitors of others stand in the default lane. */
    private Map<String, Double> lanes(Room room) {
        var all = (double) Math.max(1, visitors());
        var earlier = isWhole() ? Map.<String, Long>of() : lanes(first());
        var shares = new TreeMap<String, Double>();
        lanes(last()).forEach((lane, places) -> {
            if (room.lanes().has(lane)) {
                shares.put(lane, Math.max(0, places - earlier.getOrDefault(lane, 0L)) / all);
            }
        });
        return shares;
    }

    private static Map<String, Long> lanes(HistoryRow row) {
        return Optional.ofNullable(row.lanes()).orElse(Map.of());
    }

    /** The share among all known outcomes, where they are too few to tell more. */
    private double showUp(HistoryRow.Tally happened) {
        var outcomes = happened.claimed() + happened.noShows() + unclaimed();
        return outcomes < Manners.FEWEST_OUTCOMES ? USUAL_SHOW_UP : happened.claimed() / outcomes;
    }

    /** The patience of a constant hazard, where too few outcomes are known to tell more. */
    private Optional<Lasting> patience() {
        var left = Measured.of(rows).left();
        return left == 0
                ? Optional.empty()
                : Optional.of(new Lasting(
                        Lasting.Shape.EXPONENTIAL, span(spent(row -> row.now().waiting()) / left), 0));
    }

    /**
     * The time for which a turn counts: while it holds a slot, which is less than its window where a capacity
     * binds.
     */
    private Duration counted(Terms terms) {
        var isReleased = first().pace().capacity() != null && first().pace().stock() == null;
        var held = isReleased ? terms.slotHeld().orElse(Terms.USUALLY_HELD) : terms.claimWindow();
        return held.compareTo(terms.claimWindow()) < 0 ? held : terms.claimWindow();
    }

    /** The number of turns, open at the end, that will lapse: a claim takes about half a minute. */
    private double unclaimed() {
        var claimed = rows.size() < 2
                ? 0
                : last().soFar().since(rows.get(rows.size() - 2).soFar()).claimed();
        return Math.max(0, last().now().turns() - claimed / 2d);
    }

    /** The share of visits that end by time, because their site does not end them: of those that are old enough. */
    private double staying(Duration admissionTtl) {
        var oldEnough = rows.stream()
                .filter(row -> !row.begin().plus(MINUTE).plus(admissionTtl).isAfter(until()))
                .mapToLong(row -> row.soFar().since(before()).claimed())
                .max()
                .orElse(0);
        var expired = last().soFar().since(before()).expired();
        return oldEnough == 0 ? 0 : Math.min(1, (double) expired / oldEnough);
    }

    /** The lengths of the other visits. */
    private Timing visits(HistoryRow.Tally happened, double staying, Duration admissionTtl) {
        var ofTime = staying == 0 ? 0 : happened.expired();
        var counted = without(Measured.of(rows).visitTimes(), admissionTtl, ofTime);
        var stayed = 0d;
        var claimed = before();
        for (var row : rows) {
            var more = row.soFar().since(claimed).claimed() * staying;
            stayed += more * Math.min(seconds(admissionTtl), seconds(Duration.between(row.begin(), until())));
            claimed = row.soFar();
        }
        var others = happened.claimed() * (1 - staying)
                + happened.completed()
                + happened.abandoned()
                + happened.expired()
                - ofTime;
        var mean = (spent(row -> row.now().inside()) - stayed) * 2 / Math.max(1, others);
        return counted.total() == 0 || mean <= 0
                ? Lasting.around(USUAL_VISIT, SPREAD)
                : new Manners.Counted(counted, span(mean));
    }

    private static Spans without(Spans all, Duration span, long count) {
        var bucket = Spans.NONE.and(span).counts().size() - 1;
        var counts = new ArrayList<>(all.counts());
        if (bucket < counts.size()) {
            counts.set(bucket, Math.max(0, counts.get(bucket) - count));
        }
        return new Spans(counts);
    }

    /** The time that all visitors together spent so, in seconds. */
    private double spent(ToLongFunction<HistoryRow> standing) {
        return rows.stream().mapToLong(standing).sum() * seconds(MINUTE);
    }

    static double seconds(Duration span) {
        return span.toMillis() / 1000d;
    }

    static Duration span(double seconds) {
        return Duration.ofMillis(Math.max(1, Math.min(Lasting.LONGEST.toMillis(), Math.round(seconds * 1000))));
    }

    /** How many an operator has let in: all, where none goes by itself, else those beyond the limits. */
    private static long letIn(HistoryRow before, HistoryRow row) {
        var called = row.soFar().since(before.soFar()).called();
        if (row.held().equals(Why.BY_HAND.name())) {
            return called;
        }
        var turns = Manners.turns(before, row);
        var rate = row.limitPerMinute();
        var earlier = before.limitPerMinute();
        var expected = rate == null || earlier == null
                ? turns
                : Math.max(rate, earlier) * (row.at() - before.at()) / MINUTE.toSeconds();
        // A rate is corrected for no-shows twofold at most.
        var faster = turns > 2 * expected + FEW ? Math.round(turns - expected) : 0;
        var taken = row.now().turns() + row.now().inside();
        var capacity = row.limitOfSlots();
        var most = capacity == null
                ? taken
                : Math.max(capacity, before.now().turns() + before.now().inside());
        var isSame = Objects.equals(capacity, before.limitOfSlots());
        var beyond = isSame && taken > most + FEW ? taken - most : 0;
        return Math.max(beyond, faster);
    }

    /** The settings that are tried: operators' changes of them do not count. */
    private record Others(boolean isRate, boolean isCapacity, boolean isPause) {}

    private List<OperatorAct> acts(Others others, boolean isDated, boolean isFound) {
        var acts = new ArrayList<OperatorAct>();
        for (var n = 0; n < rows.size(); n++) {
            var last = rows.get(Math.max(0, n - 1));
            var row = rows.get(n);
            var letIn = letIn(last, row);
            acts.add(new OperatorAct(
                    Duration.between(from(), row.begin()).plus(n == 0 ? Duration.ZERO : HALF),
                    others.isRate()
                            ? Optional.empty()
                            : changed(perMinute(last, isFound), perMinute(row, isFound))
                                    .map(RecordedOpening::rate),
                    others.isCapacity() ? Optional.empty() : changed(slots(last, isFound), slots(row, isFound)),
                    others.isPause() ? Optional.empty() : changed(isHeld(last, isDated), isHeld(row, isDated)),
                    Optional.of(letIn).filter(visitors -> visitors > 0)));
        }
        return acts.stream().filter(OperatorAct::isAny).toList();
    }

    /** The next value; empty where it is the same as before, or there is none. */
    private static <T> Optional<T> changed(@Nullable T before, @Nullable T next) {
        return Optional.ofNullable(next).filter(value -> !value.equals(before));
    }
}
