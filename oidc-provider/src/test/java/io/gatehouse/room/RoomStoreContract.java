package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Seed;
import io.gatehouse.lane.Lane;
import io.gatehouse.lane.Lanes;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Ending;
import io.gatehouse.stock.Endings;
import io.gatehouse.stock.Stock;
import io.gatehouse.testing.Crowd;
import io.gatehouse.testing.MutableClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every {@link RoomStore} promises. After each test the line must still be one. */
public abstract class RoomStoreContract {

    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final Duration HELD = Duration.ofSeconds(45);
    private static final Duration VISIT = Duration.ofHours(1);
    private static final Duration RETURN = Duration.ofMinutes(10);
    private static final Duration WAITING = Duration.ofDays(1);
    private static final Terms TERMS = new Terms(WINDOW, VISIT, RETURN, WAITING);
    private static final Duration GRACE = Duration.ofMinutes(5);
    private static final Terms.Renewal RENEWAL = Terms.Renewal.parse("20m up to 2h");

    private static final Seed SEED = new Seed("5eed".repeat(16));
    private static final Lanes LANES = Lanes.of(List.of(new Lane("members", 3, false), new Lane("access", 1, true)));
    private static final Draw DRAW = new Draw("shop", "20261127t0900z-1", "Kurs \u2013 morgen", 3);

    private final MutableClock clock = MutableClock.standing();
    private final RoomId room = new RoomId("room-" + UUID.randomUUID());

    /** The store under test; the same one throughout a test. */
    protected abstract RoomStore store();

    /** How many have left in front of a line, to see that a call goes past them. */
    protected int crowd() {
        return 10_000;
    }

    private Lines lines() {
        return new Lines(store());
    }

    @AfterEach
    void lineIsStillALine() {
        LineInvariants.hold(lines(), room, now());
    }

    // --- joining

    @Test
    void givenAnEmptyRoom_whenVisitorsJoin_thenPositionsAreDenseFromOne() {
        var places = List.of(join(), join(), join());

        assertThat(places).extracting(Place::number).containsExactly(1L, 2L, 3L);
        assertThat(places).allSatisfy(place -> {
            assertThat(place.stage()).isEqualTo(Stage.WAITING);
            assertThat(place.opening()).isEqualTo(1);
            assertThat(place.joinedAt()).isEqualTo(now());
            assertThat(place.until()).isEqualTo(Place.NEVER);
        });
    }

    @Test
    void givenAVisitorInLine_whenTheyJoinAgain_thenTheyKeepTheirPlace() {
        var place = join();
        join();
        clock.advance(Duration.ofMinutes(3));

        var again = lines().join(room, place.id(), now()).place();

        assertThat(again).isEqualTo(place);
        assertThat(snapshot().issued()).isEqualTo(2);
    }

    @Test
    void givenFiftyTabsOfOneBrowser_whenAllJoinAtOnce_thenTheyShareOnePlace() throws Exception {
        var id = anyone();

        var joined = Crowd.of(50, () -> lines().join(room, id, now()).place());

        assertThat(new HashSet<>(joined)).hasSize(1);
        assertThat(snapshot().issued()).isEqualTo(1);
    }

    @Test
    void givenFiftyVisitors_whenAllJoinAtOnce_thenPositionsAreDenseAndUnique() throws Exception {
        var joined = Crowd.of(50, this::join);

        assertThat(joined)
                .extracting(Place::number)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 50).boxed().toList());
    }

    @Test
    void givenSomeoneWaits_whenOthersJoin_thenOnlyTheHeadIsFirst() {
        var first = lines().join(room, anyone(), now());
        var second = lines().join(room, anyone(), now());

        assertThat(first.isFirst()).isTrue();
        assertThat(second.isFirst()).isFalse();
        assertThat(lines().join(room, first.place().id(), now()).isFirst()).isTrue();
        assertThat(lines().join(room, second.place().id(), now()).isFirst()).isFalse();
    }

    @Test
    void givenAllBeforeHaveLeft_whenTheNextJoinsAgain_thenTheyAreFirst() {
        var first = join();
        var second = join();
        var third = join();
        apply(first, Act.LEAVE);
        apply(second, Act.LEAVE);

        var again = lines().join(room, third.id(), now());

        assertThat(again.isFirst()).isTrue();
    }

    @Test
    void givenSomeoneReturns_whenAVisitorJoins_thenTheyAreNotFirst() {
        var lapsed = lapsed();
        apply(lapsed, Act.RETURN);

        var joined = lines().join(room, anyone(), now());

        assertThat(joined.isFirst()).isFalse();
    }

    @Test
    void givenACalledVisitor_whenTheyJoinAgain_thenTheyAreNotFirstInLine() {
        var called = called();

        var again = lines().join(room, called.id(), now());

        assertThat(again.isFirst()).isFalse();
        assertThat(again.place()).isEqualTo(called);
    }

    // --- joining in order

    @Test
    void givenALineOfManyFromElsewhere_whenTheyJoinInOrder_thenTheyHaveTheirPositionsAlsoWhenItIsRepeated() {
        var ids = Stream.generate(RoomStoreContract::anyone)
                .limit(RoomStore.MOST_IN_ORDER)
                .toList();
        assertThat(store().joinInOrder(room, 1, 1, ids.subList(0, 120), now())).isPresent();
        serve(2);
        lines().apply(room, ids.get(2), Act.LEAVE, TERMS, now());
        clock.advance(Duration.ofMinutes(3));

        var places = store().joinInOrder(room, 1, 1, ids, now()).orElseThrow();

        assertThat(places).extracting(Place::id).isEqualTo(ids);
        assertThat(places)
                .extracting(Place::number)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, ids.size()).boxed().toList());
        assertThat(places.subList(0, 4))
                .extracting(Place::stage)
                .containsExactly(Stage.TURN, Stage.TURN, Stage.LEFT, Stage.WAITING);
        assertThat(store().joinInOrder(room, 1, 1, ids, now())).contains(places);
        assertThat(snapshot().issued()).isEqualTo(ids.size());
        assertThat(snapshot().waiting()).isEqualTo(ids.size() - 3);
        assertThat(join().number()).isEqualTo(ids.size() + 1);
        serve(1);
        assertThat(lines().find(room, ids.get(3), now())).map(Place::stage).contains(Stage.TURN);
    }

    @Test
    void givenPositionsThatAreAnothers_whenManyJoinInOrder_thenNoneOfThemDoes() {
        var ids = Stream.generate(RoomStoreContract::anyone).limit(5).toList();
        store().joinInOrder(room, 1, 1, ids.subList(0, 3), now());
        var newcomer = join();
        var before = snapshot();

        assertThat(store().joinInOrder(room, 1, 1, ids, now()))
                .as("with another's in between")
                .isEmpty();
        assertThat(store().joinInOrder(room, 1, 1, List.of(ids.get(1), ids.get(0)), now()))
                .as("in another order")
                .isEmpty();
        assertThat(store().joinInOrder(room, 1, 6, ids.subList(3, 5), now()))
                .as("with one missing before")
                .isEmpty();
        assertThat(store().joinInOrder(room, 1, 5, List.of(ids.get(3), newcomer.id()), now()))
                .as("with one who is there already")
                .isEmpty();
        assertThat(store().joinInOrder(room, 2, 5, ids.subList(3, 5), now()))
                .as("in another opening")
                .isEmpty();

        assertThat(snapshot()).isEqualTo(before);
        assertThat(lines().find(room, ids.get(3), now())).isEmpty();
        assertThat(join().number()).isEqualTo(5);
    }

    @Test
    void givenNewcomersInBetween_whenManyJoinInOrder_thenNoPositionIsGivenTwice() throws Exception {
        var ids = Stream.generate(RoomStoreContract::anyone).limit(400).toList();
        var turns = new AtomicInteger();

        var joined = Crowd.of(8, () -> {
            var turn = turns.getAndIncrement();
            return turn < 2 ? store().joinInOrder(room, 1, 1, ids, now()).orElse(List.of()) : List.of(join());
        });

        var numbers = joined.stream()
                .flatMap(List::stream)
                .distinct()
                .map(Place::number)
                .toList();
        assertThat(numbers).doesNotHaveDuplicates();
    }

    @Test
    void givenAFormerOpening_whenItsVisitorsJoinInOrderAgain_thenTheyHaveThePlacesOfThisOne() {
        var ids = List.of(join().id(), join().id());
        store().open(room, NextOpening.following(1), now());

        var places = store().joinInOrder(room, 2, 1, List.of(ids.get(1), ids.get(0)), now());

        assertThat(places.orElseThrow()).extracting(Place::id).containsExactly(ids.get(1), ids.get(0));
        assertThat(lines().find(room, ids.get(1), now())).map(Place::number).contains(1L);
    }

    @Test
    void givenVisitorsWhomAnotherSystemCalled_whenTheyGoOn_thenEachIsAsFarAsThereAndOthersAreCalledBehindThem() {
        var ids = Stream.generate(RoomStoreContract::anyone).limit(130).toList();
        var line = new Line(store(), room, TERMS, Lanes.NONE);
        var until = now().plus(VISIT);
        var inside = Line.Brought.inside(now().minus(Duration.ofMinutes(5)), until);
        var called = IntStream.range(0, 120)
                .mapToObj(n ->
                        List.of(inside, Line.Brought.TURN, Line.Brought.OVER).get(n % 3))
                .toList();
        store().joinInOrder(room, 1, 1, ids, now());

        assertThat(line.goOn(1, 3, called.subList(2, 120), now()))
                .as("before the first")
                .isFalse();
        assertThat(line.goOn(2, 1, called, now())).as("of another opening").isFalse();
        assertThat(line.goOn(1, 1, called, now())).isTrue();
        assertThat(lines().apply(room, ids.get(1), Act.CLAIM, TERMS, now())).isPresent();
        assertThat(line.goOn(1, 1, called, now())).isTrue();

        assertThat(lines().places(room, 1, 121, now()))
                .extracting(Place::stage)
                .hasSize(121)
                .startsWith(Stage.ADMITTED, Stage.ADMITTED, Stage.EXPIRED, Stage.ADMITTED, Stage.TURN, Stage.EXPIRED)
                .endsWith(Stage.EXPIRED, Stage.WAITING);
        assertThat(lines().find(room, ids.get(0), now()))
                .map(place -> place.admission().orElseThrow().admittedAt())
                .contains(inside.since());
        assertThat(snapshot().serving()).isEqualTo(120);
        assertThat(snapshot().admitted()).isEqualTo(41);
        assertThat(snapshot().turns()).isEqualTo(39);
        assertThat(snapshot().waiting()).isEqualTo(10);
        serve(1);
        assertThat(lines().find(room, ids.get(120), now())).map(Place::stage).contains(Stage.TURN);

        assertThat(line.takeBack(1, ids, called, now())).isEqualTo(40 + 39 + 9);

        assertThat(line.takeBack(1, ids, called, now())).isZero();
        assertThat(snapshot().admitted()).isEqualTo(1);
        assertThat(snapshot().turns()).isEqualTo(1);
        assertThat(snapshot().waiting()).isZero();
    }

    // --- looking

    @Test
    void givenAPlace_whenLookedForByIdAndPosition_thenItIsTheSame() {
        var place = join();

        assertThat(lines().find(room, place.id(), now())).contains(place);
        assertThat(lines().at(room, 1, now())).contains(place);
    }

    @Test
    void givenNobodyJoined_whenLookedAt_thenTheRoomIsAnEmptyLineInItsFirstOpening() {
        var snapshot = snapshot();

        assertThat(snapshot.opening()).isEqualTo(1);
        assertThat(snapshot.issued()).isZero();
        assertThat(snapshot.serving()).isZero();
        assertThat(snapshot.slots()).isZero();
        assertThat(snapshot.callable()).isZero();
        assertThat(snapshot.changed()).isEmpty();
        assertThat(lines().find(room, anyone(), now())).isEmpty();
        assertThat(lines().at(room, 1, now())).isEmpty();
        assertThat(lines().apply(room, anyone(), Act.CLAIM, TERMS, now())).isEmpty();
    }

    @Test
    void givenTwoRooms_whenOneIsJoined_thenTheOtherStaysEmpty() {
        var place = join();
        var other = new RoomId("other-" + UUID.randomUUID());

        assertThat(lines().find(other, place.id(), now())).isEmpty();
        assertThat(lines().snapshot(other, now()).issued()).isZero();
        assertThat(lines().join(other, place.id(), now()).place().number()).isEqualTo(1);
    }

    // --- calling

    @Test
    void givenThreeInLine_whenTwoAreCalled_thenTheFirstTwoHaveTheirTurn() {
        var places = List.of(join(), join(), join());

        assertThat(serve(2)).isTrue();

        assertThat(places).extracting(this::stage).containsExactly(Stage.TURN, Stage.TURN, Stage.WAITING);
        assertThat(snapshot().serving()).isEqualTo(2);
        assertThat(snapshot().turns()).isEqualTo(2);
        assertThat(find(places.get(0)).until()).isEqualTo(now().plus(WINDOW));
    }

    @Test
    void givenOneInLine_whenTenAreCalled_thenServingDoesNotPassIssued() {
        join();

        serve(10);

        assertThat(snapshot().serving()).isEqualTo(1);
        var later = join();
        assertThat(later.stage()).isEqualTo(Stage.WAITING);
    }

    @Test
    void givenPlacesThatWereLeft_whenServed_thenTheyArePassedOverAndUseNothingUp() {
        var first = join();
        var second = join();
        var third = join();
        apply(first, Act.LEAVE);
        apply(second, Act.LEAVE);

        serve(1);

        assertThat(stage(third)).isEqualTo(Stage.TURN);
        assertThat(stage(first)).isEqualTo(Stage.LEFT);
        assertThat(snapshot().serving()).isEqualTo(3);
    }

    @Test
    void givenTwoWhoSawTheSame_whenBothCall_thenTheSecondMovesNothing() {
        List.of(join(), join(), join());
        var seen = snapshot();

        var first = lines().serve(room, seen, turns(1), TERMS, now());
        var second = lines().serve(room, seen, turns(1), TERMS, now());

        assertThat(first).isTrue();
        assertThat(second).isFalse();
        assertThat(snapshot().serving()).isEqualTo(1);
    }

    @Test
    void givenFiftyNodes_whenAllCallFromOneSnapshot_thenOneWins() throws Exception {
        joinAtOnce(5);
        var seen = snapshot();

        var won = Crowd.of(50, () -> lines().serve(room, seen, turns(1), TERMS, now()));

        assertThat(won).filteredOn(Boolean::booleanValue).hasSize(1);
        assertThat(snapshot().serving()).isEqualTo(1);
    }

    @Test
    void givenASnapshot_whenSettingsOrOpeningOrGrantsChange_thenItIsNoLongerGood() {
        join();
        var beforeChange = snapshot();
        lines().change(room, Optional.empty(), Optional.of(paused()), now());
        var beforeGrant = snapshot();
        lines().letIn(room, 1, now());
        var beforeOpening = snapshot();
        lines().open(room, NextOpening.following(1), now());
        join();

        assertThat(lines().serve(room, beforeChange, turns(1), TERMS, now())).isFalse();
        assertThat(lines().serve(room, beforeGrant, turns(1), TERMS, now())).isFalse();
        assertThat(lines().serve(room, beforeOpening, turns(1), TERMS, now())).isFalse();
        assertThat(snapshot().serving()).isZero();
    }

    @Test
    void givenASnapshot_whenOthersJoinClaimAndLeave_thenItIsStillGood() {
        var called = called();
        var waiting = join();
        var seen = snapshot();
        join();
        apply(called, Act.CLAIM);
        apply(waiting, Act.LEAVE);

        assertThat(lines().serve(room, seen, turns(1), TERMS, now())).isTrue();
    }

    @Test
    void givenACall_whenItIsMade_thenTheRateIsUsedUpAsTold() {
        join();
        var pacedUntil = now().plusMillis(300);

        lines().serve(room, snapshot(), new Advance(1, 0, pacedUntil), TERMS, now());

        assertThat(snapshot().pacedUntil()).isEqualTo(pacedUntil);
    }

    // --- out of turn

    @Test
    void givenSomeInTheMiddleOfTheLine_whenCalledOutOfTurn_thenTheOthersAreCalledInOrderAndPassThem() {
        var places = joins(5);

        var called = outOfTurn(snapshot(), places.get(3), places.get(1), places.get(3));

        assertThat(called.map(all -> all.stream().map(Place::number).toList()))
                .hasValueSatisfying(all -> assertThat(all).containsExactlyInAnyOrder(4L, 2L));
        assertThat(snapshot().serving()).isZero();
        assertThat(snapshot().waiting()).isEqualTo(3);
        assertThat(snapshot().turns()).isEqualTo(2);
        assertThat(find(places.get(3)).until()).isEqualTo(now().plus(WINDOW));
        assertThat(apply(places.get(3), Act.CLAIM).stage()).isEqualTo(Stage.ADMITTED);
        serve(2);
        assertThat(places)
                .extracting(this::stage)
                .containsExactly(Stage.TURN, Stage.TURN, Stage.TURN, Stage.ADMITTED, Stage.WAITING);
        serve(2);
        assertThat(snapshot().serving()).isEqualTo(5);
        assertThat(snapshot().waiting()).isZero();
        assertThat(snapshot().slots()).isEqualTo(5);
    }

    @Test
    void givenTwoWhoSawTheSame_whenOneCallsOutOfTurn_thenTheOtherCallsNobodyAndSeesTheSlot() {
        var places = joins(3);
        var seen = snapshot();

        assertThat(outOfTurn(seen, places.get(1))).isPresent();

        assertThat(lines().serve(room, seen, turns(1), TERMS, now())).isFalse();
        assertThat(outOfTurn(seen, places.get(2))).isEmpty();
        assertThat(snapshot().slots()).isEqualTo(1);
        serve(2);
    }

    @Test
    void givenSomebodyWhoIsNotInLine_whenCalledOutOfTurn_thenNothingChanges() {
        var ended = apply(admitted(), Act.COMPLETE);
        var called = called();
        var seen = snapshot();

        assertThat(outOfTurn(seen, ended, called, Place.waiting(anyone(), 1, Position.of(9), now())))
                .contains(List.of());

        assertThat(snapshot()).isEqualTo(seen);
    }

    private List<Place> joins(int many) {
        return Stream.generate(this::join).limit(many).toList();
    }

    private Optional<List<Place>> outOfTurn(RoomSnapshot seen, Place... places) {
        var ids = Stream.of(places).map(Place::id).toList();
        return lines().calledOutOfTurn(room, seen, ids, TERMS, now());
    }

    // --- turns

    @Test
    void givenATurn_whenClaimed_thenAnAdmissionBegins() {
        var called = called();
        clock.advance(Duration.ofMinutes(1));

        var admitted = apply(called, Act.CLAIM);

        assertThat(admitted.stage()).isEqualTo(Stage.ADMITTED);
        assertThat(admitted.admission()).contains(Admission.beginning(now()));
        assertThat(snapshot().admitted()).isEqualTo(1);
        assertThat(snapshot().turns()).isZero();
    }

    @Test
    void givenATurn_whenTwoHundredClaimItAtOnce_thenOneAdmissionIsSeenByAll() throws Exception {
        var called = called();
        var moment = new AtomicLong();

        var claims = Crowd.of(200, () -> lines().apply(
                        room, called.id(), Act.CLAIM, TERMS, now().plusMillis(moment.incrementAndGet()))
                .orElseThrow());

        assertThat(claims).extracting(Place::stage).containsOnly(Stage.ADMITTED);
        assertThat(new HashSet<>(claims.stream().map(Place::admission).toList()))
                .hasSize(1);
        assertThat(snapshot().admitted()).isEqualTo(1);
        assertThat(snapshot().slots()).isEqualTo(1);
    }

    @Test
    void givenAWaitingVisitor_whenTheyClaim_thenNothingChanges() {
        var place = join();

        assertThat(apply(place, Act.CLAIM)).isEqualTo(place);
    }

    @Test
    void givenATurn_whenTheClaimWindowEnds_thenItLapses() {
        var called = called();
        clock.advance(WINDOW.minusNanos(1));
        assertThat(stage(called)).isEqualTo(Stage.TURN);

        clock.advance(Duration.ofNanos(1));

        assertThat(stage(called)).isEqualTo(Stage.LAPSED);
        assertThat(apply(called, Act.CLAIM).stage()).isEqualTo(Stage.LAPSED);
        assertThat(snapshot().noShows()).isEqualTo(1);
        assertThat(snapshot().slots()).isZero();
    }

    @Test
    void givenATurn_whenExtendedTwice_thenItLastsTwoWindows() {
        var called = called();
        clock.advance(Duration.ofMinutes(2));

        var extended = apply(called, Act.EXTEND);
        var again = apply(called, Act.EXTEND);

        assertThat(extended.until()).isEqualTo(called.until().plus(WINDOW));
        assertThat(extended.isExtendable(Act.EXTEND)).isFalse();
        assertThat(again).isEqualTo(extended);
        clock.advance(WINDOW);
        assertThat(stage(called)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenATurnThatKeepsNobodyWaiting_whenExtendedElevenTimes_thenItLastsElevenWindows() {
        isExtendedTenTimes(called());
    }

    @Test
    void givenASecondTurnThatKeepsNobodyWaiting_whenExtendedElevenTimes_thenItLastsElevenWindowsToo() {
        var lapsed = lapsed();
        apply(lapsed, Act.RETURN);
        serve(1);

        isExtendedTenTimes(find(lapsed));
    }

    /** WCAG 2.2.1: time can be extended at least ten times. */
    private void isExtendedTenTimes(Place called) {
        var last = called;

        for (var times = 0; times < 11; times++) {
            last = apply(called, Act.EXTEND_AGAIN);
            assertThat(apply(called, Act.EXTEND_AGAIN)).as("at once again").isEqualTo(last);
            clock.advance(WINDOW.minusSeconds(1));
        }

        assertThat(last.until()).isEqualTo(called.until().plus(WINDOW.multipliedBy(10)));
        assertThat(last.isExtendable(Act.EXTEND_AGAIN)).isFalse();
        assertThat(apply(called, Act.CLAIM).stage()).isEqualTo(Stage.ADMITTED);
    }

    // --- turns that hold a slot for a while

    @Test
    void givenATurnThatHoldsItsSlotForAWhile_whenThatIsOver_thenTheSlotIsFreeAndTheTurnIsOpen() {
        var place = calledHolding(HELD);
        assertThat(snapshot().turns()).isEqualTo(1);

        clock.advance(HELD);

        assertThat(snapshot().slots()).isZero();
        assertThat(stage(place)).isEqualTo(Stage.RELEASED);
        assertThat(find(place).until()).isEqualTo(place.until());
        clock.advance(WINDOW.minus(HELD));
        assertThat(snapshot().noShows()).isEqualTo(1);
        assertThat(stage(place)).isEqualTo(Stage.LAPSED);
    }

    @Test
    void givenASlotThatWasHandedOn_whenManyTabsOfItsVisitorComeAtOnce_thenTheyWaitOnceForASlotAndTakeNone()
            throws Exception {
        var place = calledHolding(HELD);
        clock.advance(HELD);
        snapshot();

        var ready = Crowd.of(20, () -> apply(place, Act.CLAIM));

        assertThat(ready).extracting(Place::stage).containsOnly(Stage.READY);
        assertThat(snapshot().ready()).isEqualTo(1);
        assertThat(snapshot().slots()).isZero();
        clock.advance(Duration.ofHours(30));
        assertThat(stage(place)).isEqualTo(Stage.READY);
        assertThat(apply(place, Act.LEAVE).stage()).isEqualTo(Stage.LEFT);
        assertThat(snapshot().ready()).isZero();
    }

    @Test
    void givenSomeWhoAreReady_whenASlotComesFree_thenTheFirstOfThemGetsItBeforeAllOthersAndTheLineStaysAsItIs() {
        var places = List.of(calledHolding(HELD), calledHolding(HELD));
        clock.advance(HELD);
        snapshot();
        apply(places.get(1), Act.CLAIM);
        apply(places.get(0), Act.CLAIM);
        var next = join();
        var seen = snapshot();

        var seated = seat(seen, 1).orElseThrow();

        assertThat(seated).extracting(Place::id).containsExactly(places.get(0).id());
        assertThat(seat(seen, 1)).as("on an older version").isEmpty();
        var after = snapshot();
        assertThat(after.slots()).isEqualTo(1);
        assertThat(after.ready()).isEqualTo(1);
        assertThat(after.serving()).isEqualTo(seen.serving());
        assertThat(after.waiting()).isEqualTo(1);
        serve(1);
        assertThat(stage(next)).as("a call in turn calls no one who is ready").isEqualTo(Stage.TURN);
        assertThat(stage(places.get(1))).isEqualTo(Stage.READY);
        assertThat(find(places.get(0)).seatedAgain()).isTrue();
        assertThat(apply(seated.get(0), Act.EXTEND)).as("while others wait").isEqualTo(find(places.get(0)));
        assertThat(apply(seated.get(0), Act.CLAIM).stage()).isEqualTo(Stage.ADMITTED);
        assertThat(snapshot().claims()).isEqualTo(1);
    }

    @Test
    void givenSomeWhoAreReady_whenManyNodesSeatThemAtOnce_thenNoMoreThanWasFreeGetSlots() throws Exception {
        for (var n = 0; n < 6; n++) {
            calledHolding(HELD);
        }
        clock.advance(HELD);
        var seen = snapshot();
        lines().places(room, 1, seen.issued(), now()).forEach(place -> apply(place, Act.CLAIM));
        var free = snapshot();

        Crowd.of(10, () -> seat(free, 4).isPresent());

        assertThat(snapshot().slots()).isEqualTo(4);
        assertThat(snapshot().ready()).isEqualTo(2);
    }

    @Test
    void givenALine_whenItIsSweptOrClosed_thenAVisitorWhoIsReadyStays() {
        var place = calledHolding(HELD);
        clock.advance(HELD);
        snapshot();
        apply(place, Act.CLAIM);
        join();

        lines().close(room, now());
        clock.advance(WAITING.multipliedBy(2));
        lines().sweep(room, now());

        assertThat(stage(place)).isEqualTo(Stage.READY);
        assertThat(snapshot().callable()).isZero();
    }

    @Test
    void givenWhatVisitorsHaveDone_whenTheNextAreCalled_thenTheRoomKnowsHowManyCome() {
        apply(called(), Act.CLAIM);
        called();
        clock.advance(WINDOW);
        snapshot();

        join();
        serve(1);

        assertThat(snapshot().counters().showUp()).isEqualTo(new ShowUp(1, 1, 1, 1));
        lines().open(room, NextOpening.following(1), now());
        assertThat(snapshot().counters().showUp()).isEqualTo(ShowUp.NONE);
    }

    private Place calledHolding(Duration held) {
        var place = join();
        var advance = new Advance(1, 0, now()).holding(Optional.of(held));
        assertThat(lines().serve(room, snapshot(), advance, TERMS, now())).isTrue();
        return find(place);
    }

    private Optional<List<Place>> seat(RoomSnapshot seen, long most) {
        return lines().seat(room, seen, most, Optional.of(HELD), now());
    }

    @Test
    void givenALapsedTurn_whenTheVisitorReturns_thenTheyAreCalledOnceMore() {
        var lapsed = lapsed();

        assertThat(apply(lapsed, Act.RETURN).stage()).isEqualTo(Stage.RETURNING);
        serve(1);

        assertThat(stage(lapsed)).isEqualTo(Stage.TURN);
        assertThat(snapshot().serving()).isEqualTo(1);
    }

    @Test
    void givenALapsedTurn_whenTheVisitorComesTooLate_thenItHasExpired() {
        var early = lapsed();
        clock.advance(RETURN.minusMillis(1));
        assertThat(apply(early, Act.RETURN).stage()).isEqualTo(Stage.RETURNING);
        apply(early, Act.LEAVE);
        var late = lapsed();

        clock.advance(RETURN);

        assertThat(apply(late, Act.RETURN).stage()).isEqualTo(Stage.EXPIRED);
        assertThat(snapshot().returning()).isZero();
    }

    @Test
    void givenManyWhoReturnAtOnce_whenTurnsAreHandedOutOneByOne_thenEveryFourthIsTheirsWhileOthersWait() {
        var returning = returning(6);
        var waiting = List.of(join(), join(), join(), join(), join(), join());

        for (int turn = 0; turn < 8; turn++) {
            serve(1);
        }

        assertThat(returning)
                .filteredOn(place -> stage(place) == Stage.TURN)
                .containsExactly(returning.get(0), returning.get(1));
        assertThat(waiting).allSatisfy(place -> assertThat(stage(place)).isEqualTo(Stage.TURN));
    }

    @Test
    void givenManyWhoReturnAtOnce_whenManyAreCalled_thenAQuarterIsTheirsAndWhatOthersLeave() {
        var returning = returning(6);
        var waiting = List.of(join(), join(), join(), join());

        serve(4);
        assertThat(snapshot().returning()).isEqualTo(5);
        assertThat(snapshot().waiting()).isEqualTo(1);
        assertThat(snapshot().serving()).isEqualTo(waiting.get(2).number());
        serve(4);

        assertThat(snapshot().returning()).isEqualTo(2);
        assertThat(snapshot().waiting()).isZero();
        assertThat(stage(returning.get(3))).isEqualTo(Stage.TURN);
    }

    @Test
    void givenSeveralReturn_whenServed_thenTheLowestPositionIsCalledFirst() {
        var places = List.of(join(), join(), join());
        serve(3);
        clock.advance(WINDOW);
        apply(places.get(2), Act.RETURN);
        apply(places.get(0), Act.RETURN);

        serve(1);

        assertThat(stage(places.get(0))).isEqualTo(Stage.TURN);
        assertThat(stage(places.get(2))).isEqualTo(Stage.RETURNING);
    }

    /** As a store does to one who comes back after the loss of their position. */
    @Test
    void givenOneTheCallHasGonePast_whenOthersOfLowerPositionsReturn_thenTheOneWithoutAnyTurnIsCalledFirst() {
        var returning = returning(2);
        var overtaken = join();
        var waiting = join();
        var back = overtaken.stepTo(Optional.of(overtaken.overtaken()), now());
        assertThat(store().replace(room, List.of(back))).isTrue();

        serve(1);

        assertThat(stage(overtaken)).isEqualTo(Stage.TURN);
        serve(3);
        assertThat(returning).allSatisfy(place -> assertThat(stage(place)).isEqualTo(Stage.TURN));
        assertThat(stage(waiting)).isEqualTo(Stage.TURN);
        assertThat(snapshot().callable()).isZero();
    }

    @Test
    void givenASecondChance_whenItLapsesToo_thenItHasExpired() {
        var lapsed = lapsed();
        apply(lapsed, Act.RETURN);
        serve(1);

        clock.advance(WINDOW);

        assertThat(stage(lapsed)).isEqualTo(Stage.EXPIRED);
        assertThat(apply(lapsed, Act.RETURN).stage()).isEqualTo(Stage.EXPIRED);
        assertThat(snapshot().noShows()).isEqualTo(2);
    }

    // --- admissions

    @Test
    void givenAnAdmission_whenNoSiteRedeemsIt_thenItIsGivenUpAfterOneClaimWindow() {
        var admitted = admitted();

        clock.advance(WINDOW);

        assertThat(stage(admitted)).isEqualTo(Stage.ABANDONED);
        assertThat(snapshot().slots()).isZero();
    }

    @Test
    void givenAnAdmission_whenTheVisitorArrives_thenItLastsItsWholeTimeFromTheClaim() {
        var admitted = admitted();
        clock.advance(Duration.ofMinutes(5));

        var arrived = apply(admitted, Act.ARRIVE);
        var again = apply(admitted, Act.ARRIVE);

        assertThat(arrived.until()).isEqualTo(admission(admitted).admittedAt().plus(VISIT));
        assertThat(admission(arrived).hasArrived()).isTrue();
        assertThat(again).isEqualTo(arrived);
        clock.advance(VISIT.minusMinutes(5));
        assertThat(stage(admitted)).isEqualTo(Stage.EXPIRED);
    }

    @Test
    void givenAVisitShorterThanTheClaimWindow_whenClaimed_thenItIsNotLonger() {
        var called = called();
        var brief = Lines.terms(WINDOW, Duration.ofMinutes(1));

        var admitted = lines().apply(room, called.id(), Act.CLAIM, brief, now()).orElseThrow();

        assertThat(admitted.until()).isEqualTo(now().plus(Duration.ofMinutes(1)));
    }

    @Test
    void givenAVisitThatIsRenewed_whenUsedAgainAndAgain_thenItAndItsSlotLastUntilTheMaximum() {
        var visit = apply(admitted(), Act.ARRIVE);
        var last = admission(visit).admittedAt().plus(RENEWAL.most());
        clock.advance(VISIT.minus(RENEWAL.by()));
        assertThat(renew(visit)).as("the end would not move").isEqualTo(visit);

        clock.advance(RENEWAL.by().dividedBy(4).minusMillis(1));
        assertThat(renew(visit)).as("not worth a write").isEqualTo(visit);
        clock.advance(Duration.ofMillis(1));
        assertThat(renew(visit).until()).isEqualTo(now().plus(RENEWAL.by()));

        while (now().plus(RENEWAL.by()).isBefore(last)) {
            clock.advance(RENEWAL.by().dividedBy(2));
            assertThat(renew(visit).stage()).isEqualTo(Stage.ADMITTED);
        }
        assertThat(renew(visit).until()).isEqualTo(last);
        clock.advance(Duration.between(now(), last).minusMillis(1));
        assertThat(renew(visit).until()).isEqualTo(last);
        var less = TERMS.renewing(Terms.Renewal.parse("20m up to 1h"));
        assertThat(lines().apply(room, visit.id(), Act.RENEW, less, now()).orElseThrow())
                .as("a setting that has been changed takes nothing back")
                .isEqualTo(find(visit));
        assertThat(snapshot().slots()).isEqualTo(1);

        clock.advance(Duration.ofMillis(1));
        assertThat(renew(visit).stage()).isEqualTo(Stage.EXPIRED);
        assertThat(snapshot().slots()).isZero();
    }

    @Test
    void givenAVisitThatIsOver_whenUsed_thenItStaysSo() {
        var byTime = apply(admitted(), Act.ARRIVE);
        clock.advance(VISIT);
        assertThat(renew(byTime).stage()).isEqualTo(Stage.EXPIRED);

        var loggedOut = apply(apply(admitted(), Act.ARRIVE), Act.COMPLETE);
        var keepsSlot = apply(apply(admitted(), Act.ARRIVE_UNHEARD), Act.COMPLETE);
        var notThere = admitted();
        clock.advance(WINDOW.minusMillis(1));
        for (var place : List.of(loggedOut, keepsSlot, notThere)) {
            assertThat(renew(place)).isEqualTo(place);
        }
    }

    @Test
    void givenAVisitThatTimeHasEnded_whenItsVisitorComesBackInGrace_thenOneTurnInFourIsTheirsAndOnlyOnce() {
        var visit = apply(admitted(), Act.ARRIVE);
        var waiting = List.of(join(), join(), join(), join());
        clock.advance(VISIT.plus(GRACE).minusMillis(1));

        var back = comesBack(visit);
        var again = comesBack(visit);

        assertThat(back.stage()).isEqualTo(Stage.RETURNING);
        assertThat(back.admission()).isEmpty();
        assertThat(again).isEqualTo(back);
        assertThat(snapshot().slots()).isZero();
        assertThat(snapshot().endings().expired()).isEqualTo(1);
        assertThat(snapshot().callable()).isEqualTo(5);

        for (int call = 0; call < 4; call++) {
            serve(1);
        }
        assertThat(stage(back)).isEqualTo(Stage.TURN);
        assertThat(waiting.stream().map(this::stage))
                .as("the other three turns, in order")
                .containsExactly(Stage.TURN, Stage.TURN, Stage.TURN, Stage.WAITING);
        apply(apply(back, Act.CLAIM), Act.ARRIVE);
        clock.advance(VISIT);
        assertThat(comesBack(visit).stage()).as("a second time").isEqualTo(Stage.EXPIRED);
    }

    @Test
    void givenVisitsWithoutGrace_whenTheirVisitorsComeBack_thenTheyStayOver() {
        var tooLate = apply(admitted(), Act.ARRIVE);
        clock.advance(VISIT.plus(GRACE));
        assertThat(comesBack(tooLate).stage()).isEqualTo(Stage.EXPIRED);

        var neverThere = admitted();
        clock.advance(WINDOW);
        var loggedOut = apply(apply(admitted(), Act.ARRIVE), Act.COMPLETE);
        var byAnOperator = apply(apply(admitted(), Act.ARRIVE), Act.EXPIRE);
        var hadOne = lapsed();
        apply(hadOne, Act.RETURN);
        serve(1);
        apply(apply(hadOne, Act.CLAIM), Act.ARRIVE);
        clock.advance(VISIT);
        var off = apply(admitted(), Act.ARRIVE);
        clock.advance(VISIT);

        assertThat(List.of(neverThere, loggedOut, byAnOperator, hadOne))
                .allSatisfy(
                        place -> assertThat(comesBack(place).stage().isEnded()).isTrue());
        assertThat(apply(off, Act.RETURN).stage()).as("where the room has none").isEqualTo(Stage.EXPIRED);
        assertThat(snapshot().callable()).isZero();
    }

    @Test
    void givenAVisitThatIsRenewed_whenManyUseItAsItEnds_thenItsSlotIsCountedOnce() throws Exception {
        var visit = apply(admitted(), Act.ARRIVE);
        clock.advance(VISIT.minusMillis(1));

        var renewed = Crowd.of(20, () -> renew(visit));

        assertThat(renewed).containsOnly(find(visit));
        assertThat(find(visit).until()).isEqualTo(now().plus(RENEWAL.by()));
        assertThat(snapshot().slots()).isEqualTo(1);
        assertThat(snapshot().admitted()).isEqualTo(1);
        clock.advance(RENEWAL.by());
        assertThat(snapshot().slots()).isZero();
    }

    @Test
    void givenAnAdmission_whenProvenAnew_thenOnlyTheProofIsNew() {
        var admitted = apply(admitted(), Act.ARRIVE);
        clock.advance(Duration.ofMinutes(20));

        var proven = apply(admitted, Act.PROVE);

        assertThat(admission(proven).provenAt()).isEqualTo(now());
        assertThat(admission(proven).admittedAt()).isEqualTo(admission(admitted).admittedAt());
        assertThat(admission(proven).hasArrived()).isTrue();
        assertThat(proven.until()).isEqualTo(admitted.until());
    }

    @Test
    void givenAdmissions_whenEnded_thenEachSaysHowAndGivesItsSlotBack() {
        var ends = List.of(Act.COMPLETE, Act.ABANDON, Act.EXPIRE);

        var ended = ends.stream().map(end -> apply(admitted(), end)).toList();

        assertThat(ended).extracting(Place::stage).containsExactly(Stage.COMPLETED, Stage.ABANDONED, Stage.EXPIRED);
        assertThat(ended).allSatisfy(place -> assertThat(place.admission()).isPresent());
        assertThat(snapshot().slots()).isZero();
    }

    @Test
    void givenSlotsThatComeFreeInEveryWay_whenTheRoomIsLookedAt_thenEachIsCountedOnceAndByHow() {
        apply(admitted(), Act.COMPLETE);
        apply(apply(admitted(), Act.ARRIVE_UNHEARD), Act.COMPLETE);
        apply(admitted(), Act.ABANDON);
        apply(admitted(), Act.EXPIRE);
        apply(called(), Act.LEAVE);
        assertThat(snapshot().endings()).as("one keeps its slot").isEqualTo(new Endings(0, 1, 1, 1));
        called();
        admitted();
        apply(admitted(), Act.ARRIVE);

        clock.advance(VISIT);
        snapshot();
        assertThat(snapshot().endings()).isEqualTo(new Endings(1, 2, 2, 2));

        apply(admitted(), Act.ARRIVE);
        clock.advance(VISIT.plus(Line.MEMORY));
        assertThat(snapshot().endings()).as("forgotten at once").isEqualTo(new Endings(1, 2, 2, 3));
        assertThat(snapshot().slots()).isZero();

        lines().open(room, NextOpening.following(1), now());
        assertThat(snapshot().endings()).isEqualTo(Endings.NONE);
    }

    /** Its tokens would go on being good where nobody asks us again. */
    @Test
    void givenAnAdmission_whenItsVisitorLeaves_thenNothingChanges() {
        var admitted = admitted();

        assertThat(apply(admitted, Act.LEAVE)).isEqualTo(admitted);
        assertThat(snapshot().admitted()).isEqualTo(1);
    }

    @Test
    void givenAVisitThatASiteWouldNotHearTheEndOf_whenItIsOver_thenItsSlotIsKeptUntilItsTokensEnd() {
        var visit = apply(admitted(), Act.ARRIVE_UNHEARD);

        var over = apply(visit, Act.COMPLETE);

        assertThat(over.stage()).isEqualTo(Stage.ENDING);
        assertThat(over.until()).isEqualTo(visit.until());
        assertThat(snapshot().slots()).isEqualTo(1);
        clock.advance(Duration.between(now(), visit.until()));
        assertThat(snapshot().slots()).isZero();
        assertThat(stage(over)).isEqualTo(Stage.COMPLETED);
    }

    @Test
    void givenAVisitThatIsOverAndKeepsItsSlot_whenAnOperatorEndsIt_thenTheSlotIsFree() {
        var over = apply(apply(admitted(), Act.ARRIVE_UNHEARD), Act.COMPLETE);

        assertThat(apply(over, Act.EXPIRE).stage()).isEqualTo(Stage.EXPIRED);
        assertThat(snapshot().slots()).isZero();
        assertThat(snapshot().endings()).as("completed all the same").isEqualTo(new Endings(0, 1, 0, 0));
    }

    @Test
    void givenATurn_whenManyBrowsersClaimItAtOnce_thenAsManyAsMayUseItAreNoted() throws Exception {
        var called = called();
        var names = new AtomicLong();

        var claims = Crowd.of(20, () -> {
            var browserHash = called.id().hashOf("browser " + names.incrementAndGet());
            return lines().claim(room, called, browserHash, 3, TERMS, now()).orElseThrow();
        });

        assertThat(claims).extracting(Place::stage).containsOnly(Stage.ADMITTED);
        var browsers =
                admission(lines().find(room, called.id(), now()).orElseThrow()).browsers();
        assertThat(browsers).hasSize(3).doesNotHaveDuplicates();
        var again = lines().claim(room, called, browsers.get(0), 3, TERMS, now());
        assertThat(again.map(place -> admission(place).browsers())).contains(browsers);
        assertThat(snapshot().slots()).isEqualTo(1);
    }

    @Test
    void givenAnEndedPlace_whenAnythingIsDoneToIt_thenNothingChanges() {
        var ended = apply(admitted(), Act.COMPLETE);

        for (var act : Act.values()) {
            assertThat(apply(ended, act)).as(act.name()).isEqualTo(ended);
        }
    }

    @Test
    void givenAWaitingPlace_whenAnActDoesNotFit_thenNothingChanges() {
        var waiting = join();

        for (var act : Act.values()) {
            if (act != Act.LEAVE) {
                assertThat(apply(waiting, act)).as(act.name()).isEqualTo(waiting);
            }
        }
    }

    @Test
    void givenAnEndedPlace_whenADayHasPassed_thenItIsForgotten() {
        var ended = apply(admitted(), Act.COMPLETE);
        clock.advance(Line.MEMORY.minusNanos(1));
        assertThat(lines().find(room, ended.id(), now())).isPresent();

        clock.advance(Duration.ofNanos(1));

        assertThat(lines().find(room, ended.id(), now())).isEmpty();
        assertThat(lines().at(room, ended.number(), now())).isEmpty();
        assertThat(join().number()).isEqualTo(2);
    }

    @Test
    void givenNobodyLookedForDays_whenTheRoomIsLookedAt_thenEverythingHasHappenedInOrder() {
        var called = called();
        var waiting = join();

        clock.advance(WINDOW.plus(RETURN).plus(Line.MEMORY));

        assertThat(lines().find(room, called.id(), now())).isEmpty();
        assertThat(snapshot().noShows()).isEqualTo(1);
        assertThat(stage(waiting)).as("until the line is swept").isEqualTo(Stage.WAITING);
        lines().sweep(room, now());
        assertThat(stage(waiting)).isEqualTo(Stage.EXPIRED);
    }

    @Test
    void givenAWaitingPlaceThatNobodyLookedForForLong_whenItsVisitorComesBeforeTheLineIsSwept_thenTheyKeepIt() {
        var place = join();
        clock.advance(WAITING.multipliedBy(2));

        assertThat(apply(place, Act.LOOK).stage()).isEqualTo(Stage.WAITING);
        lines().sweep(room, now());

        assertThat(stage(place)).isEqualTo(Stage.WAITING);
    }

    // --- waiting ends

    @Test
    void givenALine_whenTheRoomCloses_thenAllWhoAreInItEndAndNobodyElse() {
        var missed = lapsed();
        var inside = admitted();
        var called = called();
        var comesBack = apply(missed, Act.RETURN);
        var waiting = lineOf(120);

        lines().close(room, now());
        lines().close(room, now());

        assertThat(snapshot().callable()).isZero();
        assertThat(asTheyAre(waiting)).hasSize(120).extracting(Place::stage).containsOnly(Stage.EXPIRED);
        assertThat(stage(comesBack)).isEqualTo(Stage.EXPIRED);
        assertThat(stage(called)).isEqualTo(Stage.TURN);
        assertThat(stage(inside)).isEqualTo(Stage.ADMITTED);
    }

    @Test
    void givenAWaitingPlace_whenNobodyLooksForItForLong_thenItHasExpiredAndIsNotCalled() {
        var forsaken = join();
        clock.advance(WAITING.minusMillis(1));
        assertThat(stage(forsaken)).isEqualTo(Stage.WAITING);
        clock.advance(Duration.ofMillis(1));
        var behind = join();

        serve(1);

        assertThat(stage(forsaken)).isEqualTo(Stage.EXPIRED);
        assertThat(find(forsaken).until()).isEqualTo(now().plus(Line.MEMORY));
        assertThat(stage(behind)).isEqualTo(Stage.TURN);
        assertThat(snapshot().waiting()).isZero();
        assertThat(snapshot().noShows()).isZero();
        assertThat(lines().join(room, forsaken.id(), now()).place().stage()).isEqualTo(Stage.EXPIRED);
    }

    @Test
    void givenAWaitingPlace_whenItsVisitorLooksForIt_thenItIsKeptAndCalledAtItsPosition() {
        var kept = join();
        var behind = join();
        clock.advance(WAITING.minusHours(1));

        var looked = apply(kept, Act.LOOK);

        assertThat(looked.stage()).isEqualTo(Stage.WAITING);
        assertThat(looked.endsAt(TERMS)).isEqualTo(now().plus(WAITING));
        assertThat(lines().at(room, 1, now())).contains(looked);
        assertThat(lines().join(room, kept.id(), now())).isEqualTo(new Joined(looked, true));
        clock.advance(WAITING.minusHours(1));
        assertThat(snapshot().waiting()).as("not swept yet").isEqualTo(2);
        lines().sweep(room, now());
        assertThat(snapshot().waiting()).isEqualTo(1);
        serve(1);
        assertThat(stage(kept)).isEqualTo(Stage.TURN);
        assertThat(stage(behind)).isEqualTo(Stage.EXPIRED);
        assertThat(snapshot().waiting()).isZero();
    }

    @Test
    void givenAWaitingPlace_whenItIsLookedForTimeAndAgain_thenItIsWrittenOnceInAQuarterOfTheTime() {
        var place = join();
        clock.advance(WAITING.dividedBy(4).minusMillis(1));
        assertThat(apply(place, Act.LOOK)).isEqualTo(place);

        clock.advance(Duration.ofMillis(1));
        var looked = apply(place, Act.LOOK);
        clock.advance(WAITING.dividedBy(4).minusMillis(1));

        assertThat(looked).isNotEqualTo(place);
        assertThat(apply(place, Act.LOOK)).isEqualTo(looked);
        apply(place, Act.LEAVE);
        assertThat(apply(place, Act.LOOK).stage()).isEqualTo(Stage.LEFT);
    }

    @Test
    void givenMoreThanOneLookCoversThatNobodyLooksFor_whenTheOneBehindThemIsCalled_thenOneCallReachesThem() {
        var forsaken = lineOf(store().most() + 1);
        var kept = forsaken.get(1);
        clock.advance(WAITING.dividedBy(2));
        apply(kept, Act.LOOK);
        clock.advance(WAITING.dividedBy(2));
        var behind = join();

        assertThat(serve(2)).isTrue();

        assertThat(stage(kept)).isEqualTo(Stage.TURN);
        assertThat(stage(behind)).isEqualTo(Stage.TURN);
        assertThat(snapshot().waiting()).isZero();
        assertThat(snapshot().turns()).isEqualTo(2);
    }

    @Test
    void givenAReturningPlace_whenNobodyLooksForItForLong_thenItHasExpiredAndIsNotCalled() {
        var forsaken = returning(1).get(0);
        clock.advance(WAITING.minusMillis(1));
        lines().sweep(room, now());
        assertThat(stage(forsaken)).isEqualTo(Stage.RETURNING);
        clock.advance(Duration.ofMillis(1));
        var behind = join();

        serve(2);

        assertThat(stage(forsaken)).isEqualTo(Stage.EXPIRED);
        assertThat(find(forsaken).until()).isEqualTo(now().plus(Line.MEMORY));
        assertThat(stage(behind)).isEqualTo(Stage.TURN);
        assertThat(snapshot().callable()).isZero();
        assertThat(snapshot().noShows()).isEqualTo(1);
    }

    @Test
    void givenAReturningPlace_whenItsVisitorLooksForIt_thenItIsKeptAndCalledOnceMore() {
        var kept = returning(1).get(0);
        assertThat(kept.endsAt(TERMS)).isEqualTo(now().plus(WAITING));
        clock.advance(WAITING.multipliedBy(2));

        var looked = apply(kept, Act.LOOK);
        lines().sweep(room, now());

        assertThat(looked.stage()).isEqualTo(Stage.RETURNING);
        assertThat(looked.endsAt(TERMS)).isEqualTo(now().plus(WAITING));
        assertThat(find(kept)).isEqualTo(looked);
        assertThat(snapshot().returning()).isEqualTo(1);
        serve(1);
        assertThat(stage(kept)).isEqualTo(Stage.TURN);
        assertThat(snapshot().returning()).isZero();
    }

    @Test
    void givenMoreThanOneLookCoversWhoReturn_whenNobodyLooksForThem_thenTheyEndAndWhoeverLookedIsKept() {
        var returning = returning(store().most() + 2);
        var kept = returning.get(returning.size() - 1);
        clock.advance(WAITING.dividedBy(2));
        apply(kept, Act.LOOK);
        var young = join();
        clock.advance(WAITING.dividedBy(2));

        lines().sweep(room, now());

        assertThat(snapshot().returning()).isEqualTo(1);
        assertThat(stage(kept)).isEqualTo(Stage.RETURNING);
        assertThat(stage(young)).isEqualTo(Stage.WAITING);
        serve(2);
        assertThat(stage(kept)).isEqualTo(Stage.TURN);
        assertThat(stage(young)).isEqualTo(Stage.TURN);
    }

    // --- the operator

    @Test
    void givenTurnsGrantedByHand_whenSomeAreUsed_thenTheRestKeeps() {
        join();
        join();
        lines().letIn(room, 3, now());
        lines().letIn(room, 2, now());
        assertThat(snapshot().letIn()).isEqualTo(5);

        lines().serve(room, snapshot(), new Advance(2, 2, now()), TERMS, now());

        assertThat(snapshot().letIn()).isEqualTo(3);
        assertThat(snapshot().turns()).isEqualTo(2);
    }

    @Test
    void givenFewerWaitThanAreLetIn_whenServed_thenOnlyWhatIsUsedIsCounted() {
        join();
        lines().letIn(room, 5, now());

        lines().serve(room, snapshot(), new Advance(5, 5, now()), TERMS, now());

        assertThat(snapshot().letIn()).isEqualTo(4);
    }

    @Test
    void givenTurnsGrantedByHand_whenLessThanOneOrTooManyAreAdded_thenThatIsRefused() {
        lines().letIn(room, 3, now());

        assertThatThrownBy(() -> lines().letIn(room, 0, now())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lines().letIn(room, -3, now())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> lines().letIn(room, Long.MAX_VALUE, now()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(snapshot().letIn()).isEqualTo(3);
    }

    // --- a draw

    @Test
    void givenADraw_whenAllAreCalled_thenThoseBeforeTheLobbyThenEntrantsAsDrawnThenLateComers() {
        var before = List.of(join(), join());
        takes(LobbyDraw.opened(DRAW, SEED, 2));
        var entrants = Stream.generate(this::join).limit(12).toList();
        apply(entrants.get(4), Act.LEAVE);
        takes(drawOf(snapshot()).frozen(12, "ab".repeat(32), new RankedBehind(List.of(2L, 7L, 12L))));
        var late = List.of(join(), join());
        takes(drawOf(snapshot()).drawn("ab".repeat(32), SEED));
        var order = drawOf(snapshot()).order();
        assertThat(LongStream.rangeClosed(12, 14).mapToObj(order::at))
                .as("those behind")
                .containsExactlyInAnyOrder(4L, 9L, 14L);
        var drawn = LongStream.rangeClosed(3, 14)
                .map(order::at)
                .filter(position -> position != entrants.get(4).number())
                .boxed();

        var called = new ArrayList<Long>();
        for (int part = 0; part < 8; part++) {
            lines().called(room, snapshot(), new Advance(2, 0, Instant.EPOCH), TERMS, now())
                    .ifPresent(places -> places.forEach(place -> called.add(place.number())));
        }

        assertThat(called)
                .containsExactlyElementsOf(Stream.of(
                                before.stream().map(Place::number),
                                drawn,
                                late.stream().map(Place::number))
                        .flatMap(positions -> positions)
                        .toList());
        assertThat(snapshot().reached()).isEqualTo(16);
        assertThat(snapshot().waiting()).isZero();
    }

    @Test
    void givenADraw_whenSomeAreCalled_thenTheNumberThatOthersCompareWithIsTheDrawnOne() {
        takes(LobbyDraw.opened(DRAW, SEED, 0));
        var entrants = Stream.generate(this::join).limit(5).toList();
        takes(drawOf(snapshot()).frozen(5, "ab".repeat(32), RankedBehind.NOBODY));
        takes(drawOf(snapshot()).drawn("drand", SEED));
        var order = drawOf(snapshot()).order();

        assertThat(serve(2)).isTrue();

        assertThat(snapshot().reached()).isEqualTo(2);
        assertThat(snapshot().serving()).isZero();
        assertThat(entrants.stream().filter(place -> stage(place) == Stage.TURN).map(place -> order.of(place.number())))
                .containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void givenADrawInWhichAsManyStandBehindAsCan_whenItIsLookedAt_thenAllOfThemAreKnown() {
        var all = LongStream.rangeClosed(1, RankedBehind.MOST)
                .map(number -> 12 * number)
                .boxed()
                .toList();
        takes(LobbyDraw.opened(DRAW, SEED, 0));

        takes(drawOf(snapshot()).frozen(100_000, "ab".repeat(32), new RankedBehind(all)));
        join();

        assertThat(drawOf(snapshot()).frozen().orElseThrow().behind().entries()).isEqualTo(all);
    }

    @Test
    void givenAStepOfADraw_whenTheRoomHasChangedSinceTheLook_thenItIsNotTaken() {
        var seen = snapshot();
        takes(LobbyDraw.opened(DRAW, SEED, 0));

        assertThat(lines().draw(room, seen, LobbyDraw.opened(DRAW, SEED, 7))).isFalse();

        assertThat(drawOf(snapshot())).isEqualTo(LobbyDraw.opened(DRAW, SEED, 0));
    }

    @Test
    void givenADraw_whenANewOpeningBegins_thenThereIsNoneInIt() {
        takes(LobbyDraw.opened(DRAW, SEED, 0));

        lines().open(room, NextOpening.following(1), now());

        assertThat(snapshot().draw()).isEmpty();
    }

    @Test
    void givenPositions_whenAskedForTogether_thenThePlacesThatThereAreComeInThatOrder() {
        var places = List.of(join(), join(), join());

        assertThat(store().at(room, positions(3, 9, 1))).containsExactly(places.get(2), places.get(0));
        assertThat(store().at(room, List.of())).isEmpty();
    }

    @Test
    void givenPlacesThatWereCalledOrHaveEnded_whenAskedForByPosition_thenTheyComeAsTheyAreKept() {
        var called = called();
        var inside = admitted();
        var over = apply(admitted(), Act.COMPLETE);
        var left = apply(join(), Act.LEAVE);

        assertThat(store().at(room, positions(1, 2, 3, 4))).containsExactly(called, inside, over, left);
    }

    private void takes(LobbyDraw next) {
        assertThat(lines().draw(room, snapshot(), next)).isTrue();
        assertThat(drawOf(snapshot())).isEqualTo(next);
    }

    private static LobbyDraw drawOf(RoomSnapshot seen) {
        return seen.draw().orElseThrow();
    }

    @Test
    void givenSettingsOfAnOperator_whenReplaced_thenOnlyIfTheyAreTheExpectedOnes() {
        var zone = "America/Argentina/ComodRivadavia";
        var schedule = new Schedule(IntStream.range(0, Schedule.MOST)
                .mapToObj(n -> ScheduledDate.parse(
                        zone,
                        (2000 + n) + "-11-27T09:00",
                        (2000 + n) + "-11-27T10:00",
                        (2000 + n) + "-12-24T18:00",
                        "end",
                        n % 2 == 0 ? null : "Kurs \u2013 " + n))
                .toList());
        var slow = new RoomSettings(
                        Optional.of(Rate.parse("60/1m")), OptionalLong.of(50), false, Mode.PASS_THROUGH, schedule)
                .admitting(Optional.of(new Stock(1_000, Set.of(Ending.COMPLETED, Ending.EXPIRED))))
                .saying(Optional.of("1y2p0ij32e8e7"));

        assertThat(lines().change(room, Optional.empty(), Optional.of(slow), now()))
                .isTrue();
        assertThat(lines().change(room, Optional.empty(), Optional.of(paused()), now()))
                .isFalse();
        assertThat(snapshot().changed()).contains(slow);
        assertThat(lines().change(room, Optional.of(slow), Optional.empty(), now()))
                .isTrue();
        assertThat(snapshot().changed()).isEmpty();
    }

    @Test
    void givenTwentyOperators_whenAllChangeTheSameSettings_thenOneSucceeds() throws Exception {
        var capacity = new AtomicLong();

        var changed = Crowd.of(20, () -> {
            var next = new RoomSettings(Optional.empty(), OptionalLong.of(capacity.incrementAndGet()), false);
            return lines().change(room, Optional.empty(), Optional.of(next), now());
        });

        assertThat(changed).filteredOn(Boolean::booleanValue).hasSize(1);
    }

    @Test
    void givenALine_whenANewOpeningStarts_thenItIsEmptyAndKeepsTheSettings() {
        var old = join();
        admitted();
        lines().letIn(room, 7, now());
        lines().change(room, Optional.empty(), Optional.of(paused()), now());

        var opening = lines().open(room, NextOpening.following(1), now());

        assertThat(opening).isEqualTo(2);
        assertThat(lines().find(room, old.id(), now())).isEmpty();
        assertThat(lines().at(room, 1, now())).isEmpty();
        assertThat(snapshot().issued()).isZero();
        assertThat(snapshot().slots()).isZero();
        assertThat(snapshot().letIn()).isZero();
        assertThat(snapshot().changed()).contains(paused());
        var place = lines().join(room, old.id(), now()).place();
        assertThat(place.number()).isEqualTo(1);
        assertThat(place.opening()).isEqualTo(2);
    }

    @Test
    void givenANewOpening_whenItIsStartedAgain_thenNothingHappens() {
        lines().open(room, NextOpening.following(1), now());
        var place = join();

        assertThat(lines().open(room, NextOpening.following(1), now())).isEqualTo(2);
        assertThat(lines().open(room, NextOpening.following(3), now())).isEqualTo(2);
        assertThat(find(place)).isEqualTo(place);
    }

    @Test
    void givenPlacesOfOpeningsThatTheStoreHasLost_whenALaterOneIsNamed_thenNobodyKeepsAnOldPosition() {
        var lost = new PlaceProof(anyone(), 2, Position.of(9), now(), 0);
        var proofs = List.of(proof(join()), proof(admitted()), lost);

        var opening = lines().open(room, new NextOpening(1, 102), now());

        assertThat(opening).isEqualTo(102);
        for (var proof : proofs) {
            assertThat(lines().find(room, proof.id(), now())).isEmpty();
            assertThat(lines().restore(room, proof, now())).isEmpty();
            assertThat(lines().at(room, proof.position().number(), now())).isEmpty();
            for (var act : Act.values()) {
                assertThat(lines().apply(room, proof.id(), act, TERMS, now()))
                        .as(act.name())
                        .isEmpty();
            }
        }
        assertThat(snapshot().issued()).isZero();
        assertThat(snapshot().slots()).isZero();
        assertThat(proofs)
                .map(proof -> lines().join(room, proof.id(), now()).place())
                .allSatisfy(place -> assertThat(place.opening()).isEqualTo(102))
                .allSatisfy(place -> assertThat(place.stage()).isEqualTo(Stage.WAITING))
                .extracting(Place::number)
                .containsExactly(1L, 2L, 3L);
        assertThat(snapshot().opening()).isEqualTo(102);
    }

    @Test
    void givenANamedOpening_whenItIsStartedAgain_thenNothingHappensAndTheNextOneFollowsIt() {
        var next = new NextOpening(1, 1_000_000_000_000_000L);
        lines().open(room, next, now());
        var place = join();

        assertThat(lines().open(room, next, now())).isEqualTo(next.opening());
        assertThat(lines().open(room, new NextOpening(1, 7), now())).isEqualTo(next.opening());
        assertThat(find(place)).isEqualTo(place);
        assertThat(lines().open(room, NextOpening.following(next.opening()), now()))
                .isEqualTo(next.opening() + 1);
        assertThat(snapshot().opening()).isEqualTo(next.opening() + 1);
        assertThat(join().number()).isEqualTo(1);
    }

    @Test
    void givenTwentyOperators_whenAllStartANewOpening_thenOneBegins() throws Exception {
        join();

        var openings = Crowd.of(20, () -> lines().open(room, NextOpening.following(1), now()));

        assertThat(openings).containsOnly(2L);
        assertThat(snapshot().opening()).isEqualTo(2);
    }

    // --- what a store promises to the rules

    @Test
    void givenAPlace_whenTwoReplaceItAtOnce_thenOneSucceeds() throws Exception {
        var place = join();
        var moment = new AtomicLong();

        var replaced = Crowd.of(20, () -> {
            var left = place.after(Act.LEAVE, TERMS, now().plusMillis(moment.incrementAndGet()));
            return store().replace(room, List.of(place.stepTo(Optional.of(left), now())));
        });

        assertThat(replaced).filteredOn(Boolean::booleanValue).hasSize(1);
        assertThat(stage(place)).isEqualTo(Stage.LEFT);
    }

    @Test
    void givenSeveralPlaces_whenOneHasChangedSinceItWasRead_thenNoneIsReplaced() {
        var first = join();
        var second = join();
        apply(second, Act.LEAVE);

        var isReplaced = store().replace(room, List.of(leaving(first), leaving(second)));

        assertThat(isReplaced).isFalse();
        assertThat(stage(first)).isEqualTo(Stage.WAITING);
        assertThat(snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void givenThoseWhoAreNext_whenOneLeavesBeforeTheyAreCalled_thenNobodyIsCalledAndNothingMoves() {
        var first = join();
        var second = join();
        var seen = snapshot();
        var next = store().next(room, seen, RoomStore.START, 2, now());
        apply(second, Act.LEAVE);

        var isMoved = store().move(room, seen, counters(seen, next), calling(next));

        assertThat(next.places()).containsExactly(first, second);
        assertThat(isMoved).isFalse();
        assertThat(stage(first)).isEqualTo(Stage.WAITING);
        assertThat(snapshot().serving()).isZero();
        assertThat(snapshot().version()).isEqualTo(seen.version());
        assertThat(serve(2)).isTrue();
        assertThat(stage(first)).isEqualTo(Stage.TURN);
        assertThat(snapshot().turns()).isEqualTo(1);
    }

    @Test
    void givenThoseWhoAreNext_whenTheyAreCalledOnAnOlderVersion_thenNothingMoves() {
        join();
        join();
        var seen = snapshot();
        var next = store().next(room, seen, RoomStore.START, 1, now());
        serve(1);

        assertThat(store().move(room, seen, counters(seen, next), calling(next)))
                .isFalse();
        assertThat(snapshot().turns()).isEqualTo(1);
    }

    @Test
    void givenATurnWhoseTimeHasCome_whenTheRoomIsLookedAt_thenItIsDueUntilSomebodyWritesIt() {
        var called = called();
        clock.advance(WINDOW);

        var kept = store().look(room, now());

        assertThat(kept.due()).containsExactly(called);
        assertThat(kept.snapshot().turns()).as("too high rather than too low").isEqualTo(1);
        assertThat(store().find(room, called.id())).contains(called);
        assertThat(stage(called)).isEqualTo(Stage.LAPSED);
        assertThat(snapshot().slots()).isZero();
        assertThat(store().look(room, now()).due()).isEmpty();
    }

    @Test
    void givenATurnWhoseTimeHasCome_whenItsVisitorActsBeforeAnybodyHasWrittenThat_thenItIsOver() {
        var called = called();
        clock.advance(WINDOW);

        assertThat(apply(called, Act.CLAIM).stage()).isEqualTo(Stage.LAPSED);
        assertThat(apply(called, Act.RETURN).stage()).isEqualTo(Stage.RETURNING);
        assertThat(snapshot().noShows()).isEqualTo(1);
        assertThat(snapshot().slots()).isZero();
        assertThat(snapshot().returning()).isEqualTo(1);
    }

    @Test
    void givenAnEndedPlaceThatIsForgotten_whenItsVisitorJoinsAgain_thenTheyGetANewPosition() {
        var ended = apply(admitted(), Act.COMPLETE);
        clock.advance(Line.MEMORY);

        var again = lines().join(room, ended.id(), now()).place();

        assertThat(again.stage()).isEqualTo(Stage.WAITING);
        assertThat(again.number()).isEqualTo(2);
        assertThat(again.joinedAt()).isEqualTo(now());
    }

    @Test
    void givenTheOneBeforeIsForgottenAndWaitsAnew_whenTheNextJoinsAgain_thenTheyAreFirst() {
        var forgotten = join();
        apply(forgotten, Act.LEAVE);
        clock.advance(Line.MEMORY);
        var next = join();
        var anew = lines().join(room, forgotten.id(), now());

        var again = lines().join(room, next.id(), now());

        assertThat(anew.place().number()).isGreaterThan(next.number());
        assertThat(anew.isFirst()).isFalse();
        assertThat(again.isFirst()).isTrue();
    }

    /** Another tab was quicker, or the answer of the first time was lost. */
    @Test
    void givenPlacesThatAreThere_whenTheyArePutBack_thenTheyAreAnsweredAsTheyStandAndNothingChanges() {
        var places = List.of(apply(admitted(), Act.COMPLETE), admitted(), called(), join());
        var before = snapshot();

        assertThat(places)
                .map(place -> store().restore(room, proof(place), now()))
                .isEqualTo(places.stream().map(Optional::of).toList());

        assertThat(snapshot()).isEqualTo(before);
        assertThat(places).extracting(this::find).isEqualTo(places);
    }

    @Test
    void givenAPlaceThatHasBeenRead_whenAnActIsDoneToIt_thenItIsDoneAlsoIfItHasChangedSince() {
        var read = admitted();
        var proven = lines().apply(room, read, Act.PROVE, TERMS, now().plusSeconds(1))
                .orElseThrow();

        var arrived = lines().apply(room, read, Act.ARRIVE, TERMS, now()).orElseThrow();

        assertThat(admission(arrived).hasArrived()).isTrue();
        assertThat(admission(arrived).provenAt()).isEqualTo(admission(proven).provenAt());
    }

    @Test
    void givenThousandsWhoHaveLeftInFront_whenTheOneBehindThemIsCalled_thenOneCallReachesThem() {
        applyToAll(lineOf(crowd()), Act.LEAVE);
        var behind = join();

        assertThat(lines().join(room, behind.id(), now()).isFirst()).isTrue();
        assertThat(serve(1)).isTrue();

        assertThat(stage(behind)).isEqualTo(Stage.TURN);
        assertThat(snapshot().serving()).isEqualTo(behind.number());
        assertThat(snapshot().waiting()).isZero();
        // What is after this test looks at each position.
        lines().open(room, NextOpening.following(1), now());
    }

    @Test
    void givenMoreThanOneMoveCovers_whenAllAreCalled_thenTheyAreCalledInPartsAndInOrder() {
        var most = store().most();
        var places = lineOf(most + 2);

        var called =
                lines().called(room, snapshot(), turns(most + 1), TERMS, now()).orElseThrow();

        assertThat(called)
                .extracting(Place::id)
                .containsExactlyElementsOf(
                        places.subList(0, most + 1).stream().map(Place::id).toList());
        assertThat(snapshot().turns()).isEqualTo(most + 1);
        assertThat(snapshot().waiting()).isEqualTo(1);
    }

    @Test
    void givenACallInParts_whenItIsCutShort_thenTheTimeOfThoseWhoWereCalledIsUsedUp() throws Exception {
        var most = store().most();
        lineOf(most + 2);
        var moves = new AtomicLong();
        var cut = new Lines(answeredBy((method, values) -> {
            if (method.getName().equals("move") && moves.incrementAndGet() == 2) {
                throw new StoreUnavailableException("cut off", null);
            }
            return method.invoke(store(), values);
        }));
        var all = new Advance(most + 2, 0, now().plusSeconds(most + 2), Duration.ofSeconds(1), Advance.Why.RATE);

        assertThatThrownBy(() -> cut.serve(room, snapshot(), all, TERMS, now()))
                .isInstanceOf(StoreUnavailableException.class);

        assertThat(snapshot().turns()).isEqualTo(most);
        assertThat(snapshot().pacedUntil()).isEqualTo(now().plusSeconds(most));
    }

    @Test
    void givenFewerWaitThanAreToBeCalled_whenServed_thenOnlyTheirTimeIsUsedUp() {
        join();
        join();
        var five = new Advance(5, 1, now().plusSeconds(4), Duration.ofSeconds(1), Advance.Why.RATE);

        lines().serve(room, snapshot(), five, TERMS, now());

        assertThat(snapshot().pacedUntil()).isEqualTo(now().plusSeconds(2));
    }

    // --- capacity

    @Test
    void givenWhatASnapshotLeftFree_whenCalledWhileVisitorsClaim_thenCapacityIsNeverExceeded() throws Exception {
        var capacity = 10;
        joinAtOnce(40);

        var most = Crowd.of(4, () -> {
            var highest = 0L;
            for (int i = 0; i < 10; i++) {
                var seen = snapshot();
                lines().serve(room, seen, turns(capacity - seen.slots()), TERMS, now());
                lines().at(room, 1 + i, now()).ifPresent(place -> apply(place, Act.CLAIM));
                lines().at(room, 1 + i / 2, now()).ifPresent(place -> apply(place, Act.COMPLETE));
                highest = Math.max(highest, snapshot().slots());
            }
            return highest;
        });

        assertThat(most).allSatisfy(slots -> assertThat(slots).isLessThanOrEqualTo(capacity));
    }

    // --- lanes

    @Test
    void givenALane_whenVisitorsJoinIt_thenItsPositionsAreDenseAndTheDefaultLaneStaysAsItIs() {
        var before = join();

        var members = List.of(join("members"), join("members"));
        var helped = join("access");
        var after = join();

        assertThat(List.of(before, after)).extracting(Place::number).containsExactly(1L, 2L);
        assertThat(members).extracting(Place::number).containsExactly(1L, 2L);
        assertThat(members).allSatisfy(place -> assertThat(place.waitsInLane()).isTrue());
        assertThat(helped.number()).isEqualTo(1);
        assertThat(List.of(members.get(0).lane(), helped.lane())).doesNotHaveDuplicates();
        assertThat(find(helped)).isEqualTo(helped);
        assertThat(snapshot().issued()).isEqualTo(2);
        assertThat(snapshot().callable()).isEqualTo(5);
    }

    @Test
    void givenTwentyTabs_whenAllJoinALaneAtOnce_thenThoseOfOneBrowserShareOnePlaceAndPositionsAreDense()
            throws Exception {
        var ids = Stream.generate(RoomStoreContract::anyone).limit(5).toList();
        var next = new AtomicInteger();

        var joined = Crowd.of(20, () -> laned().joinLanes(Map.of(ids.get(next.getAndIncrement() % 5), "members"), now())
                .get(0)
                .place());

        assertThat(new HashSet<>(joined))
                .extracting(Place::number)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 5).boxed().toList());
    }

    @Test
    void givenPlacesOfSeveralLanes_whenTheyAreLookedForByPosition_thenEachIsFoundInAnyStage() {
        var first = join();
        var member = join("members");
        var another = join("members");
        assertThat(laned().serve(snapshot(), turns(3), true, now()).orElseThrow())
                .hasSize(3);
        var inside = apply(member, Act.CLAIM);
        var waiting = join("members");
        var left = apply(join("members"), Act.LEAVE);

        assertThat(store().at(
                                room,
                                Stream.of(waiting, first, inside, left, another)
                                        .map(Place::position)
                                        .toList()))
                .containsExactly(find(waiting), find(first), inside, left, find(another));
        assertThat(store().at(room, new Position(member.lane(), 9))).isEmpty();
        assertThat(store().at(room, new Position(member.lane() + 1, 1))).isEmpty();
        lines().open(room, NextOpening.following(snapshot().opening()), now());
        assertThat(store().at(room, member.position())).isEmpty();
    }

    @Test
    void givenAWeightedLane_whenTurnsAreHandedOut_thenEachLaneHasItsShareInItsOwnOrder() {
        var others = Stream.generate(this::join).limit(20).toList();
        var members = Stream.generate(() -> join("members")).limit(20).toList();

        var called = new ArrayList<Place>();
        for (int turns : new int[] {1, 2, 3, 5, 5}) {
            called.addAll(laned().serve(snapshot(), turns(turns), true, now()).orElseThrow());
        }

        // Three turns of four are the members'.
        assertThat(called).filteredOn(place -> place.lane() > 0).hasSize(12);
        assertThat(called)
                .extracting(Place::id)
                .filteredOn(id -> members.stream().anyMatch(place -> place.id().equals(id)))
                .containsExactlyElementsOf(
                        members.stream().limit(12).map(Place::id).toList());
        assertThat(called)
                .extracting(Place::id)
                .filteredOn(id -> others.stream().anyMatch(place -> place.id().equals(id)))
                .containsExactlyElementsOf(
                        others.stream().limit(4).map(Place::id).toList());
        assertThat(snapshot().lanes().of(members.get(0).lane()).serving()).isEqualTo(12);
        assertThat(snapshot().serving()).isEqualTo(4);
    }

    @Test
    void givenALaneThatIsFirst_whenTurnsAreHandedOut_thenNobodyElseIsCalledUntilItIsEmpty() {
        var other = join();
        var member = join("members");
        var helped = List.of(join("access"), join("access"), join("access"));

        serve(2);
        var firstTwo = Stream.of(other, member, helped.get(2)).map(this::stage).toList();
        serve(3);

        assertThat(firstTwo).containsExactly(Stage.WAITING, Stage.IN_LANE, Stage.IN_LANE);
        assertThat(Stream.of(other, member, helped.get(0), helped.get(1), helped.get(2)))
                .extracting(this::stage)
                .containsOnly(Stage.TURN);
    }

    @Test
    void givenWhatANodeHasSeen_whenSomebodyJoinsALane_thenTheNodeLooksAgainBeforeItCalls() {
        join();
        var seen = snapshot();
        var member = join("members");

        assertThat(lines().serve(room, seen, turns(1), TERMS, now())).isFalse();
        serve(1);

        assertThat(stage(member)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenAPlaceInALane_whenAllHappensToIt_thenItLivesLikeAnyOther() {
        var left = join("members");
        var lapsing = join("members");
        apply(left, Act.LEAVE);

        serve(1);
        var called = find(lapsing);
        clock.advance(WINDOW);
        var lapsed = find(lapsing);
        var returning = apply(lapsing, Act.RETURN);
        serve(1);
        var admitted = apply(lapsing, Act.CLAIM);

        assertThat(called.stage()).isEqualTo(Stage.TURN);
        assertThat(lapsed.stage()).isEqualTo(Stage.LAPSED);
        assertThat(returning.waitsInLane()).isFalse();
        assertThat(admitted.stage()).isEqualTo(Stage.ADMITTED);
        assertThat(stage(left)).isEqualTo(Stage.LEFT);
        assertThat(snapshot().callable()).isZero();
        assertThat(snapshot().slots()).isEqualTo(1);
    }

    @Test
    void givenAnEndedPlaceInALaneThatIsForgotten_whenItsVisitorJoinsAgain_thenTheyGetANewPositionInAnyLane() {
        var first = join("members");
        var second = join("members");
        apply(first, Act.LEAVE);
        apply(second, Act.LEAVE);
        clock.advance(Line.MEMORY);

        var inLane =
                laned().joinLanes(Map.of(first.id(), "members"), now()).get(0).place();
        var inDefault = lines().join(room, second.id(), now()).place();

        assertThat(inLane.number()).isEqualTo(3);
        assertThat(inDefault.number()).isEqualTo(1);
        assertThat(stage(inDefault)).isEqualTo(Stage.WAITING);
        serve(2);
        assertThat(Stream.of(inLane, inDefault).map(this::stage)).containsOnly(Stage.TURN);
    }

    @Test
    void givenAVisitorWhoLeftTheDefaultLaneAndThenAnother_whenTheyJoinTheDefaultLaneAgain_thenTheyGetANewPosition() {
        var called = called();
        var waiting = join();
        join();
        for (var place : List.of(called, waiting)) {
            apply(place, Act.LEAVE);
        }
        clock.advance(Line.MEMORY);
        for (var place : List.of(called, waiting)) {
            var inLane = laned().joinLanes(Map.of(place.id(), "members"), now()).get(0);
            apply(inLane.place(), Act.LEAVE);
        }
        clock.advance(Line.MEMORY);

        var again = Stream.of(called, waiting)
                .map(place -> lines().join(room, place.id(), now()).place())
                .toList();

        assertThat(again).extracting(Place::number).containsExactly(4L, 5L);
        assertThat(again).extracting(Place::stage).containsOnly(Stage.WAITING);
    }

    @Test
    void givenAllWhoWaitedInALaneHaveLeft_whenTheNextIsCalled_thenNobodyIsToldThatTheyAreAhead() {
        var members = List.of(join("members"), join("members"), join("members"));
        members.forEach(member -> apply(member, Act.LEAVE));
        var helped = List.of(join("access"), join("access"));
        join();

        var before = snapshot().inLanes();
        serve(2);
        var after = snapshot().inLanes();
        var member = join("members");

        assertThat(before).isEqualTo(5);
        assertThat(after).isZero();
        assertThat(helped).extracting(this::stage).containsOnly(Stage.TURN);
        assertThat(member.number()).isEqualTo(4);
        assertThat(snapshot().inLanes()).isEqualTo(1);
        serve(1);
        assertThat(stage(member)).isEqualTo(Stage.TURN);
    }

    @Test
    void givenAPlaceInALane_whenItsProofIsShown_thenItIsAnsweredAsItStands() {
        var waiting = join("members");

        assertThat(lines().restore(room, proof(waiting), now())).contains(waiting);
        serve(1);
        assertThat(lines().restore(room, proof(waiting), now())).contains(find(waiting));
    }

    @Test
    void givenALaneWhoseLastWritesAreLost_whenAllComeBackSideBySide_thenOneChangePutsThemBack() throws Exception {
        var lost = LongStream.rangeClosed(1, 20)
                .mapToObj(number -> Place.waiting(anyone(), 1, new Position(1, number), now()))
                .toList();
        var proofs = new ArrayList<>(lost.stream().map(PlaceProof::of).toList());
        proofs.add(proofs.get(4)); // in two tabs
        proofs.add(PlaceProof.of(Place.waiting(anyone(), 1, new Position(1, 3), now())));
        var changes = new AtomicLong();
        var counted = answeredBy((method, values) -> {
            changes.addAndGet(method.getName().equals("enter") ? 1 : 0);
            return method.invoke(store(), values);
        });

        var back = new Line(counted, room, TERMS, LANES).restoreInLanes(proofs, now());

        assertThat(back.subList(0, 20)).extracting(Optional::get).isEqualTo(lost);
        assertThat(back.get(20)).contains(lost.get(4));
        assertThat(back.get(21)).as("the position is somebody's").isEmpty();
        assertThat(changes).hasValue(1);
        assertThat(snapshot().lanes().of(1).issued()).isEqualTo(20);
        assertThat(find(lost.get(19))).isEqualTo(lost.get(19));
        assertThat(laned().restore(proofs.get(7), now())).contains(lost.get(7));
    }

    @Test
    void givenLanes_whenANewOpeningBegins_thenTheyAreEmpty() {
        join("members");
        lines().open(room, NextOpening.following(1), now());

        assertThat(snapshot().lanes().isEmpty()).isTrue();
        assertThat(snapshot().callable()).isZero();
        assertThat(join("members").number()).isEqualTo(1);
    }

    @Test
    void givenWhatASnapshotLeftFree_whenThreeLanesAreCalledAndJoinedAtOnce_thenCapacityIsNeverExceeded()
            throws Exception {
        var capacity = 10;
        var all = new ArrayList<Place>();
        for (int i = 0; i < 7; i++) {
            all.addAll(List.of(join(), join("members"), join("access")));
        }

        var most = Crowd.of(4, () -> {
            var highest = 0L;
            for (int i = 0; i < 10; i++) {
                var seen = snapshot();
                laned().serve(seen, turns(Math.max(0, capacity - seen.slots())), true, now());
                if (i % 5 == 0) {
                    join("members");
                }
                apply(all.get(i * 2), Act.CLAIM);
                apply(all.get(i), Act.COMPLETE);
                highest = Math.max(highest, snapshot().slots());
            }
            return highest;
        });

        assertThat(most).allSatisfy(slots -> assertThat(slots).isLessThanOrEqualTo(capacity));
    }

    /** A line with lanes; {@link #lines} are those of a node that has not been told of them yet. */
    private Line laned() {
        return new Line(store(), room, TERMS, LANES);
    }

    private Place join(String lane) {
        return laned().joinLanes(Map.of(anyone(), lane), now()).get(0).place();
    }

    private RoomStore.Step leaving(Place place) {
        return place.stepTo(Optional.of(place.after(Act.LEAVE, TERMS, now())), now());
    }

    private RoomStore.Call calling(RoomStore.Next next) {
        return RoomStore.Call.outOfTurn(next.places().stream()
                .map(place -> place.stepTo(Optional.of(place.called(WINDOW, Optional.empty(), now())), now()))
                .toList());
    }

    private static Counters counters(RoomSnapshot seen, RoomStore.Next next) {
        return seen.counters().served(next.serving(), seen.draw(), 0, seen.pacedUntil());
    }

    /**
     * So many whose turns have lapsed, and who return; nobody else is in line, and the next call begins a
     * round of four.
     */
    private List<Place> returning(int many) {
        var places = lineOf(many);
        serve(many);
        while (snapshot().version() % Calls.SHARE != 0) {
            lines().change(room, Optional.empty(), Optional.empty(), now());
        }
        clock.advance(WINDOW);
        return applyToAll(places, Act.RETURN);
    }

    private Place lapsed() {
        var called = called();
        clock.advance(WINDOW);
        return find(called);
    }

    private Place admitted() {
        return apply(called(), Act.CLAIM);
    }

    private Place called() {
        var place = join();
        serve(1);
        return find(place);
    }

    private Place join() {
        return lines().join(room, anyone(), now()).place();
    }

    private static List<Position> positions(long... numbers) {
        return LongStream.of(numbers).mapToObj(Position::of).toList();
    }

    /** So many stand behind all who are there, brought in few changes; in the order of their positions. */
    private List<Place> lineOf(int many) {
        var all = new ArrayList<Place>();
        while (all.size() < many) {
            var ids = Stream.generate(RoomStoreContract::anyone)
                    .limit(Math.min(many - all.size(), RoomStore.MOST_IN_ORDER))
                    .toList();
            all.addAll(store().joinInOrder(room, 1, snapshot().issued() + 1, ids, now())
                    .orElseThrow());
        }
        return all;
    }

    /** So many join, fifty at a time; in the order of their positions. */
    private List<Place> joinAtOnce(int many) throws Exception {
        var left = new AtomicInteger(many);
        return Crowd.of(Math.min(many, 50), () -> {
                    var own = new ArrayList<Place>();
                    while (left.getAndDecrement() > 0) {
                        own.add(join());
                    }
                    return own;
                })
                .stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Place::number))
                .toList();
    }

    // --- moving

    @Test
    void givenPlacesBeforeTheDoor_whenTheyMove_thenNothingElseOfThemChanges() {
        var first = called();
        var second = called();
        var called = apply(called(), Act.EXTEND);
        clock.advance(WINDOW);
        var lapsed = find(first);
        var returning = apply(second, Act.RETURN);
        var waiting = join();

        var moved = Stream.of(lapsed, returning, called, waiting)
                .map(place -> move(place, "telephone").orElseThrow())
                .toList();

        assertThat(moved).extracting(Place::moves).containsOnly(1);
        assertThat(moved)
                .extracting(Place::id, Place::number, Place::joinedAt, Place::stage)
                .isEqualTo(Stream.of(lapsed, returning, called, waiting)
                        .map(place -> tuple(place.id(), place.number(), place.joinedAt(), place.stage()))
                        .toList());
        assertThat(moved.get(2).until()).isEqualTo(called.until());
        assertThat(moved).extracting(this::find).isEqualTo(moved);
    }

    @Test
    void givenAPlaceThatHasMoved_whenItIsCalledAndClaimed_thenItStillHas() {
        var place = move(join(), "telephone").orElseThrow();
        serve(1);

        var admitted = apply(place, Act.CLAIM);

        assertThat(admitted.stage()).isEqualTo(Stage.ADMITTED);
        assertThat(admitted.moved()).isEqualTo(place.moved());
        assertThat(find(admitted)).isEqualTo(admitted);
    }

    @Test
    void givenOneLink_whenTenBrowsersUseItAtOnce_thenOneHasThePlaceAndGetsItAgain() throws Exception {
        var place = join();
        var browsers = new AtomicInteger();

        var taken = Crowd.of(10, () -> move(place, "browser " + browsers.incrementAndGet()));

        assertThat(taken.stream().flatMap(Optional::stream))
                .singleElement()
                .extracting(Place::moves)
                .isEqualTo(1);
        assertThat(IntStream.rangeClosed(1, 10)
                        .mapToObj(number -> move(place, "browser " + number))
                        .flatMap(Optional::stream))
                .containsExactly(find(place));
    }

    @Test
    void givenAPlaceThatHasMovedOn_whenAnOldLinkIsUsed_thenItStays() {
        var place = join();
        var onTelephone = move(place, "telephone").orElseThrow();
        var onTable = move(onTelephone, "table").orElseThrow();

        assertThat(move(place, "table")).isEmpty();
        assertThat(move(place, "telephone")).isEmpty();
        assertThat(move(onTelephone, "telephone")).isEmpty();

        assertThat(find(place)).isEqualTo(onTable);
        assertThat(onTable.moves()).isEqualTo(2);
    }

    @Test
    void givenPlacesInsideOrOver_whenTheyAreToMove_thenTheyStay() {
        var places = List.of(admitted(), apply(admitted(), Act.COMPLETE), apply(join(), Act.LEAVE));

        assertThat(places).extracting(place -> move(place, "telephone")).containsOnly(Optional.empty());

        assertThat(places).extracting(this::find).isEqualTo(places);
    }

    @Test
    void givenAPlaceThatHasMoved_whenTheBrowserOfBeforeActs_thenNothingHappens() {
        var before = called();
        var moved = move(before, "telephone").orElseThrow();

        lines().apply(room, proof(before), Act.LEAVE, TERMS, now());
        lines().apply(room, before, Act.CLAIM, TERMS, now());
        lines().claim(room, before, before.id().hashOf("computer"), 1, TERMS, now());

        assertThat(find(before)).isEqualTo(moved);
        assertThat(lines().apply(room, proof(moved), Act.EXTEND, TERMS, now()))
                .hasValueSatisfying(place -> assertThat(place.extensions()).isEqualTo(1));
    }

    @Test
    void givenALinkAndAVisitorWhoContinues_whenBothHappenAtOnce_thenOneOfThemDoes() throws Exception {
        for (var round = 0; round < 5; round++) {
            var place = called();
            var isMoving = new AtomicInteger();

            var answers = Crowd.of(
                    2,
                    () -> isMoving.getAndIncrement() == 0
                            ? move(place, "telephone")
                            : lines().apply(room, place, Act.CLAIM, TERMS, now()));

            var after = find(place);
            assertThat(after.stage() == Stage.ADMITTED).isNotEqualTo(after.moves() == 1);
            assertThat(answers).contains(Optional.of(after));
        }
    }

    @Test
    void givenAMoveThatTheStoreHasLost_whenTheCookieOfAfterComes_thenTheOneOfBeforeIsRefusedAgain() {
        var place = join();
        var after = new PlaceProof(place.id(), place.opening(), place.position(), place.joinedAt(), 3);

        var counted = lines().count(room, after, now()).orElseThrow();

        assertThat(counted.moves()).isEqualTo(3);
        assertThat(counted.isHeldBy(proof(place))).isFalse();
        assertThat(counted.isHeldBy(after)).isTrue();
        assertThat(find(place)).isEqualTo(counted);
        assertThat(lines().count(room, after, now())).contains(counted);
    }

    private Optional<Place> move(Place place, String browser) {
        return lines().move(room, proof(place), browser, now());
    }

    /** A store that somebody else answers for. */
    protected static RoomStore answeredBy(Answers answers) {
        return RoomStore.class.cast(Proxy.newProxyInstance(
                RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, (self, method, values) -> {
                    try {
                        return answers.to(method, values);
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                }));
    }

    /** What a store answers to each question. */
    @FunctionalInterface
    protected interface Answers {

        Object to(Method question, Object[] values) throws ReflectiveOperationException;
    }

    private boolean serve(long turns) {
        return laned().serve(snapshot(), turns(turns), true, now()).isPresent();
    }

    private Place apply(Place place, Act act) {
        return lines().apply(room, place.id(), act, TERMS, now()).orElseThrow();
    }

    /** Of many who do the same the store is asked in few changes. */
    private List<Place> applyToAll(List<Place> places, Act act) {
        var all = new ArrayList<Place>();
        for (int done = 0; done < places.size(); done += store().most()) {
            var part = places.subList(done, Math.min(places.size(), done + store().most()));
            var steps = store().at(room, part.stream().map(Place::position).toList()).stream()
                    .map(kept ->
                            kept.stepTo(kept.asOf(TERMS, now()).map(place -> place.after(act, TERMS, now())), now()))
                    .toList();
            assertThat(store().replace(room, steps)).isTrue();
            steps.forEach(step -> all.add(step.after().orElseThrow()));
        }
        return all;
    }

    /** As the room's own line does, whose rules these are. */
    private Place comesBack(Place place) {
        return new Line(store(), room, TERMS.forgiving(GRACE), Lanes.NONE)
                .comeBack(PlaceProof.of(place), now())
                .orElseThrow();
    }

    private Place renew(Place place) {
        return lines().apply(room, place.id(), Act.RENEW, TERMS.renewing(RENEWAL), now())
                .orElseThrow();
    }

    /** Looked for by their positions in the default lane, all together. */
    private List<Place> asTheyAre(List<Place> places) {
        return lines().places(
                        room,
                        places.get(0).number(),
                        places.get(places.size() - 1).number(),
                        now());
    }

    private Place find(Place place) {
        return lines().find(room, place.id(), now()).orElseThrow();
    }

    private Stage stage(Place place) {
        return find(place).stage();
    }

    private RoomSnapshot snapshot() {
        return lines().snapshot(room, now());
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

    private static Admission admission(Place place) {
        return place.admission().orElseThrow();
    }

    private static RoomSettings paused() {
        return new RoomSettings(Optional.of(Rate.parse("200/1m")), OptionalLong.empty(), true);
    }

    private static PlaceId anyone() {
        return new PlaceId(UUID.randomUUID());
    }
}
