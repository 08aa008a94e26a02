package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.faults.Schedule;
import io.gatehouse.flow.RetryingVisitors;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Ticket;
import io.gatehouse.flow.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The crowd of a sale. Each comes to the room's door from an address of their own, takes a place, opens the
 * page, goes in when it is their turn, and three of ten leave by the page's button within a minute, unless
 * they are in by then. One of ten looks at the board as often as the board says, which stands for all where
 * boards come from a cache; of whoever is called they tell the others. What gets no answer is asked for again
 * with the same cookies, as browsers do.
 */
final class Sale {

    /** So many are let in. */
    static final String RATE = "1000/1m";

    private static final double A_SECOND = 1_000 / 60.0;
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final int CLIENTS = 64;
    private static final int BROWSERS = 24; // connections for all that is not a join
    private static final int LOOKING = 10; // one of so many
    private static final int LEAVING = 3; // of ten
    private static final Duration LEAVE = Duration.ofMinutes(1);
    private static final JsonMapper JSON = new JsonMapper();

    /** One visitor, from when they came to when they were told their position. */
    private static final class Visit {

        private final int number;
        private final Ticket ticket;
        private final long came;
        private final long told;
        private String known = "WAITING";
        private long gone = Long.MAX_VALUE;

        Visit(int number, Ticket ticket, long came, long told) {
            this.number = number;
            this.ticket = ticket;
            this.came = came;
            this.told = told;
        }

        synchronized boolean knows(String stage) {
            return known.equals(stage);
        }

        synchronized void learns(String stage) {
            known = stage;
        }

        synchronized void goes() {
            gone = System.nanoTime();
            known = "LEFT";
        }

        synchronized boolean hasGoneBy(long time) {
            return gone < time;
        }

        @Override
        public synchronized String toString() {
            return "visitor at " + ticket.position() + ", " + known;
        }
    }

    private final RetryingVisitors crowd;
    private final String room;
    private final Map<Long, Visit> visits = new ConcurrentSkipListMap<>();
    private final Schedule schedule = new Schedule();
    private final AtomicInteger arrivals = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicLong serving = new AtomicLong();
    private final Map<Long, Long> called = new ConcurrentHashMap<>();
    private final LongAdder boards = new LongAdder();
    private volatile boolean isOpen;
    private long opened;
    private long closed;
    private @Nullable CompletableFuture<Void> living;

    Sale(int port, String room) {
        this.crowd = new RetryingVisitors(port);
        this.room = room;
    }

    /** From now on visitors look at boards, go in and leave. */
    void opens() {
        opened = System.nanoTime();
        isOpen = true;
        schedule.add(Duration.ZERO, this::watches);
        living = CompletableFuture.runAsync(
                () -> crowd.sends(BROWSERS, this::lives), task -> new Thread(task, "sale").start());
    }

    /** They all stand still where they are. */
    void closes() {
        isOpen = false;
        closed = System.nanoTime();
        if (living != null) {
            living.join();
        }
    }

    int joined() {
        return visits.size();
    }

    /** How many came in each second. */
    List<Integer> arrivals() {
        var arrivals = new ArrayList<>(Collections.nCopies((int) seconds(), 0));
        for (var visit : visits.values()) {
            var second = (int) ((visit.came - opened) / 1_000_000_000L);
            arrivals.set(second, arrivals.get(second) + 1);
        }
        return arrivals;
    }

    /** How long the doors were open, in whole seconds. */
    long seconds() {
        return (closed - opened) / 1_000_000_000L + 1;
    }

    /**
     * The wait that this share of the called visitors did not exceed, in seconds; a look at the board late at
     * most. A visitor counts from the call, also when the load of the test lets them in later.
     */
    double wait(double share) {
        var sorted = called.keySet().stream().flatMap(this::waited).sorted().toList();
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1) / 1e9;
    }

    private Stream<Long> waited(long position) {
        var visit = visits.get(position);
        var at = called.getOrDefault(position, 0L);
        return visit == null || visit.hasGoneBy(at) ? Stream.empty() : Stream.of(Math.max(0, at - visit.came));
    }

    /** Looks at boards, on average. */
    double boardsASecond() {
        return boards.sum() / ((closed - opened) / 1e9);
    }

    /** So many more come, as fast as they are served. */
    void joinsAtOnce(int many) {
        var last = arrivals.get() + many;
        crowd.sends(CLIENTS, wire -> {
            while (arrivals.get() < last) {
                joins(wire);
            }
        });
    }

    /** The next visitor comes and takes a place. */
    void joins(Wire wire) {
        var number = arrivals.getAndIncrement();
        var came = System.nanoTime();
        var visitor = new Navigation(wire.from(address(number)));
        var end = "/rooms/" + room + "/wait";
        var sent = RetryingVisitors.asks(wire, through -> visitor.opens("/rooms/" + room + "/enter", end));
        assertThat(sent.header("location")).as(sent.body()).containsAnyOf(end, RunningGatehouse.SITE);
        var visit = new Visit(number, ticket(visitor.cookies()), came, System.nanoTime());
        if (sent.header("location").startsWith(RunningGatehouse.SITE)) {
            called.put(visit.ticket.position(), came);
            isIn(visit);
        }
        assertThat(visits.put(visit.ticket.position(), visit)).as("unique").isNull();
        if (isOpen) {
            schedule.add(Duration.ZERO, later -> opensThePage(later, visit));
        }
    }

    private void opensThePage(Wire wire, Visit visit) {
        var page = asks(wire, visit, through -> through.gets("/rooms/" + room + "/wait", visit.ticket.cookie()));
        assertThat(page.status()).isIn(200, 303);
        if (visit.number % LOOKING == 0) {
            looks(wire, visit);
        }
        if (visit.number % 10 < LEAVING) {
            var stay = ThreadLocalRandom.current().nextLong(LEAVE.toMillis());
            schedule.add(Duration.ofMillis(stay), later -> leaves(later, visit));
        }
    }

    private void looks(Wire wire, Visit visit) {
        var board = board(wire);
        var ahead = visit.ticket.position() - board.path("serving").asLong() - 1;
        if (ahead >= 0 && visit.knows("WAITING")) {
            schedule.add(Duration.ofSeconds(interval(board, ahead)), later -> looks(later, visit));
        }
    }

    private static long interval(JsonNode board, long ahead) {
        for (var poll : board.path("polls")) {
            if (poll.path("ahead").asLong(Long.MAX_VALUE) >= ahead) {
                return poll.path("every").asLong();
            }
        }
        throw new AssertionError(board.toString());
    }

    /** Somebody always looks each second. */
    private void watches(Wire wire) {
        board(wire);
        schedule.add(TICK, this::watches);
    }

    private JsonNode board(Wire wire) {
        boards.increment();
        var board = JSON.readTree(RetryingVisitors.asks(wire, through -> through.gets("/rooms/" + room + "/board", ""))
                .body());
        var now = board.path("serving").asLong();
        for (var called = serving.getAndAccumulate(now, Math::max) + 1; called <= now; called++) {
            var position = called;
            this.called.putIfAbsent(position, System.nanoTime());
            schedule.add(Duration.ZERO, later -> goesIn(later, position));
        }
        return board;
    }

    private void goesIn(Wire wire, long position) {
        var visit = visits.get(position);
        if (visit == null) {
            schedule.add(TICK, later -> goesIn(later, position)); // Its visitor has not been told yet.
        } else {
            synchronized (visit) {
                if (visit.knows("WAITING")) {
                    var path = "/rooms/" + room + "/enter?request=&cookie=set";
                    var sent = asks(wire, visit, through -> through.gets(path, visit.ticket.cookie()));
                    assertThat(RetryingVisitors.isIn(sent))
                            .as("let in at %s", position)
                            .isTrue();
                    isIn(visit);
                }
            }
        }
    }

    private void isIn(Visit visit) {
        visit.learns("ADMITTED");
        var seconds = (System.nanoTime() - opened) / 1e9;
        assertThat(inside.incrementAndGet()).as("let in within %s s", seconds).isLessThanOrEqualTo((int)
                Math.ceil(A_SECOND * (seconds + 2)));
    }

    /** Whoever is in by then stays. */
    private void leaves(Wire wire, Visit visit) {
        synchronized (visit) {
            if (visit.knows("WAITING")) {
                var path = "/rooms/" + room + "/leave";
                var sent = asks(wire, visit, through -> through.posts(path, visit.ticket.cookie(), "request="));
                assertThat(sent.status()).isEqualTo(303);
                visit.goes();
                left.incrementAndGet();
            }
        }
    }

    private void lives(Wire wire) {
        try {
            while (isOpen) {
                schedule.waits(wire);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whoever was told a position has it, all are in the order in which they came, and as many were let in as
     * should be.
     */
    void isWhole() {
        var earliest = Long.MAX_VALUE;
        var behind = visits.values().toArray(Visit[]::new);
        for (var i = behind.length - 1; i >= 0; i--) {
            assertThat(behind[i].came)
                    .as("position %s", behind[i].ticket.position())
                    .isLessThanOrEqualTo(earliest);
            earliest = Math.min(earliest, behind[i].told);
        }
        assertThat(behind).hasSize(arrivals.get());
        assertThat(behind[behind.length - 1].ticket.position()).as("dense").isEqualTo(behind.length);
        var next = new AtomicInteger();
        crowd.sends(CLIENTS, wire -> {
            for (var i = next.getAndIncrement(); i < behind.length; i = next.getAndIncrement()) {
                isThere(wire, behind[i]);
            }
        });
        assertThat(inside.get()).as("let in").isGreaterThan((int) (0.8 * A_SECOND * (closed - opened) / 1e9));
    }

    private void isThere(Wire wire, Visit visit) {
        var view = Ticket.view(
                asks(wire, visit, through -> through.gets("/rooms/" + room + "/place", visit.ticket.cookie())));
        assertThat(view.position()).isEqualTo(visit.ticket.position());
        var stage = view.stage().equals("TURN") ? "WAITING" : view.stage(); // called since they looked last
        assertThat(visit.knows(stage)).as("%s at %s", stage, visit).isTrue();
    }

    private static Wire.Reply asks(Wire wire, Visit visit, RetryingVisitors.Request request) {
        wire.from(address(visit.number));
        return RetryingVisitors.asks(wire, request);
    }

    /** Nobody has the same: of the 16 million that begin with 11. */
    private static String address(int number) {
        return "11." + (number >> 16) + "." + (number >> 8 & 255) + "." + (number & 255);
    }

    private Ticket ticket(String cookies) {
        var place = Stream.of(cookies.split("; ", -1))
                .filter(cookie -> cookie.startsWith("gatehouse-place-" + room + "="))
                .findFirst()
                .orElseThrow();
        return new Ticket(cookies, Ticket.of(place).position());
    }

    @Override
    public String toString() {
        var calls = called.keySet().stream().flatMap(this::waited).count();
        return "%d joined, %d called in %d s, %d let in, %d left, %.0f boards a second"
                .formatted(joined(), calls, seconds(), inside.get(), left.get(), boardsASecond());
    }
}
