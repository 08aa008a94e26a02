package io.gatehouse.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

    @ParameterizedTest
    @CsvSource({
        "200/1m, 300000000",
        "25/s, 40000000",
        "1000/1h, 3600000000",
        "1/1d, 86400000000000",
        "10000000/1ms, 1",
        "' 60/1m ', 1000000000",
        "3/500ms, 166666666"
    })
    void givenARateInWords_whenRead_thenItIsUnderstood(String text, long nanosPerTurn) {
        assertThat(Rate.parse(text).nanosPerTurn()).isEqualTo(nanosPerTurn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "200",
                "/1m",
                "200/",
                "0/1m",
                "-5/1m",
                "+5/1m",
                "1.5/1m",
                "1e3/1m",
                "200/0m",
                "200/2d",
                "200/1w",
                "200 / 1m",
                "200/1m200/1m",
                "200/1m\n200/1m",
                "99999999/1m",
                "10000001/1m",
                "999999999999999999999/1m",
                "1/99999999999999999999m",
                "1/99999d",
                "\u0662\u0660\u0660/1m",
                "200/1M",
                "NaN/1m"
            })
    void givenNonsense_whenRead_thenItIsRefusedWithWhatCame(String text) {
        assertThatThrownBy(() -> Rate.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"200/1m", "25/1s", "1000/1h", "1/24h", "7/250ms", "1/90s"})
    void givenARate_whenWrittenAndRead_thenItIsTheSame(String text) {
        var rate = Rate.parse(text);

        assertThat(Rate.parse(rate.toString())).isEqualTo(rate);
    }

    @Test
    void givenARate_whenAskedForAMinute_thenItIsScaled() {
        assertThat(new Rate(10, Duration.ofSeconds(5)).perMinute()).isEqualTo(120);
    }
}
