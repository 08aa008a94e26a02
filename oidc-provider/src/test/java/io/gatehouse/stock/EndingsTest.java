package io.gatehouse.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EndingsTest {

    @Test
    void givenEndingsOfBefore_whenMoreAdmissionsHaveEnded_thenEachKindIsCountedByItself() {
        var before = new Endings(1, 5, 1, 1);

        assertThat(new Endings(7, 5, 1, 1).admissionsSince(before))
                .as("no-shows")
                .isZero();
        assertThat(new Endings(1, 7, 2, 4).admissionsSince(before)).isEqualTo(6);
        assertThat(new Endings(1, 0, 2, 4).admissionsSince(before))
                .as("after an opening")
                .isEqualTo(4);
    }

    @Test
    void givenTheEndingsThatConsumeAStock_whenTheyAreWritten_thenTheyAreReadAgain() {
        var all = EnumSet.complementOf(EnumSet.of(Ending.NO_SHOW));

        assertThat(new Stock(1, all).words()).isEqualTo("completed abandoned expired");
        assertThat(Stock.endings(" expired, abandoned completed ")).isEqualTo(all);
        assertThat(Stock.endings("expired")).isEqualTo(Set.of(Ending.EXPIRED));
        assertThatThrownBy(() -> Stock.endings("completed no_show"))
                .hasMessageContaining("completed abandoned expired")
                .hasMessageContaining("\"no_show\"");
    }
}
