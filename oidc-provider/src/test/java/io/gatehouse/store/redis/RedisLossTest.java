package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.room.Act;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Counters;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.room.Line;
import io.gatehouse.room.LineInvariants;
import io.gatehouse.room.Lines;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.room.Terms;
import io.gatehouse.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a line whose last writes are lost. The replica is cut off at one moment and promoted at a
 * later one: what a dying master takes with it is then exactly what happened in between.
 */
class RedisLossTest {

    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), Duration.ofHours(1));

    @SuppressWarnings("NullAway.Init") // started before all
    private static RedisServer master;

    @SuppressWarnings("NullAway.Init")
    private static RedisServer replica;

    @SuppressWarnings("NullAway.Init")
    private static Clients before;

    @SuppressWarnings("NullAway.Init")
    private static Clients after;

    private final MutableClock clock = MutableClock.standing();
    private final RoomId room = new RoomId("room-" + UUID.randomUUID());
    private Lines store = new Lines(new RedisRoomStore(before.link()));

    @BeforeAll
    static void start() {
        master = RedisServer.start();
        replica = RedisServer.start();
        before = Clients.of(master);
        after = Clients.of(replica);
    }

    @AfterAll
    static void stop() {
        before.close();
        after.close();
        master.close();
        replica.close();
    }

    @BeforeEach
    void follow() {
        replica.say("REPLICAOF", "127.0.0.1", String.valueOf(master.port()));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> replica.info("master_link_status").equals("up"));
    }

    @AfterEach
    void lineIsStillALine() {
        LineInvariants.hold(store, room, now());
    }

    @Test
    void givenPlacesThatAreLost_whenTheirVisitorsProveThem_thenTheyGetThemBack() {
        var kept = join();
        lose();
        var lost = join();
        var alsoLost = join();

        failOver();

        assertThat(store.find(room, lost.id(), now())).isEmpty();
        assertThat(store.restore(room, proof(alsoLost), now())).contains(alsoLost);
        assertThat(store.restore(room, proof(lost), now())).contains(lost);
        assertThat(store.restore(room, proof(lost), now())).contains(lost);
        assertThat(store.find(room, kept.id(), now())).contains(kept);
        assertThat(join().number()).isEqualTo(4);
        assertThat(snapshot().waiting()).isEqualTo(4);
    }

    /** Until the browser that has the place comes, the one of before could use it: nobody else knows of the move. */
    @Test
    void givenAMoveThatIsLost_whenTheCookieOfAfterComes_thenTheOneOfBeforeIsRefusedAgain() {
        var place = join();
        lose();
        var moved = store.move(room, proof(place), "telephone", now()).orElseThrow();
        failOver();

        var counted = store.count(room, proof(moved), now()).orElseThrow();

        assertThat(counted.isHeldBy(proof(place))).isFalse();
        assertThat(counted.isHeldBy(proof(moved))).isTrue();
        assertThat(store.move(room, proof(place), "table", now())).isEmpty();
    }

    @Test
    void givenAPlaceThatIsLost_whenItsVisitorComesAfterItsCall_thenTheyAreCalledNext() {
        lose();
        var lost = join();
        var alsoLost = join();
        failOver();
        store.restore(room, proof(alsoLost), now());
        serve(1);

        var restored = store.restore(room, proof(lost), now()).orElseThrow();

        assertThat(stage(alsoLost)).isEqualTo(Stage.TURN);
        assertThat(restored.stage()).isEqualTo(Stage.RETURNING);
        assertThat(restored.number()).isEqualTo(lost.number());
        join();
        serve(1);
        assertThat(stage(lost)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenThoseWhoAreNext_whenSomeoneBeforeThemComesBackBeforeTheCall_thenNobodyIsCalledPastThem() {
        lose();
        var lost = join();
        var next = join();
        failOver();
        store.restore(room, proof(next), now());
        var seen = snapshot();
        var found = store.store().next(room, seen, RoomStore.START, 1, now());
        store.restore(room, proof(lost), now());

        var isMoved = store.store().move(room, seen, called(seen, found.serving()), calling(found.places()));

        assertThat(found.places()).containsExactly(next);
        assertThat(isMoved).isFalse();
        assertThat(stage(next)).isEqualTo(Stage.WAITING);
        serve(1);
        assertThat(stage(lost)).isEqualTo(Stage.TURN);
        assertThat(stage(next)).isEqualTo(Stage.WAITING);
    }

    @Test
    void givenAPositionThatIsLostAndGivenAnew_whenItIsProved_thenTheFirstToComeKeepsIt() {
        lose();
        var lost = join();
        failOver();
        var other = join();

        var restored = store.restore(room, proof(lost), now());

        assertThat(other.number()).isEqualTo(lost.number());
        assertThat(restored).isEmpty();
        assertThat(store.at(room, 1, now())).contains(other);
    }

    @Test
    void givenAPlaceThatHasEnded_whenItIsProvedOnceItIsForgotten_thenItIsNotRestored() {
        var left = join();
        store.apply(room, left.id(), Act.LEAVE, TERMS, now());
        clock.advance(Line.MEMORY);
        store.snapshot(room, now());
        assertThat(store.store().find(room, left.id())).as("forgotten in Redis").isEmpty();

        var restored = store.restore(room, proof(left), now());

        assertThat(restored).isEmpty();
    }

    @Test
    void givenAPlaceThatIsThere_whenItIsProved_thenItStaysAsItIs() {
        var place = join();
        serve(1);
        store.apply(room, place.id(), Act.CLAIM, TERMS, now());

        var restored = store.restore(room, proof(place), now()).orElseThrow();

        assertThat(restored.stage()).isEqualTo(Stage.ADMITTED);
        assertThat(snapshot().slots()).isEqualTo(1);
    }

    @Test
    void givenAPlaceOfAnotherOpening_whenItIsProved_thenItIsNotRestored() {
        var old = join();
        store.open(room, NextOpening.following(1), now());

        assertThat(store.restore(room, proof(old), now())).isEmpty();
        assertThat(snapshot().issued()).isZero();
    }

    @Test
    void givenAllIsLost_whenSomeoneOfALaterOpeningProvesIt_thenNoEarlierOneComesAgain() {
        join();
        join();
        var stale = join();
        store.open(room, NextOpening.following(1), now());
        var first = join();
        var second = join();
        loseAll();
        var newcomer = join();

        assertThat(store.restore(room, proof(second), now())).contains(second);
        assertThat(store.restore(room, proof(stale), now()))
                .as("of the first opening")
                .isEmpty();
        assertThat(store.restore(room, proof(first), now())).as("taken since").isEmpty();
        assertThat(store.at(room, 1, now()).orElseThrow().id()).isEqualTo(newcomer.id());
        assertThat(snapshot().opening()).isEqualTo(2);
        assertThat(store.open(room, NextOpening.following(2), now())).isEqualTo(3);
    }

    @Test
    void givenAllIsLost_whenSomeoneInALaneOfALaterOpeningProvesIt_thenTheyGetTheirPlaceBack() {
        store.open(room, NextOpening.following(1), now());
        var member = joinLane();
        loseAll();
        var newcomer = join();

        assertThat(laned().restore(proof(member), now())).contains(member);
        assertThat(laned().restore(proof(member), now())).contains(member);
        assertThat(snapshot().opening()).isEqualTo(2);
        assertThat(snapshot().issued()).isEqualTo(1);
        assertThat(stage(newcomer)).isEqualTo(Stage.WAITING);
        assertThat(joinLane().number()).isEqualTo(2);
    }

    @Test
    void givenAPlaceInALaneThatIsLost_whenItIsProvedADayLater_thenItIsBackUnlessItMayHaveEnded() {
        var left = joinLane();
        store.apply(room, left.id(), Act.LEAVE, TERMS, now());
        lose();
        var lost = joinLane();
        failOver();
        clock.advance(Line.MEMORY);

        assertThat(laned().restore(proof(left), now())).isEmpty();
        assertThat(laned().restore(proof(lost), now()).orElseThrow().position()).isEqualTo(lost.position());
        assertThat(snapshot().callable()).isEqualTo(1);
    }

    @Test
    void givenANodeThatSleptThroughAFailover_whenItCallsOnWhatItSaw_thenCapacityIsNotExceeded() {
        for (int i = 0; i < 6; i++) {
            join();
        }
        lose();
        store.letIn(room, 1, now());
        var seen = snapshot();
        failOver();
        serve(2);

        var isServed = store.serve(room, seen, new Advance(2, 0, Instant.EPOCH), TERMS, now());

        assertThat(snapshot().version()).isEqualTo(seen.version());
        assertThat(isServed).isFalse();
        assertThat(snapshot().slots()).isEqualTo(2);
    }

    /**
     * Those who were called in the other history have been in and are out again: their slots are free, what
     * they took is not.
     */
    @Test
    void givenANodeThatSleptThroughAFailover_whenItCallsOnWhatItSaw_thenStockIsNotExceeded() {
        var returning = join();
        serve(1);
        clock.advance(TERMS.claimWindow());
        store.apply(room, returning.id(), Act.RETURN, TERMS, now());
        lose();
        store.letIn(room, 1, now());
        var seen = snapshot();
        failOver();
        serve(1);
        store.apply(room, returning.id(), Act.CLAIM, TERMS, now());
        store.apply(room, returning.id(), Act.COMPLETE, TERMS, now());
        join();

        var isServed = store.serve(room, seen, new Advance(1, 0, Instant.EPOCH), TERMS, now());

        assertThat(snapshot().version()).isEqualTo(seen.version());
        assertThat(snapshot().slots()).isEqualTo(seen.slots());
        assertThat(isServed).isFalse();
    }

    @Test
    void givenOneKeyIsGone_whenTheRoomIsAsked_thenNobodyIsAdmittedUntilAnOperatorDecides() {
        join();
        serve(1);
        join();
        for (var key : new String[] {"places", "positions", "deadlines", "waiting"}) {
            var dump = "copy-" + key;
            master.say("COPY", name(key), "{" + room + "}" + dump);
            master.say("UNLINK", name(key));

            assertThatThrownBy(this::snapshot)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("DAMAGED the line of " + name("line"));
            assertThatThrownBy(this::join).isInstanceOf(StoreUnavailableException.class);
            master.say("RENAME", "{" + room + "}" + dump, name(key));
        }
        assertThat(snapshot().turns()).isEqualTo(1);

        master.say("UNLINK", name("places"));

        assertThat(store.open(room, NextOpening.following(7), now()))
                .as("another is expected")
                .isEqualTo(1);
        assertThatThrownBy(this::snapshot)
                .isInstanceOfSatisfying(DamagedLineException.class, damaged -> assertThat(damaged.opening())
                        .isEqualTo(1));
        assertThat(store.open(room, NextOpening.following(1), now())).isEqualTo(2);
        assertThat(snapshot().opening()).isEqualTo(2);
        assertThat(snapshot().slots()).isZero();
        assertThat(join().number()).isEqualTo(1);
    }

    @Test
    void givenTheCountersAreGone_whenTheRoomIsAsked_thenNoOpeningComesTwice() {
        join();
        master.say("RENAME", name("line"), name("elsewhere"));

        assertThatThrownBy(() -> store.open(room, NextOpening.following(1), now()))
                .isInstanceOf(StoreUnavailableException.class);
        master.say("RENAME", name("elsewhere"), name("line"));
    }

    @Test
    void givenARoomThatIsLookedAt_whenItsKeysAreLookedAt_thenAllButTheCountersExpire() {
        join();
        join();
        serve(1);
        clock.advance(Duration.ofHours(2));

        snapshot();

        for (var key : new String[] {"places", "positions", "deadlines", "waiting"}) {
            assertThat(Long.parseLong(master.say("TTL", name(key)))).isGreaterThan(30 * 86_400);
        }
        assertThat(master.say("TTL", name("line"))).isEqualTo("-1");
    }

    @Test
    void givenNobodyLookedForAMonth_whenTheKeysHaveExpired_thenTheNextOpeningBegins() {
        join();
        serve(1);
        clock.advance(Duration.ofDays(31));
        master.say("UNLINK", name("places"), name("positions"), name("deadlines"));

        assertThat(snapshot().opening()).isEqualTo(2);
        assertThat(snapshot().slots()).isZero();
        assertThat(join().number()).isEqualTo(1);
    }

    private static Counters called(RoomSnapshot seen, long serving) {
        return new Counters(
                seen.version() + 1,
                seen.opening(),
                seen.issued(),
                serving,
                seen.endings(),
                seen.letIn(),
                seen.pacedUntil(),
                seen.changed(),
                seen.draw(),
                seen.lanes(),
                seen.counters().showUp());
    }

    private RoomStore.Call calling(List<Place> places) {
        var steps = places.stream()
                .map(place -> new RoomStore.Step(
                        place,
                        Optional.of(place.called(TERMS.claimWindow(), Optional.empty(), now())),
                        Optional.empty()))
                .toList();
        return new RoomStore.Call(steps, Optional.empty());
    }

    private void lose() {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> master.info("master_repl_offset").equals(replica.info("slave_repl_offset")));
        assertThat(replica.say("REPLICAOF", "NO", "ONE")).isEqualTo("OK");
    }

    private void failOver() {
        store = new Lines(new RedisRoomStore(after.link()));
    }

    private void loseAll() {
        master.say(
                "UNLINK",
                name("line"),
                name("places"),
                name("positions"),
                name("deadlines"),
                name("returning"),
                name("waiting"));
    }

    private String name(String key) {
        return "gatehouse:{" + room + "}:" + key;
    }

    private Place join() {
        return store.join(room, new PlaceId(UUID.randomUUID()), now()).place();
    }

    private Line laned() {
        return new Line(store.store(), room, TERMS, Lanes.of(List.of(new Lane("members", 3, false))));
    }

    private Place joinLane() {
        return laned().joinLanes(Map.of(new PlaceId(UUID.randomUUID()), "members"), now())
                .get(0)
                .place();
    }

    private void serve(long turns) {
        assertThat(store.serve(room, snapshot(), new Advance(turns, 0, Instant.EPOCH), TERMS, now()))
                .isTrue();
    }

    private Stage stage(Place place) {
        return store.find(room, place.id(), now()).orElseThrow().stage();
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
}
