package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.stock.Stock;
import io.gatehouse.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A random sequence of everything that may be asked of a store, played to a store and to the pure lines at
 * once: all answers must be equal. A turnstile with a capacity and a stock takes part, and must never exceed
 * them; and in no lane anybody is overtaken.
 */
public final class RandomVisits {

    private static final int CAPACITY = 6;
    private static final int VISITORS = 40;
    private static final Optional<Duration> NO_TIME = Optional.empty();
    private static final Stock STOCK = new Stock(30, Stock.USUALLY);
    private static final Lanes LANES =
            Lanes.of(List.of(new Lane("members", 3, false), new Lane("access", 1, true), new Lane("press", 1, true)));
    private static final List<Act> ACTS =
            Stream.of(Act.values()).filter(act -> act != Act.RENEW).toList();
    private static final Terms.Renewal RENEWAL = new Terms.Renewal(Duration.ofMinutes(10), Duration.ofHours(2));
    private static final List<RoomId> ROOMS = List.of(new RoomId("shop"), new RoomId("tickets"));

    private final MutableClock clock = MutableClock.standing();
    private final Lines model = new Lines(new LinesInMemory(), LANES);
    private final Map<RoomId, Set<PlaceId>> inLanes = new HashMap<>();
    private final Random random;
    private final long seed;
    private Lines store;
    private int step;
    /** Who had a second visit, or the chance of it: the room, its opening, and the place. */
    private final Set<List<Object>> second = new HashSet<>();

    /** The seed stands in every message of a failure. */
    public RandomVisits(long seed, RoomStore store) {
        this.seed = seed;
        this.random = new Random(seed);
        this.store = new Lines(store, LANES);
    }

    /** Plays so many steps. */
    public void play(int steps) {
        for (int i = 0; i < steps; i++) {
            step++;
            step();
        }
    }

    /** Goes on with a store that has been opened anew. */
    public void reopened(RoomStore again) {
        store = new Lines(again, LANES);
    }

    /** How many visitors whose visits had ended came back by the grace. */
    public int comebacks() {
        return second.size();
    }

    /** Compares every place of every room, and looks at the invariants. */
    public void compareAll() {
        for (var room : ROOMS) {
            sweep(room);
            var issued = same(rooms -> rooms.snapshot(room, now())).issued();
            same(rooms -> rooms.places(room, 1, issued, now()));
            for (var position : List.of(1L, Math.max(1, issued), issued + 1)) {
                same(rooms -> rooms.at(room, position, now()));
            }
            var members = inLanes.getOrDefault(room, Set.of());
            members.forEach(id -> same(rooms -> rooms.find(room, id, now())));
            LineInvariants.hold(store, room, now());
            LineInvariants.holdInLanes(store, room, members, now());
        }
    }

    private void step() {
        var room = ROOMS.get(random.nextInt(ROOMS.size()));
        var visitor = visitor();
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> same(rooms -> rooms.join(room, visitor, now()));
            case 4, 5, 6, 7 -> act(room, visitor);
            case 8, 9, 10 -> tick(room);
            case 11 -> same(rooms -> rooms.find(room, visitor, now()));
            case 12 -> same(rooms -> rooms.snapshot(room, now()));
            case 13 -> clock.advance(Duration.ofMillis(random.nextInt(400_000)));
            case 14 -> operate(room);
            case 15 -> sweep(room);
            case 16, 17 -> joinLanes(room);
            case 18 -> comeBack(room);
            default -> pause();
        }
    }

    /** One, or some who come side by side; who has a place keeps it, in whatever lane. */
    private void joinLanes(RoomId room) {
        var newcomers = new LinkedHashMap<PlaceId, String>();
        for (int many = random.nextInt(3); many >= 0; many--) {
            newcomers.put(
                    visitor(),
                    LANES.declared()
                            .get(random.nextInt(LANES.declared().size()))
                            .name());
        }
        inLanes.computeIfAbsent(room, first -> new LinkedHashSet<>()).addAll(newcomers.keySet());
        same(rooms -> rooms.joinLanes(room, newcomers, now()));
    }

    private void sweep(RoomId room) {
        same(rooms -> {
            rooms.sweep(room, now());
            return true;
        });
    }

    private void act(RoomId room, PlaceId visitor) {
        if (random.nextInt(4) == 0) {
            claim(room, visitor);
            return;
        }
        if (random.nextInt(8) == 0) {
            move(room, visitor);
            return;
        }
        var act = ACTS.get(random.nextInt(ACTS.size()));
        var terms = Lines.terms(Duration.ofMinutes(5), Duration.ofMinutes(3 + random.nextInt(30)));
        same(rooms -> rooms.apply(room, visitor, act, terms, now()));
        if (act == Act.RETURN) {
            same(rooms -> rooms.apply(room, visitor, act, terms.forgiving(Duration.ofMinutes(10)), now()));
        }
        if (act == Act.PROVE || act == Act.LOOK) {
            same(rooms -> rooms.apply(room, visitor, Act.RENEW, terms.renewing(RENEWAL), now()));
        }
    }

    /** All whose visits time has ended a short while ago; each has one second chance, which is no turn yet. */
    private void comeBack(RoomId room) {
        var terms = Lines.terms(Duration.ofMinutes(5), Duration.ofMinutes(20)).forgiving(Duration.ofMinutes(30));
        var seen = same(rooms -> rooms.snapshot(room, now()));
        var ended = new ArrayList<>(same(rooms -> rooms.places(room, 1, seen.issued(), now())));
        inLanes.getOrDefault(room, Set.of())
                .forEach(id -> same(rooms -> rooms.find(room, id, now())).ifPresent(ended::add));
        ended.removeIf(place -> !place.isInGrace(terms, now()));
        for (var place : new LinkedHashSet<>(ended)) {
            var back = same(rooms -> rooms.apply(room, place.id(), Act.RETURN, terms, now()));
            assertThat(back.map(Place::stage)).as(where()).isPresent().get().isIn(Stage.RETURNING, Stage.IN_LANE);
            assertThat(second.add(List.of(room, place.opening(), place.id())))
                    .as(where())
                    .isTrue();
        }
        var after = same(rooms -> rooms.snapshot(room, now()));
        assertThat(after.slots()).as(where()).isEqualTo(seen.slots());
    }

    /** In one of some browsers, of which two may use an admission. */
    private void claim(RoomId room, PlaceId visitor) {
        var terms = Lines.terms(Duration.ofMinutes(5), Duration.ofMinutes(3 + random.nextInt(30)));
        var browser = visitor.hashOf("browser " + random.nextInt(4));
        same(rooms -> rooms.find(room, visitor, now()))
                .ifPresent(read -> same(rooms -> rooms.claim(room, read, browser, 2, terms, now())));
        if (step % 4 > 0) {
            same(rooms -> rooms.apply(room, visitor, Act.ARRIVE, terms, now()));
        }
    }

    /** To another browser, with a link of now or of before. */
    private void move(RoomId room, PlaceId visitor) {
        same(rooms -> rooms.find(room, visitor, now())).ifPresent(read -> {
            var moves = Math.max(0, read.moves() - random.nextInt(2));
            var proof = new PlaceProof(visitor, read.opening(), read.position(), read.joinedAt(), moves);
            var browser = "browser " + random.nextInt(4);
            same(rooms -> rooms.move(room, proof, browser, now()));
        });
    }

    private void tick(RoomId room) {
        var seen = same(rooms -> rooms.snapshot(room, now()));
        var left = Math.min(CAPACITY, STOCK.most() - STOCK.consumed(seen.endings())) - seen.slots();
        var turns = Math.min(Math.max(0, left), 1 + random.nextInt(4));
        var held = random.nextBoolean() ? Optional.of(Duration.ofSeconds(1 + random.nextInt(90))) : NO_TIME;
        same(rooms -> rooms.seat(room, seen, Math.max(0, left), held, now()));
        var advance = new Advance(turns, Math.min(turns, seen.letIn()), now().minusNanos(random.nextInt(1_000)))
                .holding(held);
        var terms = Lines.terms(Duration.ofMinutes(5), Duration.ofMinutes(20));
        same(rooms -> rooms.serve(room, seen, advance, terms, now()));
        same(rooms -> rooms.serve(room, seen, advance, terms, now()));
        var after = store.snapshot(room, now());
        assertThat(after.slots()).as(where()).isLessThanOrEqualTo(CAPACITY);
        assertThat(after.slots() + STOCK.consumed(after.endings())).as(where()).isLessThanOrEqualTo(STOCK.most());
        LineInvariants.holdInLanes(store, room, inLanes.getOrDefault(room, Set.of()), now());
    }

    private void operate(RoomId room) {
        var before = same(rooms -> rooms.snapshot(room, now()));
        var expected = before.opening() - random.nextInt(2);
        switch (random.nextInt(6)) {
            case 0 -> {
                var next = new NextOpening(expected, expected + 1 + random.nextInt(3));
                same(rooms -> rooms.open(room, next, now()));
            }
            case 1 -> same(rooms -> rooms.change(room, before.changed(), Optional.of(settings()), now()));
            case 2 -> same(rooms -> rooms.change(room, Optional.empty(), Optional.empty(), now()));
            default ->
                same(rooms -> {
                    rooms.letIn(room, 1 + step % 3, now());
                    return true;
                });
        }
    }

    /** Now and then a night in which nobody comes. */
    private void pause() {
        if (random.nextInt(8) == 0) {
            clock.advance(Duration.ofHours(random.nextInt(40)));
        }
    }

    private RoomSettings settings() {
        var capacity = step % 2 == 0 ? OptionalLong.of(step) : OptionalLong.empty();
        Optional<Rate> rate = step % 3 == 0 ? Optional.of(new Rate(step, Duration.ofSeconds(90))) : Optional.empty();
        return new RoomSettings(rate, capacity, step % 5 == 0);
    }

    private <T> T same(Function<Lines, T> question) {
        var expected = question.apply(model);
        assertThat(question.apply(store)).as(where()).isEqualTo(expected);
        return expected;
    }

    private String where() {
        return "seed " + seed + ", step " + step;
    }

    private PlaceId visitor() {
        return new PlaceId(new UUID(seed, random.nextInt(VISITORS) + step / 200 * VISITORS));
    }

    private Instant now() {
        return clock.instant();
    }
}
