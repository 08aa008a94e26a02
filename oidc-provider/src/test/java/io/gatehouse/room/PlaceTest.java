package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Networks;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a place and its proof decide by themselves. The contract of the stores proves what a line makes of them. */
class PlaceTest {

    private static final Instant NOW = Instant.parse("2026-11-24T20:00:00Z");
    private static final Duration VISIT = Duration.ofHours(1);
    private static final Terms TERMS = Lines.terms(Duration.ofMinutes(10), VISIT);
    private static final PlaceId ID = new PlaceId(new UUID(1, 2));
    private static final Place WAITING = Place.waiting(ID, 1, Position.of(5), NOW);

    @Test
    void givenAPlaceMovedAsOftenAsMayBe_whenItIsMovedOnceMore_thenItStays() {
        var place = WAITING;
        for (var times = 1; times <= Place.MOST_MOVES; times++) {
            assertThat(place.isMovable()).as("before move %s", times).isTrue();
            place = place.moved(PlaceProof.of(place), "to", TERMS, NOW);
        }

        assertThat(place.isMovable()).isFalse();
        assertThat(place.moved(PlaceProof.of(place), "further", TERMS, NOW)).isEqualTo(place);
    }

    @Test
    void givenTheProofOfAnotherPosition_whenThePlaceIsToBeMovedByIt_thenItStays() {
        var other = PlaceProof.of(Place.waiting(ID, 1, Position.of(6), NOW));

        assertThat(WAITING.moved(other, "to", TERMS, NOW)).isEqualTo(WAITING);
    }

    @Test
    void givenAPlaceThatHasMoved_whenAProofOfThatMoveComes_thenTheBrowserThatHasItStaysKnown() {
        var moved = WAITING.moved(PlaceProof.of(WAITING), "to", TERMS, NOW);

        assertThat(moved.movedAsOftenAs(PlaceProof.of(moved), TERMS, NOW)).isEqualTo(moved);
        assertThat(WAITING.movedAsOftenAs(PlaceProof.of(moved), TERMS, NOW).moves())
                .isEqualTo(1);
    }

    @Test
    void givenABrowserThatGotAPlace_whenAnotherIsTakenUnderItsId_thenItHoldsOnlyItsOwn() {
        var moved = WAITING.moved(PlaceProof.of(WAITING), "to", TERMS, NOW);
        var next = Place.waiting(ID, 1, Position.of(9), NOW);

        assertThat(moved.isHeldBy(PlaceProof.of(moved))).isTrue();
        assertThat(moved.isHeldBy(PlaceProof.of(WAITING))).as("let go").isFalse();
        assertThat(next.isHeldBy(PlaceProof.of(WAITING)))
                .as("in the first browser")
                .isTrue();
        assertThat(next.isHeldBy(PlaceProof.of(moved))).as("in the second").isFalse();
    }

    @Test
    void givenAnAdmissionForTwo_whenOneBrowserClaimsItAgain_thenThereIsRoomForAnother() {
        var turn = at(Stage.TURN);

        var claimed = turn.claimedBy("one", 2, TERMS, NOW)
                .claimedBy("one", 2, TERMS, NOW)
                .claimedBy("other", 2, TERMS, NOW)
                .claimedBy("third", 2, TERMS, NOW);

        assertThat(claimed.admission().orElseThrow().browsers()).containsExactly("one", "other");
        assertThat(claimed.isUsedBy("third")).isFalse();
    }

    @Test
    void givenATurnWhoseSlotWasHandedOn_whenItsVisitorComes_thenTheWindowStandsStillUntilThereIsASlot() {
        var turn = WAITING.called(Duration.ofMinutes(10), Optional.of(Duration.ofSeconds(45)), NOW);
        var after = NOW.plusSeconds(45);
        assertThat(turn.dueAt()).contains(after);
        var released = turn.dueStep(TERMS, after).after().orElseThrow();
        assertThat(released.stage()).isEqualTo(Stage.RELEASED);
        assertThat(released.told()).isEqualTo(Stage.TURN);
        assertThat(released.dueAt()).contains(NOW.plus(Duration.ofMinutes(10)));

        var ready = released.after(Act.CLAIM, TERMS, NOW.plus(Duration.ofMinutes(4)));

        var muchLater = NOW.plus(Duration.ofHours(7));
        assertThat(ready.asOf(TERMS, muchLater)).contains(ready);
        assertThat(ready.after(Act.CLAIM, TERMS, muchLater)).isEqualTo(ready);
        assertThat(ready.dueAt()).isEmpty();
        var again = ready.seated(Optional.of(Duration.ofSeconds(45)), muchLater);
        assertThat(again.until()).isEqualTo(muchLater.plus(Duration.ofMinutes(6)));
        assertThat(again.dueAt()).contains(muchLater.plusSeconds(45));
        assertThat(again.sinceCall(TERMS, muchLater)).isEqualTo(Duration.ofMinutes(4));
    }

    @Test
    void givenATurnThatHoldsItsSlotForAWhile_whenItIsExtended_thenTheSlotIsHeldForNoLonger() {
        var turn = WAITING.called(Duration.ofMinutes(10), Optional.of(Duration.ofSeconds(45)), NOW);

        var extended = turn.after(Act.EXTEND, TERMS, NOW);

        assertThat(extended.until()).isEqualTo(NOW.plus(Duration.ofMinutes(20)));
        assertThat(extended.dueAt()).isEqualTo(turn.dueAt());
    }

    @Test
    void givenATurnThatHandsItsSlotOn_whenOthersWait_thenItIsExtendedTenTimesAndOneThatKeepsItOnce() {
        var handsOn = WAITING.called(Duration.ofMinutes(10), Optional.of(Duration.ofSeconds(45)), NOW);
        var keeps = WAITING.called(Duration.ofMinutes(10), Optional.empty(), NOW);

        assertThat(extendedAsOftenAsPossible(handsOn).extensions()).isEqualTo(10);
        assertThat(extendedAsOftenAsPossible(handsOn).dueAt()).isEqualTo(handsOn.dueAt());
        assertThat(extendedAsOftenAsPossible(keeps).extensions()).isEqualTo(1);
    }

    @Test
    void givenATurnThatHasHandedItsSlotOn_whenOthersWait_thenItIsExtendedUntilItGetsASlotAnew() {
        var turn = WAITING.called(Duration.ofMinutes(10), Optional.of(Duration.ofSeconds(45)), NOW);
        var released = turn.dueStep(TERMS, NOW.plusSeconds(45)).after().orElseThrow();

        var extended = extendedAsOftenAsPossible(released);
        var seated = extended.after(Act.CLAIM, TERMS, extended.until().minus(Duration.ofMinutes(5)))
                .seated(Optional.of(Duration.ofSeconds(45)), NOW);
        var releasedAgain = seated.dueStep(TERMS, NOW.plusSeconds(45)).after().orElseThrow();

        assertThat(extended.extensions()).isEqualTo(10);
        assertThat(seated.seatedAgain()).isTrue();
        assertThat(seated.after(Act.LEAVE, TERMS, NOW).seatedAgain()).isTrue();
        assertThat(seated.called(Duration.ofMinutes(10), Optional.empty(), NOW).seatedAgain())
                .isFalse();
        var early = turn.dueStep(TERMS, NOW.plusSeconds(45))
                .after()
                .orElseThrow()
                .after(Act.CLAIM, TERMS, NOW.plusSeconds(45))
                .seated(Optional.of(Duration.ofSeconds(45)), NOW);
        assertThat(extendedAsOftenAsPossible(early)).isEqualTo(early);
        assertThat(extendedAsOftenAsPossible(releasedAgain)).isEqualTo(releasedAgain);
        assertThat(early.isExtendable(Act.EXTEND_AGAIN))
                .as("while no visitor waits")
                .isTrue();
    }

    private static Place extendedAsOftenAsPossible(Place turn) {
        var last = turn;
        for (var times = 0; times < 12; times++) {
            last = last.after(Act.EXTEND, TERMS, last.until().minusSeconds(1));
        }
        return last;
    }

    @Test
    void givenAVisitorWhoHasArrived_whenTheyArriveAgainUnderOtherTerms_thenTheVisitEndsAsBefore() {
        var arrived = at(Stage.TURN).after(Act.CLAIM, TERMS, NOW).arrived(VISIT);

        assertThat(arrived.arrived(VISIT.plusMinutes(1))).isEqualTo(arrived);
    }

    @Test
    void givenAPlaceThatWasLost_whenTheCallHasComeToItOrBeyond_thenItIsTheNextToBeCalled() {
        assertThat(WAITING.comingBack(4)).isEqualTo(WAITING);
        assertThat(Stream.of(5L, 6L).map(WAITING::comingBack)).allMatch(Place::isOvertaken);
        assertThat(at(Stage.TURN).comingBack(6).stage()).isEqualTo(Stage.TURN);
    }

    @Test
    void givenAPlaceAtAnyStage_whenItsEndIsAskedFor_thenOnlyAnEndedOneHasIt() {
        assertThat(WAITING.after(Act.LEAVE, TERMS, NOW).endedAt()).contains(NOW);
        assertThat(Stream.of(Stage.WAITING, Stage.TURN, Stage.ADMITTED, Stage.ENDING)
                        .map(stage -> at(stage).endedAt()))
                .allMatch(end -> end.isEmpty());
    }

    @Test
    void givenAnId_whenNextOnesAreMadeOfIt_thenTheyDifferAndKeepItsNetwork() {
        var next = Stream.of(0, 1, 2).map(ID::successor).toList();

        assertThat(next).doesNotHaveDuplicates().doesNotContain(ID).startsWith(ID.successor());
        assertThat(next).allSatisfy(id -> assertThat(network(id)).isEqualTo(network(ID)));
        assertThat(ID).hasToString("PlaceId[secret]");
    }

    @Test
    void givenTheBrowsersThatHeldAPlace_whenEachTakesItsNext_thenNoTwoTakeTheSame() {
        var first = PlaceProof.of(WAITING);
        var second = PlaceProof.of(WAITING.moved(first, "to", TERMS, NOW));

        assertThat(Stream.of(
                        first.successor(false), first.successor(true), second.successor(false), second.successor(true)))
                .doesNotHaveDuplicates()
                .startsWith(ID.successor());
    }

    @Test
    void givenAProof_whenItsPlaceIsUnknown_thenItIsLostAtOnceUntilItMayHaveBeenForgotten() {
        var proof = PlaceProof.of(WAITING);

        assertThat(proof.lostWhileIssuedUpTo(NOW.plus(Line.MEMORY).minusMillis(1)))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(proof.lostWhileIssuedUpTo(NOW.plus(Line.MEMORY))).isEqualTo(4);
    }

    private static Place at(Stage stage) {
        return new Place(
                ID,
                1,
                Position.of(5),
                NOW,
                stage,
                NOW.plus(VISIT),
                Duration.ZERO,
                0,
                false,
                false,
                WAITING.moved(),
                WAITING.admission());
    }

    private static byte[] network(PlaceId id) {
        return Arrays.copyOfRange(id.bytes(), Networks.FROM, Networks.TO);
    }
}
