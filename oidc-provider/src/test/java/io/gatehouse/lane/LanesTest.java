package io.gatehouse.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LanesTest {

    private static final long CROWD = 1_000_000;

    @Test
    void givenWeights_whenTenThousandTurnsAreSharedOut_thenEachLaneHasItsShareAfterEveryOne() {
        var lanes = Lanes.of(List.of(lane("default", 2), lane("members", 5), lane("bystanders", 1)));
        var counters = lanes.counters();
        var called = new long[3];

        for (int turns = 1; turns <= 10_000; turns++) {
            var share = lanes.share(counters, Collections.nCopies(3, CROWD), 1);
            counters = share.after();
            add(called, share.turns());
            assertThat((double) called[0]).isCloseTo(turns * 2 / 8d, within(2d));
            assertThat((double) called[2]).isCloseTo(turns * 5 / 8d, within(2d));
            assertThat((double) called[1]).isCloseTo(turns / 8d, within(2d));
        }
    }

    @Test
    void givenCallsOfManySizes_whenTheSameTurnsAreSharedOut_thenItComesToTheSame() {
        var lanes = Lanes.of(List.of(lane("members", 3), lane("friends", 7)));
        var atOnce = lanes.share(lanes.counters(), Collections.nCopies(3, CROWD), 10_000);
        var random = new Random(7);
        var counters = lanes.counters();
        var called = new long[3];

        for (int left = 10_000; left > 0; ) {
            var turns = Math.min(left, 1 + random.nextInt(40));
            var share = lanes.share(counters, Collections.nCopies(3, CROWD), turns);
            counters = share.after();
            add(called, share.turns());
            left -= turns;
        }

        assertThat(called)
                .containsExactly(atOnce.turns().stream().mapToLong(many -> many).toArray());
        assertThat(counters).isEqualTo(atOnce.after());
    }

    @Test
    void givenALaneThatIsFirst_whenTenThousandTurnsAreSharedOut_thenOthersHaveWhatItLeaves() {
        var lanes = Lanes.of(List.of(lane("members", 3), new Lane("access", 1, true)));

        var share = lanes.share(lanes.counters(), List.of(CROWD, 2_000L, CROWD), 10_000);

        assertThat(share.turns().get(1)).isEqualTo(2_000);
        assertThat((double) share.turns().get(2)).isCloseTo(6_000, within(1d));
        assertThat((double) share.turns().get(0)).isCloseTo(2_000, within(1d));
    }

    @Test
    void givenALaneThatWasEmptyForLong_whenItFills_thenItHasSavedNothingUp() {
        var lanes = Lanes.of(List.of(lane("members", 1)));
        var alone = lanes.share(lanes.counters(), List.of(CROWD, 0L), 10_000);

        var both = lanes.share(alone.after(), List.of(CROWD, CROWD), 10);

        assertThat(alone.turns()).containsExactly(10_000L, 0L);
        assertThat(both.turns()).containsExactly(5L, 5L);
    }

    @Test
    void givenFewWait_whenMoreTurnsAreToBeHad_thenAllAreCalledAndNoMore() {
        var lanes = Lanes.of(List.of(lane("members", 3)));

        assertThat(lanes.share(lanes.counters(), List.of(2L, 1L), 100).turns()).containsExactly(2L, 1L);
        assertThat(lanes.share(LaneCounters.NONE, List.of(0L), 100).turns()).containsExactly(0L);
        assertThat(lanes.share(lanes.counters(), List.of(CROWD, 1L), 1)
                        .after()
                        .of(1)
                        .credit())
                .isZero();
    }

    @Test
    void givenALaneThatIsDeclaredNoMore_whenSomebodyWaitsThere_thenItIsCalledAsOneOfThePlainest() {
        var counters = LaneCounters.of(List.of("gone"));

        var share = Lanes.NONE.share(counters, List.of(CROWD, CROWD), 10);

        assertThat(share.turns()).containsExactly(5L, 5L);
        assertThat(Lanes.NONE.has("gone")).isFalse();
    }

    @Test
    void givenSomebodyInEachLane_whenToldHowManyEnterBefore_thenThatIsHowManyDo() {
        var lanes = Lanes.of(List.of(lane("members", 3), new Lane("access", 1, true)));
        var counters = new LaneCounters(
                0, List.of(new LaneCounters.One("members", 30, 10, 0), new LaneCounters.One("access", 4, 0, 0)));
        var waiting = List.of(50L, 20L, 4L);

        for (int lane = 0; lane < 3; lane++) {
            for (int own = 0; own < waiting.get(lane); own++) {
                var told = Lanes.ahead(own, lanes.weight(counters, lane), lanes.before(counters, lane, 50));
                assertThat((double) told)
                        .as("lane %s with %s before them", lane, own)
                        .isCloseTo(enteredBefore(lanes, counters, waiting, lane, own), within(3d));
            }
        }
    }

    @Test
    void givenAsMuchAsARoomMayHave_whenDeclared_thenItIsTaken() {
        var eight = new ArrayList<Lane>();
        for (int i = 0; i < Lanes.MOST; i++) {
            eight.add(lane("lane-" + i, Lane.MOST_WEIGHT));
        }

        var lanes = Lanes.of(eight);

        assertThat(lanes.has("lane-7")).isTrue();
        assertThat(lanes.has("lane-8")).isFalse();
    }

    @Test
    void givenAnOpening_whenOtherLanesAreDeclared_thenTheyFitAsLongAsThereAreNumbers() {
        var counters = LaneCounters.of(IntStream.range(0, LaneCounters.MOST - 1)
                .mapToObj(n -> "lane-" + n)
                .toList());

        assertThat(Lanes.of(List.of(lane("lane-1", 1), lane("new", 1))).fit(counters))
                .isTrue();
        assertThat(Lanes.of(List.of(lane("newer", 1), lane("new", 1))).fit(counters))
                .isFalse();
    }

    @Test
    void givenLanesInWhichNobodyWaits_whenToldWhoEntersBefore_thenTheyAreNotNamed() {
        var lanes = Lanes.of(List.of(lane("members", 3)));

        assertThat(lanes.before(lanes.counters(), 1, 0)).isEmpty();
        assertThat(lanes.before(lanes.counters(), 0, 5)).isEmpty();
    }

    @Test
    void givenWhatIsNoLane_whenDeclared_thenItIsRefusedAndSaysWhy() {
        assertThatThrownBy(() -> lane("members", 0)).hasMessage("weight must be 1 to 1000, was 0");
        assertThatThrownBy(() -> lane("members", -3)).hasMessage("weight must be 1 to 1000, was -3");
        assertThatThrownBy(() -> lane("Members", 1)).hasMessageContaining("small letters");
        assertThatThrownBy(() -> new Lane("default", 1, true)).hasMessageContaining("cannot be first");
        assertThatThrownBy(() -> new Lane("access", 1, true, true)).hasMessageContaining("cannot be offered");
        assertThatThrownBy(() -> new Lane("default", 2, false, true)).hasMessageContaining("cannot be offered");
        assertThatThrownBy(() -> Lanes.of(List.of(new Lane("a", 1, false, true), new Lane("b", 1, false, true))))
                .hasMessageContaining("one lane of a room can be offered");
        var nine = new ArrayList<Lane>();
        for (int i = 0; i < 9; i++) {
            nine.add(lane("lane-" + i, 1));
        }
        assertThatThrownBy(() -> Lanes.of(nine)).hasMessage("a room has at most 8 lanes, were 9");
    }

    /** Turns one by one until it is theirs. */
    private static double enteredBefore(Lanes lanes, LaneCounters counters, List<Long> waiting, int lane, int own) {
        var left = new ArrayList<>(waiting);
        var present = counters;
        var turns = 0;
        for (var before = own; before >= 0; turns++) {
            var share = lanes.share(present, left, 1);
            present = share.after();
            for (int each = 0; each < left.size(); each++) {
                left.set(each, left.get(each) - share.turns().get(each));
            }
            before -= share.turns().get(lane).intValue();
        }
        return turns - 1;
    }

    private static void add(long[] sums, List<Long> more) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += more.get(i);
        }
    }

    @Test
    void givenAsManyLanesAsAnOpeningHas_whenOneMoreIsJoined_thenItIsRefusedAndTheOthersGoOn() {
        var counters = LaneCounters.NONE;
        for (var n = 0; n < LaneCounters.MOST; n++) {
            counters = counters.joined("lane-" + n);
        }
        var full = counters;

        assertThatThrownBy(() -> full.joined("one-more"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("at most 100 lanes", "one-more", "start a new opening");
        assertThat(full.joined("lane-7").of(8).issued()).isEqualTo(2);
    }

    @Test
    void givenANewcomerToALane_whenThoseAheadAreCounted_thenTheyAreThoseWhoWouldBeCalledEarlier() {
        var lanes = Lanes.of(List.of(new Lane("access", 2, false, true), lane("members", 2)));

        assertThat(lanes.offered()).map(Lane::name).contains("access");
        assertThat(lanes.aheadOfNewcomer(LaneCounters.NONE, "access", 0)).isZero();
        assertThat(lanes.aheadOfNewcomer(LaneCounters.NONE, "access", 100)).isZero();
        var three = lanes.counters();
        for (var joined = 0; joined < 3; joined++) {
            three = three.joined("access");
        }
        assertThat(lanes.aheadOfNewcomer(three, "access", 100))
                .as("three, and two of the default lane meanwhile")
                .isEqualTo(5);
    }

    private static Lane lane(String name, int weight) {
        return new Lane(name, weight, false);
    }
}
