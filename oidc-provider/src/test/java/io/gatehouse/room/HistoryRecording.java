package io.gatehouse.room;

import static org.awaitility.Awaitility.await;

import io.gatehouse.room.History.Call;
import io.gatehouse.room.History.Entry;
import io.gatehouse.room.History.SeenPlace;
import io.gatehouse.testing.Crowd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Lets several clients ask random things of one room, each through a node of its own, and writes down what
 * they hear.
 */
final class HistoryRecording {

    static final int VISITORS = 6;

    private static final int CALLS = 8;
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final Instant BEGINNING = Instant.parse("2026-11-21T20:00:00Z");

    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final List<PlaceId> visitors = Stream.generate(() -> new PlaceId(UUID.randomUUID()))
            .limit(VISITORS)
            .toList();
    private final List<Lines> nodes;
    private final long seed;
    private final AtomicLong moment = new AtomicLong();
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private volatile RoomSnapshot latest;

    HistoryRecording(List<RoomStore> nodes, long seed) {
        this.nodes = nodes.stream().map(Lines::new).toList();
        this.seed = seed;
        this.latest = await("an empty room")
                .atMost(TIMEOUT)
                .pollDelay(Duration.ZERO)
                .ignoreExceptionsInstanceOf(StoreUnavailableException.class)
                .until(() -> this.nodes.get(0).snapshot(room, BEGINNING), seen -> true);
    }

    /** All that was asked and answered; at the end, when everything is quiet, each visitor and the room once more. */
    List<Entry> play() throws InterruptedException, ExecutionException {
        var number = new AtomicInteger();
        Crowd.of(nodes.size(), () -> {
            var client = number.getAndIncrement();
            var random = new Random(31 * seed + client);
            for (var call = 0; call < CALLS; call++) {
                asks(nodes.get(client), random);
            }
            return true;
        });
        IntStream.range(0, VISITORS).forEach(visitor -> untilAnswered(() -> find(nodes.get(0), visitor)));
        untilAnswered(() -> snapshot(nodes.get(0)));
        return List.copyOf(entries);
    }

    private void asks(Lines node, Random random) {
        var visitor = random.nextInt(VISITORS);
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3, 4 -> join(node, visitor);
            case 5, 6 -> find(node, visitor);
            case 7, 8 -> snapshot(node);
            case 9, 10, 11 -> serve(node, 1 + random.nextInt(2));
            case 12 -> leave(node, visitor);
            default -> claim(node, visitor);
        }
    }

    private void join(Lines node, int visitor) {
        var asked = moment.incrementAndGet();
        try {
            var joined = node.join(room, visitors.get(visitor), BEGINNING);
            answered(asked, new History.Join(visitor, sight(Optional.of(joined.place()))));
        } catch (StoreUnavailableException away) {
            unknown(node, asked, new History.Join(visitor, null));
        }
    }

    /** A look changes nothing: without an answer it says nothing. */
    private boolean find(Lines node, int visitor) {
        var asked = moment.incrementAndGet();
        try {
            var found = node.find(room, visitors.get(visitor), BEGINNING);
            answered(asked, new History.Find(visitor, sight(found)));
            return true;
        } catch (StoreUnavailableException away) {
            return false;
        }
    }

    private boolean snapshot(Lines node) {
        var asked = moment.incrementAndGet();
        try {
            var seen = node.snapshot(room, BEGINNING);
            latest = seen;
            answered(
                    asked,
                    new History.Snapshot(
                            seen.version(),
                            seen.issued(),
                            seen.serving(),
                            seen.waiting(),
                            seen.turns(),
                            seen.admitted()));
            return true;
        } catch (StoreUnavailableException away) {
            return false;
        }
    }

    private void serve(Lines node, long turns) {
        var seen = latest;
        var asked = moment.incrementAndGet();
        try {
            var won = node.serve(room, seen, new Advance(turns, 0, BEGINNING), TERMS, BEGINNING);
            answered(asked, new History.Serve(seen.version(), turns, won));
        } catch (StoreUnavailableException away) {
            unknown(node, asked, new History.Serve(seen.version(), turns, null));
        }
    }

    /** Each claim has a moment of its own, so that two admissions of one place would be told apart. */
    private void claim(Lines node, int visitor) {
        var asked = moment.incrementAndGet();
        var now = BEGINNING.plusMillis(asked);
        try {
            var place = node.apply(room, visitors.get(visitor), Act.CLAIM, TERMS, now);
            answered(asked, new History.Claim(visitor, asked, sight(place)));
        } catch (StoreUnavailableException away) {
            unknown(node, asked, new History.Claim(visitor, asked, null));
        }
    }

    private void leave(Lines node, int visitor) {
        var asked = moment.incrementAndGet();
        try {
            var place = node.apply(room, visitors.get(visitor), Act.LEAVE, TERMS, BEGINNING);
            answered(asked, new History.Leave(visitor, sight(place)));
        } catch (StoreUnavailableException away) {
            unknown(node, asked, new History.Leave(visitor, null));
        }
    }

    private void answered(long asked, Call call) {
        entries.add(new Entry(call, asked, moment.incrementAndGet()));
    }

    /** Goes on when the store answers again. */
    private void unknown(Lines node, long asked, Call call) {
        entries.add(new Entry(call, asked, History.NEVER));
        untilAnswered(() -> find(node, 0));
    }

    private static SeenPlace sight(Optional<Place> place) {
        return place.map(seen -> new SeenPlace(seen.position().packed(), seen.stage(), admitted(seen)))
                .orElse(SeenPlace.NOTHING);
    }

    private static long admitted(Place place) {
        return place.admission()
                .map(admission ->
                        Duration.between(BEGINNING, admission.admittedAt()).toMillis())
                .orElse(0L);
    }

    private static void untilAnswered(Callable<Boolean> question) {
        await("an answer")
                .atMost(TIMEOUT)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(question);
    }
}
