package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShowUpTest {

    @Test
    void givenFewerThanThirtyOutcomes_whenTheShareIsAskedFor_thenNothingIsSaid() {
        assertThat(ShowUp.NONE.after(20, 9).share()).isEmpty();
        assertThat(ShowUp.NONE.after(20, 10).share()).isPresent();
    }

    /** Beta(1 + 60, 4 + 140) less 1.28 deviations: 0.297 - 1.28 * 0.032 do not come. */
    @Test
    void givenThreeOfTenWhoDoNotCome_whenTheShareIsAskedFor_thenItIsCorrectedByNoMoreThanIsNearlyCertain() {
        assertThat(ShowUp.NONE.after(140, 60).share()).hasValueCloseTo(0.743, within(0.001));
    }

    @Test
    void givenAllCome_whenTheShareIsAskedFor_thenNothingIsCorrected() {
        assertThat(ShowUp.NONE.after(30, 0).share()).hasValue(1);
    }

    @Test
    void givenNodesThatLookAtTheSame_whenOutcomesPassAPeriod_thenBothCountsAreHalvedOnceForAll() {
        var before = ShowUp.NONE.after(150, 90);

        assertThat(before).isEqualTo(new ShowUp(150, 90, 150, 90));
        assertThat(before.after(158, 94)).isEqualTo(new ShowUp(79, 47, 158, 94));
        assertThat(before.after(158, 94).after(158, 94)).isEqualTo(before.after(158, 94));
        assertThat(before.after(2_000_000_000, 90).claimed()).isZero();
    }

    @Test
    void givenAStoreThatCountsAMomentBehind_whenFewerAreCounted_thenNoOutcomeIsTakenBack() {
        var before = ShowUp.NONE.after(40, 10);

        assertThat(before.after(39, 10)).isEqualTo(before);
    }
}
