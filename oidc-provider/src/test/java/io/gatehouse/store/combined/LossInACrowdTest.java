package io.gatehouse.store.combined;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Seed;
import io.gatehouse.faults.FaultSize;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Act;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.store.dynamodb.RoomsBehind;
import io.gatehouse.store.redis.LinesInRedis;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A crowd joins, is called, claims and leaves at two nodes while Redis is lost under it, again and again. */
@Tag("faults")
class LossInACrowdTest {

    private static final int VISITORS = FaultSize.of(100, 150);
    private static final int CAPACITY = 12;
    private static final int LOSSES = FaultSize.of(3, 4);
    private static final int STAY = 4;
    private static final int THREADS = 16;
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private final MutableClock clock = MutableClock.standing();
    private final RoomId name = new RoomId("room-" + UUID.randomUUID());
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger mostInside = new AtomicInteger();
    private final AtomicInteger admissions = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();

    @Test
    void givenACrowd_whenRedisIsEmptiedInItsMiddle_thenAllAreAdmittedOnceInTheirPositions() throws Exception {
        try (var server = RedisServer.start();
                var lines = LinesInRedis.impatient(server, RoomsBehind.shared())) {
            var visitors = live(lines, () -> server.say("FLUSHALL"));

            allIsWell(lines, visitors);
        }
    }

    @Test
    void givenACrowd_whenRedisIsKilledAndStartsEmpty_thenAllAreAdmittedOnceInTheirPositions() throws Exception {
        try (var server = RedisServer.start();
                var lines = LinesInRedis.impatient(server, RoomsBehind.shared())) {
            var visitors = live(lines, () -> {
                server.isKilled();
                server.startsEmpty();
            });

            allIsWell(lines, visitors);
        }
    }

    @Test
    void givenACrowd_whenRedisIsKilledAndComesBackWithOlderData_thenAllAreAdmittedOnceInTheirPositions()
            throws Exception {
        try (var server = RedisServer.start();
                var lines = LinesInRedis.impatient(server, RoomsBehind.shared())) {
            var isSaved = new AtomicBoolean();
            var visitors = live(lines, () -> {
                if (isSaved.compareAndSet(false, true)) {
                    server.say("SAVE");
                } else {
                    server.isKilled();
                    server.starts();
                }
            });

            allIsWell(lines, visitors);
        }
    }

    private List<Visitor> live(LinesInRedis lines, Runnable loss) throws Exception {
        var nodes = List.of(node(lines), node(lines));
        var all = Stream.generate(() -> new Visitor(nodes)).limit(VISITORS).toList();
        var queue = new ConcurrentLinkedQueue<>(all);
        var threads = Executors.newFixedThreadPool(THREADS + 1);
        try {
            var tasks = new ArrayList<Future<?>>();
            for (var thread = 0; thread < THREADS; thread++) {
                tasks.add(threads.submit(() -> take(queue)));
            }
            tasks.add(threads.submit(() -> turn(nodes, queue, loss)));
            for (var task : tasks) {
                task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        return all;
    }

    private void take(Queue<Visitor> queue) {
        for (var visitor = queue.poll(); visitor != null; visitor = queue.poll()) {
            if (!visitor.takesAStep()) {
                queue.add(visitor);
            }
            steps.incrementAndGet();
        }
    }

    /** Turns both nodes' turnstiles until everybody has been inside; now and then the line is lost. */
    private void turn(List<WaitingRoom> nodes, Queue<Visitor> queue, Runnable loss) {
        var turnstile = turnstile();
        for (var losses = 0; !queue.isEmpty(); ) {
            clock.advance(Duration.ofSeconds(1));
            nodes.forEach(node -> turnstile.tick(node.line()));
            if (losses < LOSSES && steps.get() > (2 * losses + 1) * VISITORS / 3) {
                loss.run();
                losses++;
            }
        }
    }

    private void allIsWell(LinesInRedis lines, List<Visitor> visitors) {
        var room = node(lines);
        var snapshot = room.snapshot();

        assertThat(visitors).allSatisfy(visitor -> assertThat(visitor.isDone).isTrue());
        assertThat(new HashSet<>(visitors.stream().map(Visitor::position).toList()))
                .as("no position twice")
                .hasSize(VISITORS);
        assertThat(admissions).as("no admission twice").hasValue(VISITORS);
        assertThat(mostInside.get()).as("never over capacity").isLessThanOrEqualTo(CAPACITY);
        assertThat(snapshot.recovery()).as("it has been lost").isPositive();
        assertThat(snapshot.noShows()).isZero();
        assertThat(snapshot.slots()).isZero();
        assertThat(snapshot.callable()).isZero();
    }

    private WaitingRoom node(LinesInRedis lines) {
        var capacity = new RoomSettings(Optional.empty(), OptionalLong.of(CAPACITY), false);
        var terms = Lines.terms(Duration.ofDays(1), Duration.ofDays(2));
        var configured = new Room(name, "Shop", capacity, terms, Optional.empty());
        return new WaitingRooms(List.of(configured), lines.node(), turnstile(), clock).get(name.value());
    }

    private Turnstile turnstile() {
        return new Turnstile(
                clock,
                System::nanoTime,
                Duration.ofSeconds(1),
                draw -> new Seed("5eed".repeat(16)),
                (room, why) -> {},
                new TunedLimits());
    }

    /** Keeps the cookie of the first answer, and goes by it from then on, at either node. */
    private final class Visitor {

        private final PlaceId id = new PlaceId(UUID.randomUUID());
        private final List<WaitingRoom> nodes;
        private @Nullable PlaceProof cookie;
        private int asked;
        private int stayed;
        private volatile boolean isDone;

        Visitor(List<WaitingRoom> nodes) {
            this.nodes = nodes;
        }

        long position() {
            return cookie == null ? 0 : cookie.position().number();
        }

        /** True when the visit is over. */
        boolean takesAStep() {
            try {
                isDone = visits(nodes.get(asked++ % nodes.size()));
            } catch (StoreUnavailableException away) {
                // A calm page, which asks again.
            }
            return isDone;
        }

        private boolean visits(WaitingRoom room) {
            var known = cookie;
            if (known == null) {
                keep(room.join(id));
                return false;
            }
            if (stayed >= STAY) {
                return visitEnds(room);
            }
            var place = asked % 5 == 0 ? room.rejoin(known) : room.find(known).orElseThrow();
            assertThat(place.number()).isEqualTo(known.position().number());
            if (place.stage() == Stage.TURN) {
                place = room.apply(id, Act.CLAIM).orElseThrow();
            }
            return place.stage() == Stage.ADMITTED && visitEnds(room);
        }

        /** Stays for some steps. */
        private boolean visitEnds(WaitingRoom room) {
            if (stayed++ == 0) {
                mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
                admissions.incrementAndGet();
            }
            if (stayed == STAY) {
                inside.decrementAndGet();
            }
            return stayed >= STAY && room.apply(id, Act.COMPLETE).orElseThrow().stage() == Stage.COMPLETED;
        }

        private void keep(Place place) {
            cookie = PlaceProof.of(place);
        }
    }
}
