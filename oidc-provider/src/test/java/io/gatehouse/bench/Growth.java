package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.board.Boards;
import io.gatehouse.board.FreshBoards;
import io.gatehouse.draw.Seed;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.Lines;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.DoubleStream;

/**
 * How what a line costs grows with those who wait, from a thousand to a million: by the exponent of their
 * number that fits the whole cost best (least squares of the logarithms). It is 1 where one costs what the
 * other does, however many wait.
 *
 * <p>Of joins, ticks, boards and claims there are as many as there are visitors, so the whole cost is that of
 * one while so many wait, times the visitors. It is measured when all four lines stand, in rounds that take
 * turns, so that whatever else the machine does meets all of them alike; the middle one counts. A tick calls
 * five, a board is made of a look. Cost is time on the CPU, of this process and of the store's.
 */
public final class Growth {

    /** What is particular about a store. */
    public interface Crowd {

        /** So many join the room as quickly as can be; each has a new id. */
        void fills(WaitingRoom room, int many);

        /** A second goes by, in which whatever a store does by the second is done. */
        void goesOn();

        /** Seconds of CPU that the store's own process has worked; 0 if it has none. */
        double worked();

        /** Bytes that all lines take, give or take what does not grow with them. */
        long bytes();
    }

    private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000, 1_000_000);
    private static final int LONGEST = 1_000_000;
    private static final int ROUNDS = 21;
    private static final int TICKS = 20; // a round
    private static final int CALLED = 5; // a tick
    private static final int BOARDS = 500; // a round
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final double MOST = 1.05;

    private final MutableClock clock;
    private final Crowd crowd;
    private final WaitingRooms rooms;
    private final Boards boards;
    private final Turnstile turnstile;
    private final Map<Path, Long> threads = new HashMap<>();
    private final Map<String, Map<Integer, List<Double>>> costs = new LinkedHashMap<>();

    private Growth(RoomStore store, MutableClock clock, Crowd crowd) {
        this.clock = clock;
        this.crowd = crowd;
        this.boards = FreshBoards.of(clock);
        this.turnstile = new Turnstile(
                clock,
                System::nanoTime,
                TICK,
                draw -> new Seed("5eed".repeat(16)),
                (room, why) -> {},
                new TunedLimits());
        this.rooms = new WaitingRooms(SIZES.stream().map(Growth::room).toList(), store, turnstile, clock);
    }

    private static Room room(int size) {
        var rate = new RoomSettings(Optional.of(Rate.parse(CALLED + "/1s")), OptionalLong.empty(), false);
        var terms = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
        return new Room(new RoomId("of-" + size), "Shop", rate, terms, Optional.empty());
    }

    /**
     * Lets lines grow in this store, tells what came of it in rows {@code growth.} and this name, and holds
     * it to its goal.
     *
     * @return bytes that each of a million takes
     */
    public static double of(String name, Figures figures, RoomStore store, MutableClock clock, Crowd crowd) {
        var growth = new Growth(store, clock, crowd);
        SIZES.stream().filter(size -> size < LONGEST).forEach(growth::fills);
        var before = crowd.bytes();
        growth.fills(LONGEST);
        var bytes = (double) (crowd.bytes() - before) / LONGEST;
        SIZES.forEach(growth::passes);
        growth.costs.clear(); // that was so that compilers and caches are ready
        times(ROUNDS, () -> SIZES.forEach(growth::passes));
        growth.tells(name, figures);
        return bytes;
    }

    private void tells(String name, Figures figures) {
        var exponents = new LinkedHashMap<String, Double>();
        costs.forEach((what, bySize) -> {
            var whole = new LinkedHashMap<Integer, Double>();
            bySize.forEach((size, each) -> {
                var middle = each.stream().sorted().toList().get(each.size() / 2);
                System.out.printf(Locale.ROOT, "%s: a %s of %,d: %.1f us%n", name, what, size, middle * 1e6);
                whole.put(size, middle * size);
            });
            var row = "growth." + name + "." + what;
            figures.tell(
                    row + ".longest",
                    Figure.once("us of CPU", 1e6 * Objects.requireNonNull(whole.get(LONGEST)) / LONGEST));
            figures.tell(row, Figure.once("", exponent(whole)));
            exponents.put(what, exponent(whole));
        });
        assertThat(exponents)
                .allSatisfy((what, exponent) -> assertThat(exponent).isLessThanOrEqualTo(MOST));
    }

    private void fills(int size) {
        crowd.fills(rooms.get("of-" + size), size);
    }

    /**
     * A round: ticks that call some, boards, and those who were called claim their turns; others come instead
     * of them.
     */
    private void passes(int size) {
        var room = rooms.get("of-" + size);
        var before = room.snapshot().serving();
        takes(
                "tick",
                size,
                TICKS,
                () -> times(TICKS, () -> {
                    clock.advance(TICK);
                    turnstile
                            .tick(room.line())
                            .ifPresent(seen -> boards.saw(room.configuration(), seen, clock.instant()));
                }));
        takes(
                "board",
                size,
                BOARDS,
                () -> times(BOARDS, () -> boards.saw(room.configuration(), room.snapshot(), clock.instant())));
        var called = new ArrayList<Place>();
        for (var position = before + 1; position <= room.snapshot().serving(); position++) {
            called.add(room.at(Position.of(position)).orElseThrow());
        }
        takes("claim", size, called.size(), () -> called.forEach(place -> claims(room, place)));
        assertThat(called).hasSizeGreaterThanOrEqualTo(TICKS * CALLED);
        takes("join", size, called.size(), () -> {
            called.forEach(gone -> room.join(new PlaceId(UUID.randomUUID())));
            crowd.goesOn();
        });
    }

    private static void claims(WaitingRoom room, Place called) {
        var place = room.find(called.id()).orElseThrow();
        assertThat(room.claim(place, "browser"))
                .hasValueSatisfying(in -> assertThat(in.stage()).isEqualTo(Stage.ADMITTED));
    }

    private static void times(int many, Runnable deed) {
        for (var time = 0; time < many; time++) {
            deed.run();
        }
    }

    /** What it takes to ask what has been worked is taken off. */
    private void takes(String what, int size, int many, Runnable deed) {
        var idle = worked();
        var before = worked();
        deed.run();
        var asking = before - idle;
        costs.computeIfAbsent(what, first -> new LinkedHashMap<>())
                .computeIfAbsent(size, first -> new ArrayList<>())
                .add((worked() - before - asking) / many);
    }

    /**
     * By this process's threads, also those that have ended: the time of the process comes in steps of 10 ms.
     * That of a thread is counted when it gives way.
     */
    private double worked() {
        LockSupport.parkNanos(1);
        try (var present = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (var thread : present) {
                threads.put(thread, nanos(thread));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return threads.values().stream().mapToLong(Long::longValue).sum() / 1e9 + crowd.worked();
    }

    private long nanos(Path thread) {
        try {
            return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ", 2)[0]);
        } catch (IOException ended) {
            return threads.getOrDefault(thread, 0L);
        }
    }

    /** The slope of the line that fits the logarithms best. */
    private static double exponent(Map<Integer, Double> whole) {
        var x = whole.keySet().stream().mapToDouble(Math::log).toArray();
        var y = whole.values().stream().mapToDouble(Math::log).toArray();
        var middleX = mean(x);
        var middleY = mean(y);
        var rise = 0.0;
        var run = 0.0;
        for (var i = 0; i < x.length; i++) {
            rise += (x[i] - middleX) * (y[i] - middleY);
            run += (x[i] - middleX) * (x[i] - middleX);
        }
        return rise / run;
    }

    private static double mean(double[] values) {
        return DoubleStream.of(values).average().orElseThrow();
    }
}
