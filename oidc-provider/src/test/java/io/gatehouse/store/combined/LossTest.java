package io.gatehouse.store.combined;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Line;
import io.gatehouse.room.LineInvariants;
import io.gatehouse.room.Lines;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms;
import io.gatehouse.store.redis.LinesInRedis;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.Crowd;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Redis loses the line, and the visitors' cookies bring it back; DynamoDB has all the rest. */
class LossTest {

    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));
    private static final int BLOCK = 1_000;
    private static final Seed SEED = new Seed("5eed".repeat(16));
    private static final Draw DRAW = new Draw("shop", "20261127t0900z-1", Draw.RECEIPTS);

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer server;

    @SuppressWarnings("NullAway.Init")
    private static LinesInRedis lines;

    private final MutableClock clock = MutableClock.standing();
    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private final Lines store = new Lines(lines.node());

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        lines = LinesInRedis.of(server);
    }

    @AfterAll
    static void stop() {
        lines.close();
        server.close();
    }

    @Test
    void givenALostLine_whenItIsLookedAt_thenTheBoardWillSayWhoIsMissing() {
        join();
        assertThat(snapshot().recovery()).isZero();

        lose();

        assertThat(snapshot().recovery()).isEqualTo(BLOCK);
        assertThat(snapshot().waiting()).isZero();
    }

    @Test
    void givenALostLine_whenAllCookiesComeBack_thenItIsTheSameLine() {
        var places = List.of(join(), join(), join());
        lose();

        var back = places.stream().map(this::restore).toList();

        assertThat(back).containsExactlyElementsOf(places);
        assertThat(snapshot().waiting()).isEqualTo(3);
        assertThat(join().number()).isEqualTo(BLOCK + 1);
        serve(2);
        assertThat(places).extracting(this::stage).containsExactly(Stage.TURN, Stage.TURN, Stage.WAITING);
        LineInvariants.hold(store, room, now());
    }

    @Test
    void givenPlacesThatHaveMoved_whenTheLineIsLost_thenTheBrowsersOfBeforeDoNotGetThemBack() {
        var first = join();
        var second = join();
        var firstMoved = store.move(room, proof(first), "telephone", now()).orElseThrow();
        var secondMoved = store.move(room, proof(second), "telephone", now()).orElseThrow();
        lose();
        var waitingRoom = waitingRoom();

        assertThat(waitingRoom.find(proof(first)).map(Place::stage)).contains(Stage.LEFT);
        assertThat(waitingRoom.find(proof(firstMoved))).contains(firstMoved);

        join();
        clock.advance(LinesInRedis.RECOVERY);
        serve(2); // The second has not been put back: the call goes past it.
        assertThat(waitingRoom.find(proof(secondMoved)).map(Place::stage)).contains(Stage.RETURNING);
        assertThat(waitingRoom.find(proof(second)).map(Place::stage)).contains(Stage.LEFT);
    }

    @Test
    void givenALostLine_whenTheCallReachesWhoIsMissing_thenItWaitsForTheRecovery() {
        var first = join();
        var second = join();
        lose();
        var later = join();
        restore(first);

        serve(5);
        assertThat(stage(first)).isEqualTo(Stage.TURN);
        assertThat(stage(later)).isEqualTo(Stage.WAITING);
        assertThat(snapshot().serving()).isEqualTo(1);
        clock.advance(LinesInRedis.RECOVERY);
        serve(5);

        assertThat(stage(later)).isEqualTo(Stage.TURN);
        assertThat(snapshot().serving()).isEqualTo(later.number());
        assertThat(store.find(room, second.id(), now())).isEmpty();
    }

    @Test
    void givenWhoIsMissingLongerThanTheRecovery_whenTheyComeBack_thenTheyAreCalledNext() {
        var late = join();
        lose();
        var others = List.of(join(), join());
        clock.advance(LinesInRedis.RECOVERY);
        serve(1);

        var back = restore(late);
        var slots = snapshot().slots();
        serve(1);

        assertThat(back.number()).isEqualTo(late.number());
        assertThat(back.stage()).isEqualTo(Stage.RETURNING);
        assertThat(slots).as("a slot is not taken by coming back").isEqualTo(1);
        assertThat(stage(late)).isEqualTo(Stage.TURN);
        assertThat(others).extracting(this::stage).containsExactly(Stage.TURN, Stage.WAITING);
        assertThat(snapshot().returning()).isZero();
    }

    @Test
    void givenALostLine_whenThePageComesBackInTwoTabs_thenThereIsOnePlace() throws Exception {
        join();
        var place = join();
        lose();

        var back = Crowd.of(30, () -> restore(place));

        assertThat(back).containsOnly(place);
        assertThat(snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void givenALostLine_whenAnOvertakenPageComesBackInManyTabs_thenItReturnsOnce() throws Exception {
        var late = join();
        lose();
        join();
        clock.advance(LinesInRedis.RECOVERY);
        serve(1);

        var back = Crowd.of(30, () -> restore(late));

        assertThat(back).extracting(Place::stage).containsOnly(Stage.RETURNING);
        assertThat(snapshot().returning()).isEqualTo(1);
    }

    @Test
    void givenAdmittedAndCalledVisitors_whenTheLineIsLost_thenNothingChangesForThem() {
        var admitted = join();
        var called = join();
        serve(2);
        apply(admitted, Act.CLAIM);
        lose();

        assertThat(stage(admitted)).isEqualTo(Stage.ADMITTED);
        assertThat(restore(admitted).stage()).isEqualTo(Stage.ADMITTED);
        assertThat(apply(called, Act.CLAIM).stage()).isEqualTo(Stage.ADMITTED);
        assertThat(store.join(room, called.id(), now()).place().number()).isEqualTo(called.number());
        assertThat(snapshot().admitted()).isEqualTo(2);
        assertThat(snapshot().slots()).isEqualTo(2);
    }

    @Test
    void givenALeftPlace_whenTheLineIsLost_thenItsCookieDoesNotBringItBack() {
        var left = join();
        apply(left, Act.LEAVE);
        lose();

        assertThat(store.restore(room, proof(left), now()).map(Place::stage)).contains(Stage.LEFT);
        clock.advance(Line.MEMORY);
        assertThat(store.restore(room, proof(left), now())).isEmpty();
        assertThat(snapshot().waiting()).isZero();
    }

    @Test
    void givenAnEndedVisit_whenTheLineIsLost_thenItsCookieDoesNotBringItBack() {
        var ended = join();
        serve(1);
        apply(ended, Act.CLAIM);
        apply(ended, Act.COMPLETE);
        lose();
        join();

        clock.advance(Duration.ofDays(29));

        assertThat(store.restore(room, proof(ended), now())).isEmpty();
        assertThat(store.find(room, ended.id(), now())).isEmpty();
    }

    @Test
    void givenAVisitAndThenOneInALane_whenTheLineIsLostAndTheyJoinAnew_thenTheFirstCookieDoesNotBringItBack() {
        var ended = join();
        serve(1);
        apply(ended, Act.LEAVE);
        clock.advance(Line.MEMORY);
        var laned = new Lines(store.store(), Lanes.of(List.of(new Lane("members", 3, false))));
        laned.joinLanes(room, Map.of(ended.id(), "members"), now());
        apply(ended, Act.LEAVE);
        clock.advance(Line.MEMORY);
        lose();

        var again = store.join(room, ended.id(), now()).place();

        assertThat(again.stage()).isEqualTo(Stage.WAITING);
        assertThat(store.restore(room, proof(ended), now())).contains(again);
    }

    @Test
    void givenALapsedTurn_whenTheLineIsLost_thenTheSecondChanceIsStillTheirs() {
        var lapsed = join();
        serve(1);
        clock.advance(TERMS.claimWindow());
        lose();

        assertThat(restore(lapsed).stage()).isEqualTo(Stage.LAPSED);
        assertThat(apply(lapsed, Act.RETURN).stage()).isEqualTo(Stage.RETURNING);
    }

    @Test
    void givenProofsThatAreNoProofs_whenTheLineIsLost_thenNothingIsPutBack() {
        var old = join();
        store.open(room, NextOpening.following(1), now());
        var place = join();
        lose();
        restore(place);

        assertThat(store.restore(room, proof(old), now()))
                .as("of an older opening")
                .isEmpty();
        assertThat(store.restore(room, new PlaceProof(anyone(), 3, Position.of(1), now(), 0), now()))
                .as("of an opening to come")
                .isEmpty();
        assertThat(store.restore(room, new PlaceProof(anyone(), 2, Position.of(1), now(), 0), now()))
                .as("somebody's position")
                .isEmpty();
        assertThat(store.restore(room, new PlaceProof(anyone(), 2, Position.of(999_999), now(), 0), now()))
                .as("never handed out")
                .isEmpty();
        assertThat(snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void givenSomeWhoHaveLeft_whenTheLineIsLost_thenTheLastInLineIsStillCalled() {
        var left = List.of(join(), join(), join());
        left.forEach(place -> apply(place, Act.LEAVE));
        var last = join();
        lose();
        restore(last);
        clock.advance(LinesInRedis.RECOVERY);

        assertThat(snapshot().callable()).isEqualTo(1);
        serve(1);

        assertThat(stage(last)).isEqualTo(Stage.TURN);
        assertThat(snapshot().callable()).isZero();
    }

    @Test
    void givenTwoLossesInARow_whenTheCookiesComeBack_thenAllKeepTheirPositions() {
        var first = join();
        lose();
        var second = join();
        lose();
        var third = join();

        var back = List.of(restore(second), restore(first), restore(third));

        assertThat(back).containsExactly(second, first, third);
        assertThat(third.number()).isEqualTo(2 * BLOCK + 1);
        clock.advance(LinesInRedis.RECOVERY);
        serve(2);
        assertThat(List.of(first, second, third))
                .extracting(this::stage)
                .containsExactly(Stage.TURN, Stage.TURN, Stage.WAITING);
    }

    @Test
    void givenALossBetweenTwoQuestions_whenAVisitorEnters_thenTheirOlderPositionIsTheirs() {
        var waitingRoom = waitingRoom();
        var place = waitingRoom.join(anyone());
        waitingRoom.join(anyone());
        lose();
        store.join(room, place.id(), now());

        var again = waitingRoom.rejoin(proof(place));

        assertThat(again).isEqualTo(place);
        assertThat(snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void givenALostLine_whenAVisitorActsByTheirCookie_thenTheActFindsTheirPlace() {
        var waitingRoom = waitingRoom();
        var place = waitingRoom.join(anyone());
        lose();

        var left = waitingRoom.apply(proof(place), Act.LEAVE);

        assertThat(left.map(Place::stage)).contains(Stage.LEFT);
        assertThat(waitingRoom.find(proof(place)).map(Place::stage)).contains(Stage.LEFT);
        assertThat(waitingRoom.rejoin(proof(place)).number()).isEqualTo(BLOCK + 1);
    }

    @Test
    void givenACallThatLooksAsTheLineIsLost_whenItGoesOn_thenNobodyIsCalledTwice() {
        var places = List.of(join(), join());
        var seen = snapshot();
        lose();

        store.serve(room, seen, turns(2), TERMS, now());
        var afterwards = snapshot();
        places.forEach(this::restore);
        serve(2);

        assertThat(afterwards.slots()).isZero();
        assertThat(places).extracting(this::stage).containsOnly(Stage.TURN);
        assertThat(snapshot().slots()).isEqualTo(2);
    }

    @Test
    void givenADraw_whenTheLineIsLostWhileItsEntrantsAreCalled_thenTheCallWaitsForThemAndTheOrderStays() {
        takes(LobbyDraw.opened(DRAW, SEED, 0));
        var entrants = Stream.generate(this::join).limit(6).toList();
        takes(draw().frozen(6, "ab".repeat(32), RankedBehind.NOBODY));
        takes(draw().drawn("ab".repeat(32), SEED));
        var order = draw().order();
        var drawn = LongStream.rangeClosed(1, 6)
                .mapToObj(number -> entrants.get((int) order.at(number) - 1))
                .toList();
        serve(2);
        lose();
        restore(drawn.get(2));
        restore(drawn.get(4));

        serve(3);
        assertThat(store.serve(room, snapshot(), turns(3), TERMS, now())).isFalse();

        assertThat(draw().called()).isEqualTo(3);
        assertThat(stage(drawn.get(2))).isEqualTo(Stage.TURN);
        assertThat(stage(drawn.get(4))).isEqualTo(Stage.WAITING);
        restore(drawn.get(3));
        serve(2);
        assertThat(drawn.subList(0, 5)).extracting(this::stage).containsOnly(Stage.TURN);
        clock.advance(LinesInRedis.RECOVERY);
        store.serve(room, snapshot(), turns(3), TERMS, now());
        assertThat(restore(drawn.get(5)).stage()).as("too late: called next").isEqualTo(Stage.RETURNING);
    }

    @Test
    void givenALobbyWithADraw_whenTheLineIsLostBeforeTheDoorsOpen_thenTheFreezeWaitsForWhoIsMissing() {
        takes(LobbyDraw.opened(DRAW, SEED, 0));
        var entrants = List.of(join(), join(), join());
        lose();
        restore(entrants.get(0));
        restore(entrants.get(2));

        assertThat(store.idsForGood(room, snapshot(), 1, 3, now())).isEmpty();

        restore(entrants.get(1));
        assertThat(store.idsForGood(room, snapshot(), 1, 3, now()))
                .contains(
                        entrants.stream().map(place -> Optional.of(place.id())).toList());
        assertThat(store.idsForGood(room, snapshot(), 1, 4, now())).isEmpty();
        clock.advance(LinesInRedis.RECOVERY);
        assertThat(store.idsForGood(room, snapshot(), 4, 4, now())).contains(List.of(Optional.empty()));
    }

    /** More than one look puts back. */
    @Test
    void givenPlacesKeptForClientsWithoutCookies_whenTheLineIsLost_thenLooksBringThemBackInTheirOrder()
            throws Exception {
        var waitingRoom = waitingRoom();
        var places = Crowd.of(450, () -> waitingRoom.joinWithoutCookie(anyone())).stream()
                .sorted(Comparator.comparingLong(Place::number))
                .toList();
        serve(3);
        apply(places.get(3), Act.LEAVE);
        lose();
        var later = join();

        snapshot();
        snapshot();

        assertThat(snapshot().waiting()).isEqualTo(447);
        IntStream.of(90, 90, 90, 90, 86).forEach(this::serve);
        assertThat(snapshot().serving()).isEqualTo(450);
        assertThat(stage(places.get(3))).isEqualTo(Stage.LEFT);
        assertThat(stage(places.get(449))).isEqualTo(Stage.TURN);
        assertThat(stage(later)).isEqualTo(Stage.WAITING);
    }

    /** As one whose row comes into the index too late. */
    @Test
    void givenAKeptPlaceThatTheCallHasGonePast_whenItsClientAsks_thenItIsCalledNext() {
        var waitingRoom = waitingRoom();
        var late = join();
        lose();
        join();
        clock.advance(LinesInRedis.RECOVERY);
        serve(1);
        store.store().keep(room, late);

        assertThat(waitingRoom.find(late.id())).isEmpty();
        assertThat(waitingRoom.lookFor(late.id()).map(Place::stage)).contains(Stage.RETURNING);
        assertThat(waitingRoom.joinWithoutCookie(late.id()).number()).isEqualTo(late.number());
        serve(1);
        assertThat(stage(late)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenADraw_whenTheLineIsLostWhileItsEntrantsAreCalled_thenKeptPlacesComeBackAndTheOrderStays() {
        var waitingRoom = waitingRoom();
        takes(LobbyDraw.opened(DRAW, SEED, 0));
        var entrants = Stream.generate(() -> waitingRoom.joinWithoutCookie(anyone()))
                .limit(4)
                .toList();
        takes(draw().frozen(4, "ab".repeat(32), RankedBehind.NOBODY));
        takes(draw().drawn("ab".repeat(32), SEED));
        var order = draw().order();
        var drawn = LongStream.rangeClosed(1, 4)
                .mapToObj(number -> entrants.get((int) order.at(number) - 1))
                .toList();
        serve(1);
        lose();
        snapshot();

        serve(2);

        assertThat(drawn).extracting(this::stage).containsExactly(Stage.TURN, Stage.TURN, Stage.TURN, Stage.WAITING);
    }

    private void takes(LobbyDraw next) {
        assertThat(store.draw(room, snapshot(), next)).isTrue();
    }

    private LobbyDraw draw() {
        return snapshot().draw().orElseThrow();
    }

    private WaitingRoom waitingRoom() {
        var closed = new RoomSettings(Optional.empty(), OptionalLong.of(0), false);
        var configured = new Room(room, "Shop", closed, TERMS, Optional.empty());
        var turnstile = new Turnstile(
                clock, System::nanoTime, Duration.ofSeconds(1), draw -> SEED, (room, why) -> {}, new TunedLimits());
        return new WaitingRooms(List.of(configured), store.store(), turnstile, clock).get(room.value());
    }

    private static void lose() {
        server.say("FLUSHALL");
    }

    private Place join() {
        return store.join(room, anyone(), now()).place();
    }

    private Place restore(Place place) {
        return store.restore(room, proof(place), now()).orElseThrow();
    }

    private Place apply(Place place, Act act) {
        return store.apply(room, place.id(), act, TERMS, now()).orElseThrow();
    }

    private Stage stage(Place place) {
        return store.find(room, place.id(), now()).orElseThrow().stage();
    }

    private void serve(long turns) {
        assertThat(store.serve(room, snapshot(), turns(turns), TERMS, now())).isTrue();
    }

    private RoomSnapshot snapshot() {
        return store.snapshot(room, now());
    }

    private Instant now() {
        return clock.instant();
    }

    private static PlaceProof proof(Place place) {
        return PlaceProof.of(place);
    }

    private static Advance turns(long turns) {
        return new Advance(turns, 0, Instant.EPOCH);
    }

    private static PlaceId anyone() {
        return new PlaceId(UUID.randomUUID());
    }
}
