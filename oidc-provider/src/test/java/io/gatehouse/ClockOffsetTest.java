package io.gatehouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.StoreKind;
import io.gatehouse.setting.StoreProperties;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A clock that is set for a rehearsal. */
class ClockOffsetTest {

    @Test
    void givenAnOffset_whenTheClockIsRead_thenItIsAheadOfTheMachinesByThat() {
        var clock = clock(Duration.ofDays(1), StoreKind.EMBEDDED);

        assertThat(clock.instant())
                .isCloseTo(Clock.systemUTC().instant().plus(Duration.ofDays(1)), within(1, ChronoUnit.HOURS));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EMBEDDED")
    void givenAStoreOfManyNodes_whenTheClockOfOneIsSet_thenTheStartIsRefused(StoreKind store) {
        assertThat(clock(Duration.ZERO, store)).isNotNull();

        assertThatThrownBy(() -> clock(Duration.ofMinutes(2), store))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("gatehouse.clock-offset")
                .hasMessageContaining("was PT2M beside " + store.label());
    }

    private static Clock clock(Duration offset, StoreKind store) {
        return new GatehouseApplication()
                .clock(new GatehouseProperties(null, offset, Map.of()), new StoreProperties(store, Path.of("data")));
    }
}
