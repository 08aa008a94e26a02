package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.History.Call;
import io.gatehouse.room.History.Claim;
import io.gatehouse.room.History.Find;
import io.gatehouse.room.History.Join;
import io.gatehouse.room.History.Leave;
import io.gatehouse.room.History.SeenPlace;
import io.gatehouse.room.History.Serve;
import io.gatehouse.room.History.Snapshot;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker bites: it refuses what no line can have answered, and accepts what one can. */
class HistoryTest {

    private final List<History.Entry> entries = new ArrayList<>();

    // --- what a line can answer

    @Test
    void givenOneAfterTheOther_whenALineAnswersSo_thenItIsExplained() {
        after(new Join(0, waits(1)));
        after(new Join(1, waits(2)));
        after(new Serve(0, 1, true));
        after(new Claim(0, 7, admitted(1, 7)));
        after(new Claim(0, 9, admitted(1, 7)));
        after(new Leave(1, new SeenPlace(2, Stage.LEFT, 0)));
        after(new Snapshot(1, 2, 1, 0, 0, 1));

        assertThat(isLinearizable()).isTrue();
    }

    @Test
    void givenTwoJoinAtOnce_whenTheSecondToAskIsFirst_thenItIsExplained() {
        during(1, 4, new Join(0, waits(2)));
        during(2, 3, new Join(1, waits(1)));

        assertThat(isLinearizable()).isTrue();
    }

    @Test
    void givenAnUnknownJoin_whenItTakesEffectMuchLater_thenItIsExplained() {
        during(1, History.NEVER, new Join(0, null));
        during(2, 3, new Find(0, SeenPlace.NOTHING));
        during(4, 5, new Join(1, waits(1)));
        during(6, 7, new Find(0, waits(2)));

        assertThat(isLinearizable()).isTrue();
    }

    @Test
    void givenAnUnknownCall_whenItNeverTookEffect_thenItIsExplained() {
        after(new Join(0, waits(1)));
        during(10, History.NEVER, new Serve(0, 1, null));
        during(11, 12, new Snapshot(0, 1, 0, 1, 0, 0));

        assertThat(isLinearizable()).isTrue();
    }

    @Test
    void givenACallThatIsBeingMade_whenSomebodyJoins_thenItMayMissThem() {
        after(new Join(0, waits(1)));
        during(10, 15, new Serve(0, 2, true));
        during(11, 12, new Join(1, waits(2)));
        during(13, 14, new Find(0, waits(1)));
        during(16, 17, new Find(1, waits(2)));

        assertThat(isLinearizable()).isTrue();
        assertThat(isLinearizableWithHoles()).isTrue();
    }

    // --- what no line can answer

    @Test
    void givenACall_whenItMissesWhoWaitedBeforeIt_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Join(1, waits(2)));
        after(new Serve(0, 2, true));
        after(new Find(1, waits(2)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenTwoVisitors_whenBothGetOnePosition_thenItIsRefused() {
        during(1, 4, new Join(0, waits(1)));
        during(2, 3, new Join(1, waits(1)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenAnAcknowledgedPlace_whenItIsGone_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Find(0, SeenPlace.NOTHING));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenAnAcknowledgedPlace_whenItGetsAnotherPosition_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Join(0, waits(2)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenATurn_whenItIsClaimedTwiceAtOnce_thenTwoMomentsAreRefused() {
        after(new Join(0, waits(1)));
        after(new Serve(0, 1, true));
        during(10, 13, new Claim(0, 7, admitted(1, 7)));
        during(11, 12, new Claim(0, 8, admitted(1, 8)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenNobodyHasBeenCalled_whenAClaimIsAdmitted_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Claim(0, 7, admitted(1, 7)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenTwoNodesThatSawTheSame_whenBothWinTheCall_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Join(1, waits(2)));
        during(10, 13, new Serve(0, 1, true));
        during(11, 12, new Serve(0, 1, true));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenACallThatWasWon_whenTheNextWhoWaitsIsPassedOver_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Join(1, waits(2)));
        after(new Serve(0, 1, true));
        after(new Find(1, new SeenPlace(2, Stage.TURN, 0)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenAPlaceThatWasLeft_whenALaterLookShowsItWaiting_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Leave(0, new SeenPlace(1, Stage.LEFT, 0)));
        after(new Find(0, waits(1)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenACallThatWasWon_whenALaterSnapshotIsOlder_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Serve(0, 1, true));
        after(new Snapshot(0, 1, 0, 1, 0, 0));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenAJoinWithoutAnAnswer_whenItsPlaceWasSeenAndIsGone_thenItIsRefused() {
        during(1, History.NEVER, new Join(0, null));
        during(2, 3, new Find(0, waits(1)));
        during(4, 5, new Find(0, SeenPlace.NOTHING));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenAnAnswerBeforeTheQuestion_whenTheLaterIsAhead_thenItIsRefused() {
        after(new Join(0, waits(2)));
        after(new Join(1, waits(1)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isFalse();
    }

    // --- holes

    @Test
    void givenAHole_whenTheLineIsDense_thenItIsRefused() {
        after(new Join(0, waits(1)));
        after(new Join(1, waits(3)));

        assertThat(isLinearizable()).isFalse();
        assertThat(isLinearizableWithHoles()).isTrue();
    }

    @Test
    void givenHoles_whenTheCounterHasPassedOneWhoWaits_thenItIsRefused() {
        after(new Join(0, waits(2)));
        after(new Snapshot(0, 5, 1, 1, 0, 0));
        assertThat(isLinearizableWithHoles()).isTrue();

        after(new Snapshot(0, 5, 2, 1, 0, 0));

        assertThat(isLinearizableWithHoles()).isFalse();
    }

    @Test
    void givenHoles_whenACallIsRefusedWhileAVisitorJoins_thenItIsExplainedAndElseNot() {
        after(new Join(0, waits(2)));
        during(10, 15, new Serve(0, 1, false));
        during(16, 17, new Find(0, waits(2)));
        assertThat(isLinearizableWithHoles()).isFalse();

        during(11, 12, new Join(1, waits(3)));

        assertThat(isLinearizableWithHoles()).isTrue();
        assertThat(isLinearizable()).isFalse();
    }

    // --- stores

    @Test
    void givenAStoreThatDoesNotCompareBeforeItCalls_whenSeveralNodesUseIt_thenAHistoryIsRefused() throws Exception {
        var blind = blind(new LinesInMemory());

        var refused = 0;
        for (var round = 0; round < 30; round++) {
            var recorded = new HistoryRecording(Collections.nCopies(6, blind), round).play();
            refused += new History(recorded, false).isLinearizable(HistoryRecording.VISITORS) ? 0 : 1;
        }

        assertThat(refused).isPositive();
    }

    /** A store whose calls rest on what there is now, and not on what the caller has seen. */
    private static RoomStore blind(RoomStore store) {
        InvocationHandler calls = (proxy, method, arguments) -> {
            if (method.getName().equals("move")) {
                arguments[1] = store.look((RoomId) arguments[0], Instant.EPOCH).snapshot();
            }
            return method.invoke(store, arguments);
        };
        return (RoomStore)
                Proxy.newProxyInstance(RoomStore.class.getClassLoader(), new Class<?>[] {RoomStore.class}, calls);
    }

    private boolean isLinearizable() {
        return new History(entries, false).isLinearizable(2);
    }

    private boolean isLinearizableWithHoles() {
        return new History(entries, true).isLinearizable(2);
    }

    /** Asked when all before have been answered. */
    private void after(Call call) {
        during(2L * entries.size() + 1, 2L * entries.size() + 2, call);
    }

    private void during(long asked, long answered, Call call) {
        entries.add(new History.Entry(call, asked, answered));
    }

    private static SeenPlace waits(long position) {
        return new SeenPlace(position, Stage.WAITING, 0);
    }

    private static SeenPlace admitted(long position, long moment) {
        return new SeenPlace(position, Stage.ADMITTED, moment);
    }
}
