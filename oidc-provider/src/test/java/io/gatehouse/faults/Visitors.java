package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.Ticket;
import io.gatehouse.flow.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Many visitors behind few connections, who join, wait for their turn, go in, stay a while and leave; one of
 * fifty leaves sooner. What gets no answer they ask again with the same cookie, as browsers do.
 *
 * <p>What must be true at every moment is asserted as it is learned, and the first thing that is not ends it
 * all. A slot is counted from the moment its visitor knows of it until they set out to leave. Those that are
 * counted are certainly taken, all at once, so there must never be more of them than the capacity; however
 * late answers come, or if they do not come at all.
 */
final class Visitors {

    /**
     * What a crowd is like.
     *
     * @param aSecond how many arrive in a second, at most
     * @param stay how long they are in, on average
     * @param believesTheBoard whether {@code serving} on the board never goes back, not even in a failover:
     *     then whoever it covers has certainly been called
     */
    record Plan(int arrivals, int aSecond, int capacity, Duration stay, boolean believesTheBoard) {}

    private static final int CLIENTS = 64;
    private static final int ONE_LEAVES_OF = 50;
    private static final Duration AGAIN = Duration.ofMillis(250);

    /**
     * So long, on average, whoever is refused waits: a crowd that asks at once again leaves a node no time to
     * start.
     */
    private static final Duration REFUSED = Duration.ofSeconds(3);

    private static final Duration REPORT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofMinutes(6);

    private final Plan plan;
    private final RetryingVisitors crowd;
    private final Watcher watcher;
    private final Schedule schedule = new Schedule();
    private final Map<Long, Visit> visits = new ConcurrentHashMap<>();
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicInteger slots = new AtomicInteger();
    private final AtomicInteger mostSlots = new AtomicInteger();
    private final AtomicInteger mostOnPanel = new AtomicInteger();
    private final AtomicInteger admitted = new AtomicInteger();
    private final AtomicInteger gone = new AtomicInteger();
    private final AtomicInteger tooEarly = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Map<Integer, AtomicInteger> refused = new ConcurrentSkipListMap<>();
    private final AtomicLong recovered = new AtomicLong();
    private final AtomicLong serving = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CompletableFuture<Void> living;
    private final long begun = System.nanoTime();

    private Visitors(int port, Plan plan) {
        this.plan = plan;
        this.crowd = new RetryingVisitors(port);
        this.watcher = new Watcher(port);
        schedule.add(Duration.ZERO, this::looksAtTheBoard);
        schedule.add(Duration.ZERO, this::looksAtThePanel);
        living = CompletableFuture.runAsync(
                () -> crowd.sends(CLIENTS, this::lives), work -> new Thread(work, "visitors").start());
    }

    /** The first of them come at once; the rest follow by themselves. */
    static Visitors come(int port, Plan plan) {
        return new Visitors(port, plan);
    }

    int joined() {
        return visits.size();
    }

    int admitted() {
        return admitted.get();
    }

    /** How many stand in line, as far as they know; of those who have just joined each client may have one more. */
    long waiting() {
        return visits.values().stream()
                .filter(visit -> visit.knows(Visit.State.WAITS))
                .count();
    }

    /** Waits until so many have been told their position. */
    void untilJoined(int many) {
        until(many + " have joined", () -> joined() >= many);
    }

    /** Waits until so many have been told that they are in. */
    void untilAdmitted(int many) {
        until(many + " have been admitted", () -> admitted() >= many);
    }

    /** Lets them all stand still where they are. */
    void end() {
        failure.compareAndSet(null, new Enough());
        living.join();
        assertThat(failure.get()).isInstanceOf(Enough.class);
    }

    /** Asks for every place what has become of it: that must be what its visitor has been told. */
    void areAllStillThere() {
        var left = new ConcurrentLinkedQueue<>(visits.values());
        var taken = new AtomicInteger();
        crowd.sends(16, wire -> {
            for (var visit = left.poll(); visit != null; visit = left.poll()) {
                if (isStillThere(wire, visit)) {
                    taken.incrementAndGet();
                }
            }
        });
        assertThat(taken).as("called or admitted").hasValueLessThanOrEqualTo(plan.capacity);
        assertThat(refused).as("answers of our own that say no").doesNotContainKey(500);
    }

    /** What happened, in a line. */
    @Override
    public String toString() {
        return "%d joined, %d admitted, %d left; at most %d slots (%d on the panel) of %d; %d unanswered, refused %s, %d too early; %d s"
                .formatted(
                        joined(),
                        admitted(),
                        gone.get(),
                        mostSlots.get(),
                        mostOnPanel.get(),
                        plan.capacity,
                        unanswered.get(),
                        refused,
                        tooEarly.get(),
                        (System.nanoTime() - begun) / 1_000_000_000);
    }

    /** The statuses of answers that said: not now. */
    Set<Integer> refused() {
        return refused.keySet();
    }

    /** Up to which position the line has been lost, as the board says; 0 if it has not been. */
    long recovered() {
        return recovered.get();
    }

    int unanswered() {
        return unanswered.get();
    }

    /** How often a visitor who was called by the board was not yet called. */
    int tooEarly() {
        return tooEarly.get();
    }

    private void until(String what, BooleanSupplier isTrue) {
        await(what)
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> isTrue.getAsBoolean() || failure.get() != null);
        var broken = failure.get();
        if (broken != null) {
            throw new AssertionError(what + ": " + this, broken);
        }
    }

    private void lives(Wire wire) {
        try {
            while (failure.get() == null) {
                if (!schedule.does(wire) && !arrives(wire)) {
                    schedule.waits(wire);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error broken) {
            failure.compareAndSet(null, broken);
        }
    }

    private boolean arrives(Wire wire) {
        var seconds = (System.nanoTime() - begun) / 1e9;
        var before = arrived.get();
        if (before >= Math.min(plan.arrivals, seconds * plan.aSecond) || !arrived.compareAndSet(before, before + 1)) {
            return false;
        }
        asks(wire, through -> through.gets("/rooms/shop/enter", ""), this::joins);
        return true;
    }

    private void joins(Wire wire, Wire.Reply first) {
        assertThat(first.status()).isEqualTo(303);
        asks(wire, through -> through.gets("/rooms/shop/enter?request=&cookie=set", first.cookie()), this::hasJoined);
    }

    private void hasJoined(Wire wire, Wire.Reply reply) {
        assertThat(RetryingVisitors.hasPlace(reply)).as(reply.body()).isTrue();
        var visit = new Visit(Ticket.of(reply));
        var other = visits.putIfAbsent(visit.position(), visit);
        assertThat(other).as("a second place at one position").isNull();
        if (RetryingVisitors.isIn(reply)) {
            isIn(visit);
        } else if (ThreadLocalRandom.current().nextInt(ONE_LEAVES_OF) == 0) {
            schedule.add(randomly(plan.stay), later -> leaves(later, visit));
        }
        if (visit.position() <= serving.get()) {
            isCalled(visit);
        }
    }

    private void looksAtTheBoard(Wire wire) {
        asks(wire, through -> through.gets("/rooms/shop/board", ""), (same, board) -> {
            assertThat(board.status()).isEqualTo(200);
            var now = Ticket.serving(board);
            var before = serving.getAndAccumulate(now, Math::max);
            for (var position = before + 1; position <= now; position++) {
                var visit = visits.get(position);
                if (visit != null) {
                    isCalled(visit);
                }
            }
            reportBack(Ticket.recovery(board));
            schedule.add(AGAIN, this::looksAtTheBoard);
        });
    }

    /** The line has been lost up to there: whoever has a position in it shows their cookie once more, by and by. */
    private void reportBack(long recovery) {
        if (recovery > recovered.getAndAccumulate(recovery, Math::max)) {
            visits.values().stream()
                    .filter(visit -> visit.knows(Visit.State.WAITS) && visit.position() <= recovery)
                    .forEach(visit -> schedule.add(randomly(REPORT), wire -> reportsBack(wire, visit)));
        }
    }

    private void reportsBack(Wire wire, Visit visit) {
        asks(wire, through -> through.gets("/rooms/shop/place", visit.cookie()), (same, place) -> {
            var stage = view(visit, place).stage();
            if (visit.knows(Visit.State.WAITS)) {
                assertThat(stage).as("%s", visit).isIn("WAITING", "TURN", "RETURNING", "ADMITTED");
            }
        });
    }

    private void looksAtThePanel(Wire wire) {
        watcher.slots().ifPresent(now -> {
            mostOnPanel.accumulateAndGet((int) now, Math::max);
            assertThat(now).as("slots on the panel").isLessThanOrEqualTo(plan.capacity);
        });
        schedule.add(AGAIN, this::looksAtThePanel);
    }

    private void isCalled(Visit visit) {
        if (visit.isCalled()) {
            if (plan.believesTheBoard) {
                takesSlot(visit);
            }
            schedule.add(Duration.ZERO, wire -> goesOn(wire, visit));
        }
    }

    private void goesOn(Wire wire, Visit visit) {
        if (visit.knows(Visit.State.WAITS)) {
            asks(wire, through -> through.posts("/rooms/shop/continue", visit.cookie(), "request="), (same, reply) -> {
                if (RetryingVisitors.isIn(reply)) {
                    isIn(visit);
                } else {
                    asks(
                            same,
                            through -> through.gets("/rooms/shop/place", visit.cookie()),
                            (its, place) -> seesItsPlace(visit, place));
                }
            });
        }
    }

    /** The button has not let the visitor in: so where are they? */
    private void seesItsPlace(Visit visit, Wire.Reply place) {
        var view = view(visit, place);
        if (view.stage().equals("ADMITTED")) {
            isIn(visit);
        } else if (visit.knows(Visit.State.WAITS)) {
            assertThat(view.stage()).as("%s", visit).isIn("WAITING", "TURN", "RETURNING");
            tooEarly.incrementAndGet();
            schedule.add(AGAIN.multipliedBy(4), wire -> goesOn(wire, visit));
        }
    }

    private void isIn(Visit visit) {
        if (visit.isIn()) {
            takesSlot(visit);
            admitted.incrementAndGet();
            schedule.add(randomly(plan.stay), wire -> leaves(wire, visit));
        }
    }

    private void leaves(Wire wire, Visit visit) {
        if (visit.knows(Visit.State.LEAVES) || visit.knows(Visit.State.IS_GONE)) {
            return;
        }
        if (visit.leaves()) {
            slots.decrementAndGet();
        }
        asks(wire, through -> through.posts("/rooms/shop/leave", visit.cookie(), "request="), (same, reply) -> {
            assertThat(reply.status()).isEqualTo(303);
            logsOut(same, visit);
        });
    }

    /** Whoever has been let in, told or not, leaves by this. */
    private void logsOut(Wire wire, Visit visit) {
        asks(wire, through -> through.posts("/logout", visit.cookie(), "sure=yes"), (same, reply) -> {
            assertThat(reply.status()).isEqualTo(200);
            visit.isGone();
            gone.incrementAndGet();
        });
    }

    private void takesSlot(Visit visit) {
        if (visit.takesSlot()) {
            var now = slots.incrementAndGet();
            mostSlots.accumulateAndGet(now, Math::max);
            assertThat(now).as("slots taken").isLessThanOrEqualTo(plan.capacity);
        }
    }

    private boolean isStillThere(Wire wire, Visit visit) {
        var view = view(visit, RetryingVisitors.place(wire, visit.cookie()));
        assertThat(view.position()).as("%s", visit).isEqualTo(visit.position());
        assertThat(view.stage()).as("%s", visit).isIn(stages(visit));
        return view.stage().equals("TURN") || view.stage().equals("ADMITTED");
    }

    private static Set<String> stages(Visit visit) {
        if (visit.knows(Visit.State.WAITS)) {
            // Called since, or let in by an answer that was lost.
            return Set.of("WAITING", "RETURNING", "TURN", "ADMITTED");
        }
        if (visit.knows(Visit.State.IS_IN)) {
            return Set.of("ADMITTED");
        }
        // Or still in, if nothing has come of the leave yet.
        return visit.knows(Visit.State.IS_GONE)
                ? Set.of("LEFT", "COMPLETED")
                : Set.of("LEFT", "COMPLETED", "ADMITTED", "TURN", "WAITING");
    }

    private static Ticket.View view(Visit visit, Wire.Reply place) {
        assertThat(place.status()).as("%s: %s", visit, place.body()).isEqualTo(200);
        return Ticket.view(place);
    }

    private interface Answered {

        void with(Wire wire, Wire.Reply reply);
    }

    /** Asks now, and again a little later until there is an answer that does not say: not now. */
    private void asks(Wire wire, RetryingVisitors.Request request, Answered answered) {
        Wire.Reply reply;
        try {
            reply = request.send(wire);
        } catch (IOException noAnswer) {
            unanswered.incrementAndGet();
            schedule.add(AGAIN, later -> asks(later, request, answered));
            return;
        }
        if (reply.status() < 500) {
            answered.with(wire, reply);
        } else {
            isRefused(reply);
            schedule.add(randomly(REFUSED), later -> asks(later, request, answered));
        }
    }

    private void isRefused(Wire.Reply reply) {
        assertThat(reply.status() == 503 && reply.header("retry-after").isEmpty())
                .as("a store that is away says when to come again")
                .isFalse();
        refused.computeIfAbsent(reply.status(), status -> new AtomicInteger()).incrementAndGet();
    }

    private static Duration randomly(Duration average) {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(2 * average.toMillis()));
    }

    private static final class Enough extends RuntimeException {}
}
