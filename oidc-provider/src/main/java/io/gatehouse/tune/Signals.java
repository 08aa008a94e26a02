package io.gatehouse.tune;

import io.gatehouse.health.Answers;
import io.gatehouse.health.CloudWatchClients;
import io.gatehouse.health.Source;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import io.gatehouse.outbound.Reach;
import io.gatehouse.room.RoomId;
import io.gatehouse.site.Logins;
import io.gatehouse.time.Deadline;
import io.gatehouse.time.Scheduler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The signals that a node has of the rooms' sites: from outside, pushed by programs, and by the logins of visitors. */
final class Signals implements AutoCloseable {

    /** The most time that an answer from outside may take with its body. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Values of this span are taken together: one of them may be an outlier. */
    private static final Duration SPAN = Duration.ofSeconds(10);

    /** A source is silent after three periods, and after this time where periods are short. */
    private static final Duration SOON = Duration.ofSeconds(15);

    /** An answer that is open for longer is no good sign, even if it ends well. */
    private static final Duration SLOW = Duration.ofSeconds(3);

    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final int PERIODS = 3;
    private static final int ENOUGH_TIMES = 10;
    private static final int ENOUGH_CODES = 20;
    private static final double MOST_LOGINS = 0.9;
    private static final double HUNDRED = 100;

    private static final class OfRoom {

        private final List<Source<List<Reading>>> sources;
        private final Duration usual;
        private volatile long begin;
        private volatile long asked;
        private volatile boolean isAsked;
        private volatile Optional<Deadline> quiet = Optional.empty();

        /** @param usual within which an answer of a site comes that is well */
        private OfRoom(List<Source<List<Reading>>> sources, Duration usual) {
            this.sources = sources;
            this.usual = usual;
        }
    }

    /**
     * The signals of a room.
     *
     * @param silent the signals that should say something and do not, with the reason
     * @param isOverdue whether an answer is open for so long that the ones before it are no news any more
     */
    record Heard(List<Reading> readings, List<String> silent, boolean isOverdue) {}

    private final Scheduler scheduler;
    private final CloudWatchClients cloudWatch;
    private final Pushed pushed;
    private final Clock clock;
    private final Answers<List<Reading>> answers;
    private final Map<RoomId, OfRoom> rooms = new ConcurrentHashMap<>();

    Signals(Scheduler scheduler, CloudWatchClients cloudWatch, Pushed pushed, Clock clock) {
        this.scheduler = scheduler;
        this.cloudWatch = cloudWatch;
        this.pushed = pushed;
        this.clock = clock;
        this.answers = new Answers<>("signals", LONGEST, scheduler);
    }

    /**
     * Asks these sources from now on, in place of any others of this room.
     *
     * @param reach where they may lead
     */
    void define(RoomId room, TuneProperties said, Reach reach) {
        forget(room);
        var sources = Stream.of(
                        Optional.ofNullable(said.health())
                                .map(health -> new HealthSource(health, reach, outbound(), scheduler)),
                        Optional.ofNullable(said.prometheus())
                                .map(query -> new PrometheusSource(query, reach, outbound())),
                        Optional.ofNullable(said.cloudWatch())
                                .map(balancer -> new CloudWatchSource(
                                        balancer, cloudWatch.in(Objects.requireNonNull(balancer.region())), clock)))
                .<Source<List<Reading>>>flatMap(Optional::stream)
                .toList();
        var usual = Optional.ofNullable(said.health())
                .map(health -> longer(health.latency(), SLOW))
                .orElse(SLOW);
        rooms.put(room, new OfRoom(sources, usual));
    }

    private static Outbound outbound() {
        return new Outbound(Bounds.ofDocuments(PATIENCE, 1));
    }

    void forget(RoomId room) {
        Optional.ofNullable(rooms.remove(room)).ifPresent(own -> own.sources.forEach(answers::forget));
    }

    void ask(RoomId room, Duration period) {
        Optional.ofNullable(rooms.get(room)).ifPresent(own -> {
            if (!own.isAsked || scheduler.read() - own.asked >= period.toNanos()) {
                own.begin = own.isAsked ? own.begin : scheduler.read();
                own.isAsked = true;
                own.asked = scheduler.read();
                own.sources.forEach(source -> answers.ask(room.value(), source));
            }
        });
    }

    boolean isAsking() {
        return answers.isAsking();
    }

    /**
     * The readings of a room's sources and of its logins.
     *
     * @param isBusy whether visitors wait for calls: then logins should come, unless there is another signal
     */
    Heard of(RoomId room, TuneRules rules, Tuned record, Duration period, boolean isBusy) {
        var readings = new ArrayList<Reading>();
        var silent = new ArrayList<String>();
        Optional.ofNullable(rooms.get(room))
                .ifPresent(own -> own.sources.forEach(source -> {
                    var heard = heard(source, period);
                    readings.addAll(heard);
                    if (heard.isEmpty() && own.isAsked && isLate(own.begin, period)) {
                        silent.add(source
                                + answers.silence(source)
                                        .map(why -> " (" + why + ")")
                                        .orElse(""));
                    }
                }));
        if (rules.said().pushed() != null) {
            pushed.of(room).ifPresentOrElse(readings::add, () -> silent.add("pushed values"));
        }
        var hasOthers = !readings.isEmpty() || !silent.isEmpty();
        var logins = logins(rules.said(), record.logins(), period);
        readings.addAll(logins);
        if (!hasOthers && isDeaf(room, isBusy && record.logins().isEmpty())) {
            silent.add("logins");
        }
        return new Heard(List.copyOf(readings), List.copyOf(silent), isOverdue(room));
    }

    private boolean isOverdue(RoomId room) {
        return Optional.ofNullable(rooms.get(room))
                .filter(own -> own.sources.stream().anyMatch(source -> answers.isOverdue(source, own.usual)))
                .isPresent();
    }

    /** Whether visitors have been waiting for a minute, and none has logged in. */
    private boolean isDeaf(RoomId room, boolean isQuiet) {
        var own = Optional.ofNullable(rooms.get(room));
        own.ifPresent(one -> one.quiet =
                !isQuiet ? Optional.empty() : one.quiet.or(() -> Optional.of(Deadline.after(A_MINUTE, scheduler))));
        return own.flatMap(one -> one.quiet).filter(Deadline::isExpired).isPresent();
    }

    private List<Reading> heard(Source<List<Reading>> source, Duration period) {
        var recent = answers.within(source, longer(period, SPAN));
        var counted = recent.isEmpty()
                ? answers.within(source, late(period)).stream()
                        .reduce((one, next) -> next)
                        .map(List::of)
                        .orElse(List.of())
                : recent;
        return counted.stream()
                .flatMap(Collection::stream)
                .collect(Collectors.groupingBy(Reading::name))
                .values()
                .stream()
                .map(Reading::mean)
                .toList();
    }

    private boolean isLate(long begin, Duration period) {
        return scheduler.read() - begin >= late(period).toNanos();
    }

    private static Duration late(Duration period) {
        return longer(period.multipliedBy(PERIODS), SOON);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /**
     * Readings of the shortest span that has enough logins. When none came of late, earlier ones say nothing
     * of now.
     */
    private List<Reading> logins(TuneProperties said, List<Tuned.Slice> slices, Duration period) {
        var readings = new ArrayList<Reading>();
        var now = clock.instant();
        var timed = latest(slices, now.minus(longer(period, SPAN)), Logins.Counts::timed, ENOUGH_TIMES);
        var codes = latest(slices, now.minus(A_MINUTE), Logins.Counts::issued, ENOUGH_CODES);
        var isRecent = !slices.isEmpty()
                && Instant.ofEpochMilli(slices.get(slices.size() - 1).at()).isAfter(now.minus(late(period)));
        if (isRecent && !said.login().isZero() && timed.timed() >= ENOUGH_TIMES) {
            readings.add(Reading.ofTime("login", timed.quantile(MOST_LOGINS), said.login()));
        }
        if (isRecent && said.unredeemed() > 0 && codes.issued() >= ENOUGH_CODES) {
            var share = HUNDRED * Math.max(0, codes.issued() - codes.redeemed()) / codes.issued();
            readings.add(new Reading("unredeemed codes", share, said.unredeemed(), Reading.Unit.PERCENT));
        }
        return readings;
    }

    /** The sum of the latest slices: those since a moment, and as many before as it takes to have enough. */
    private static Logins.Counts latest(
            List<Tuned.Slice> slices, Instant from, ToLongFunction<Logins.Counts> count, long enough) {
        var sum = Logins.Counts.NONE;
        for (int index = slices.size() - 1; index >= 0; index--) {
            var slice = slices.get(index);
            if (!Instant.ofEpochMilli(slice.at()).isAfter(from) && count.applyAsLong(sum) >= enough) {
                return sum;
            }
            sum = sum.plus(slice.counts());
        }
        return sum;
    }

    @Override
    public void close() {
        answers.close();
    }
}
