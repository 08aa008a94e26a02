package io.gatehouse.notice;

import io.gatehouse.notice.Carrier.Outcome;
import io.gatehouse.notice.NoticeBudget.Spent;
import io.gatehouse.notice.NoticeConfiguration.Carriers;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms.Notices.Way;
import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Workers;
import io.gatehouse.web.RoomCounts;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends notices, by each way in threads of its own: a mail server that is slow or away holds up no other way
 * and no line. {@value #MOST} notices wait at most; one beyond them is dropped, and counted as {@code late}.
 * A notice that the server has certainly not taken is tried again a few times, until it is too late.
 */
final class NoticePost implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NoticePost.class);

    /** The answer where a message did not fit, or its turn is over. */
    private static final String LATE = "late";

    /** The maximum number of notices that wait or are under way, for each way. */
    static final int MOST = 2_000;

    /** More notices than other threads may add meanwhile. */
    static final int FEW = 8;

    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(2));

    /** The values of the label {@code answer}. */
    private static final String[] ANSWERS = {"sent", "failed", LATE, "over-limit", "stopped", "gone"};

    private record Line(Carrier carrier, ExecutorService threads, Semaphore free) {

        private static Line of(Carrier carrier) {
            var named = Workers.named("notice-" + carrier.way().word());
            var threads = Executors.newFixedThreadPool(carrier.atOnce(), named);
            return new Line(carrier, threads, new Semaphore(MOST));
        }

        private boolean hasRoom() {
            return free.availablePermits() > FEW;
        }
    }

    private final Map<Way, Line> lines = new EnumMap<>(Way.class);
    private final NoticeBudget budget;
    private final Addresses addresses;
    private final Map<Way, RoomCounts> counts = new EnumMap<>(Way.class);
    private final Scheduler scheduler;
    private final Clock clock;
    private final LogThrottle throttle;

    NoticePost(Carriers carriers, NoticeBudget budget, Addresses addresses, MeterRegistry meters, NoticeTime time) {
        carriers.all().forEach(carrier -> lines.put(carrier.way(), Line.of(carrier)));
        this.budget = budget;
        this.addresses = addresses;
        var counted = new RoomCounts(meters, "gatehouse.notices", "Notices to visitors", ANSWERS);
        Stream.of(Way.values()).forEach(way -> counts.put(way, counted.with("way", way.word())));
        this.scheduler = time.scheduler();
        this.clock = time.clock();
        this.throttle = new LogThrottle(time.scheduler());
    }

    /** The clock, and the scheduler that measures spans. */
    record NoticeTime(Scheduler scheduler, Clock clock) {}

    /** The ways that this installation can send by. */
    Set<Way> ways() {
        return Set.copyOf(lines.keySet());
    }

    /** Why visitors of this room cannot be told, as a sentence without a full stop; empty when they can. */
    Optional<String> warning(Room room) {
        var missing = room.terms().notices().ways().stream()
                .filter(way -> !lines.containsKey(way))
                .sorted()
                .toList();
        return missing.stream()
                .map(NoticePost::needed)
                .distinct()
                .reduce((one, other) -> one + " and " + other)
                .map(needed -> "gatehouse.rooms." + room.id() + ".notices is set, and " + needed
                        + " is not: no visitor is told by "
                        + missing.stream().map(Way::word).collect(Collectors.joining(", ")));
    }

    private static String needed(Way way) {
        return way.costs() ? "gatehouse.notices.phones.url or .aws" : "gatehouse.alerts.mail";
    }

    Optional<Carrier> carrier(Way way) {
        return Optional.ofNullable(lines.get(way)).map(Line::carrier);
    }

    void knows(Room room) {
        room.terms().notices().ways().forEach(way -> counts(way).knows(room.id()));
    }

    private RoomCounts counts(Way way) {
        return Objects.requireNonNull(counts.get(way));
    }

    /**
     * The addresses to which a visitor's notice may be sent.
     *
     * @param to the addresses that want it and are within the room's budget, of which one is taken for each
     * @param spent of the budget
     * @param refusals of the others, as values of the label {@code answer}
     */
    record Allowed(RoomId room, Map<Way, String> to, List<Spent> spent, Map<Way, String> refusals) {

        /** Whether a message is only missing a free spot in the post. */
        boolean isLate() {
            return to.isEmpty() && refusals.containsValue(LATE);
        }

        @Override
        public String toString() {
            return "Allowed[secret]";
        }
    }

    /**
     * Asks the store for each address. The caller {@linkplain #giveBack gives back} what it does not send.
     * An address counts as used by this place from now on.
     *
     * @param isTurn whether the turn has come; else it is near
     */
    Allowed allowed(RoomId room, Wish wish, boolean isTurn) {
        var allowed = new Allowed(room, new EnumMap<>(Way.class), new ArrayList<>(), new EnumMap<>(Way.class));
        var isWhole = false;
        try {
            for (var way : wish.to().keySet()) {
                refusal(allowed, way, wish, isTurn)
                        .ifPresent(answer -> allowed.refusals().put(way, answer));
            }
            isWhole = true;
        } finally {
            if (!isWhole) {
                giveBack(allowed);
            }
        }
        return allowed;
    }

    private Optional<String> refusal(Allowed allowed, Way way, Wish wish, boolean isTurn) {
        var address = Objects.requireNonNull(wish.to().get(way));
        var sameHolder =
                carrier(way).map(carrier -> carrier.sameHolder(address)).orElse(List.of(address));
        if (sameHolder.stream().anyMatch(addresses::isStopped)) {
            return Optional.of("stopped");
        }
        if (lines.containsKey(way) && lines.get(way).free.availablePermits() == 0) {
            return Optional.of(LATE);
        }
        if (!addresses.take(way, address, wish.place())) {
            return Optional.of("over-limit");
        }
        var spent = budget.spend(allowed.room(), way, isTurn);
        if (spent.isNothing()) {
            return Optional.of("over-limit");
        }
        allowed.spent().add(spent);
        allowed.to().put(way, address);
        return Optional.empty();
    }

    void giveBack(Allowed unsent) {
        unsent.spent().forEach(budget::giveBack);
    }

    void countRefusals(Allowed allowed) {
        allowed.refusals().forEach((way, answer) -> counts(way).count(allowed.room(), answer));
    }

    /** Whether a few more would be taken by one of these ways. What cannot be sent at all takes no room. */
    boolean hasRoom(Collection<Way> ways) {
        return ways.stream()
                .anyMatch(way -> !lines.containsKey(way) || lines.get(way).hasRoom());
    }

    /** Sends a notice soon, and waits for nothing. A notice that does not fit is dropped, and counted. */
    void add(Way way, Notice notice) {
        var line = lines.get(way);
        if (line == null) {
            counts(way).count(notice.room(), "failed");
        } else if (line.free.tryAcquire()) {
            execute(line, notice, 0);
        } else {
            counts(way).count(notice.room(), LATE);
        }
    }

    private void execute(Line line, Notice notice, int tried) {
        try {
            line.threads.execute(() -> send(line, notice, tried));
        } catch (RejectedExecutionException stopping) {
            end(line, notice, "failed");
        }
    }

    private void send(Line line, Notice notice, int tried) {
        try {
            if (clock.instant().isAfter(notice.until())) {
                end(line, notice, LATE);
            } else {
                var answer = line.carrier.send(notice);
                log(line.carrier.way(), notice.room(), answer.problem());
                sent(line, notice, tried, answer.outcome());
            }
        } catch (RuntimeException broken) {
            LOG.error("room {}: a notice cannot be sent", notice.room(), broken);
            end(line, notice, "failed");
        }
    }

    private void log(Way way, RoomId room, String problem) {
        if (!problem.isEmpty()) {
            throttle.count(
                    way.word() + " " + room,
                    times -> LOG.warn(
                            "room {}: {} notices could not be sent by {}; the last: {}",
                            room,
                            times,
                            way.word(),
                            problem));
        }
    }

    private void sent(Line line, Notice notice, int tried, Outcome outcome) {
        if (outcome == Outcome.UNSENT && tried < PAUSES.size()) {
            try {
                scheduler.schedule(() -> execute(line, notice, tried + 1), PAUSES.get(tried));
            } catch (RejectedExecutionException stopping) {
                end(line, notice, "failed");
            }
        } else if (outcome == Outcome.GONE) {
            addresses.stop(addresses.link(notice.to()));
            end(line, notice, "gone");
        } else {
            end(line, notice, outcome == Outcome.SENT ? "sent" : "failed");
        }
    }

    private void end(Line line, Notice notice, String answer) {
        line.free.release();
        counts(line.carrier.way()).count(notice.room(), answer);
    }

    @Override
    public void close() {
        lines.forEach((way, line) -> {
            var dropped = Workers.end(line.threads);
            if (dropped > 0) {
                LOG.warn("{} notices by {} are not sent, because the node stops", dropped, way.word());
            }
        });
    }
}
