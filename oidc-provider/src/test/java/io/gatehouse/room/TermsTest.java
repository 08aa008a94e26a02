package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from a room's times, with visits that uses prolong and without. */
class TermsTest {

    private static final Terms FIXED = Lines.terms(Duration.ofMinutes(10), Duration.ofMinutes(20));
    private static final Terms RENEWED = FIXED.renewing(Terms.Renewal.parse(" 10m  up to 2h "));

    @ParameterizedTest
    @CsvSource({"0m, 20m", "10m, 20m", "15m, 25m", "110m, 120m", "115m, 120m", "500m, 120m"})
    void givenVisitsThatAreRenewed_whenOneIsUsedForSoLong_thenItLastsASpanMoreUpToTheMaximum(
            String used, String lasts) {
        assertThat(RENEWED.visit(minutes(used))).isEqualTo(minutes(lasts));
        assertThat(FIXED.visit(minutes(used))).isEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void givenVisitsThatAreRenewed_whenASiteNeverAsks_thenItsSessionEndsBeforeAVisitThatWasJustUsed() {
        assertThat(RENEWED.session()).isEqualTo(Duration.ofSeconds(450));
        assertThat(FIXED.renewing(Terms.Renewal.parse("1h up to 1d")).session()).isEqualTo(Duration.ofMinutes(20));
        assertThat(FIXED.session()).isEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void givenVisitsThatAreRenewed_whenWrittenDown_thenTheyAreReadAgain() {
        assertThat(RENEWED.renewal()).hasToString("Optional[10m up to 2h]");
        assertThat(RENEWED.longestVisit()).isEqualTo(Duration.ofHours(2));
        assertThat(FIXED.longestVisit()).isEqualTo(Duration.ofMinutes(20));
    }

    private static Duration minutes(String text) {
        return Duration.ofMinutes(Long.parseLong(text.replace("m", "")));
    }
}
