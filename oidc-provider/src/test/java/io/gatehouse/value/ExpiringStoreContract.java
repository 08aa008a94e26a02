package io.gatehouse.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.Crowd;
import io.gatehouse.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link ExpiringStore} promises. */
public abstract class ExpiringStoreContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final byte[] ONE = "one".getBytes(UTF_8);
    private static final byte[] TWO = "two".getBytes(UTF_8);

    private final MutableClock clock = MutableClock.standing();
    private final String key = "key-" + UUID.randomUUID();

    /** The store under test; the same one throughout a test. */
    protected abstract ExpiringStore store();

    @Test
    void givenNothing_whenLookedFor_thenThereIsNothing() {
        assertThat(store().get(key, now())).isEmpty();
        assertThat(store().remove(key, now())).isFalse();
    }

    @Test
    void givenAValue_whenLookedFor_thenItIsThereUntilItsTime() {
        put(ONE);
        clock.advance(MINUTE.minusNanos(1));
        assertThat(store().get(key, now())).contains(ONE);

        clock.advance(Duration.ofNanos(1));

        assertThat(store().get(key, now())).isEmpty();
    }

    @Test
    void givenAValueThatIsNeverToExpire_whenAgesHavePassed_thenItIsThere() {
        store().put(key, ONE, ExpiringStore.FOREVER, now());

        clock.advance(Duration.ofDays(1_000_000));

        assertThat(store().get(key, now())).contains(ONE);
    }

    @Test
    void givenAValue_whenAnotherIsPut_thenItsValueAndTimeCount() {
        put(ONE);
        clock.advance(Duration.ofSeconds(30));
        put(TWO);

        clock.advance(Duration.ofSeconds(45));

        assertThat(store().get(key, now())).contains(TWO);
    }

    @Test
    void givenAValue_whenAnotherIsPutUnacknowledged_thenItIsThereAtOnce() {
        put(ONE);

        store().putUnacknowledged(key, TWO, now().plus(MINUTE), now());

        assertThat(store().get(key, now())).contains(TWO);
    }

    @Test
    void givenAValue_whenRemoved_thenItIsGoneAndOnlyTheFirstRemovesIt() {
        put(ONE);

        assertThat(store().remove(key, now())).isTrue();
        assertThat(store().remove(key, now())).isFalse();
        assertThat(store().get(key, now())).isEmpty();
    }

    @Test
    void givenAValueWhoseTimeHasCome_whenRemoved_thenThereWasNone() {
        put(ONE);
        clock.advance(MINUTE);

        assertThat(store().remove(key, now())).isFalse();
    }

    @Test
    void givenTwentyFourWhoRedeemOneCode_whenAllRemoveItAtOnce_thenOneSucceeds() throws Exception {
        put(ONE);

        var removed = Crowd.of(24, () -> store().remove(key, now()));

        assertThat(removed).filteredOn(Boolean::booleanValue).hasSize(1);
    }

    @Test
    void givenAValue_whenReplaced_thenOnlyIfItIsTheExpectedOne() {
        put(ONE);

        assertThat(replace(Optional.of(TWO), TWO)).isFalse();
        assertThat(replace(Optional.empty(), TWO)).isFalse();
        assertThat(store().get(key, now())).contains(ONE);
        assertThat(replace(Optional.of("one".getBytes(UTF_8)), TWO)).isTrue();
        assertThat(store().get(key, now())).contains(TWO);
    }

    @Test
    void givenNoValue_whenOneIsExpected_thenNothingIsPut() {
        assertThat(replace(Optional.of(ONE), TWO)).isFalse();

        assertThat(store().get(key, now())).isEmpty();
    }

    @Test
    void givenAValueWhoseTimeHasCome_whenNoneIsExpected_thenItIsReplaced() {
        put(ONE);
        clock.advance(MINUTE);

        assertThat(replace(Optional.of(ONE), TWO)).isFalse();
        assertThat(replace(Optional.empty(), TWO)).isTrue();

        assertThat(store().get(key, now())).contains(TWO);
    }

    @Test
    void givenTwentyWhoExpectNothing_whenAllPutAtOnce_thenOneSucceeds() throws Exception {
        var number = new AtomicInteger();

        var put = Crowd.of(20, () -> replace(Optional.empty(), new byte[] {(byte) number.incrementAndGet()}));

        assertThat(put).filteredOn(Boolean::booleanValue).hasSize(1);
    }

    @Test
    void givenAReplacement_whenItSucceeds_thenItsTimeCounts() {
        store().put(key, ONE, ExpiringStore.FOREVER, now());

        replace(Optional.of(ONE), TWO);
        clock.advance(MINUTE);

        assertThat(store().get(key, now())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_096, 70_000, 1_000_000})
    void givenAValueOfAnySize_whenLookedFor_thenItIsTheSame(int size) {
        var value = new byte[size];
        new Random(size).nextBytes(value);

        put(value);

        assertThat(store().get(key, now())).contains(value);
    }

    @Test
    void givenAValue_whenTheArraysOfItsUsersChange_thenTheValueDoesNot() {
        var mine = ONE.clone();
        put(mine);
        mine[0] = 0;
        store().get(key, now()).orElseThrow()[1] = 0;

        assertThat(store().get(key, now())).contains(ONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a:b/c", "\u043a\u043b\u044e\u0447", "\ud834\udd1e", "totals.values", "\u0000"})
    void givenAnyKey_whenAValueIsPut_thenItIsFoundUnderThatKeyOnly(String odd) {
        store().put(key + odd, ONE, now().plus(MINUTE), now());

        assertThat(store().get(key + odd, now())).contains(ONE);
        assertThat(store().get(key + odd + "x", now())).isEmpty();
    }

    private void put(byte[] value) {
        store().put(key, value, now().plus(MINUTE), now());
    }

    private boolean replace(Optional<byte[]> expected, byte[] value) {
        return store().replace(key, expected, value, now().plus(MINUTE), now());
    }

    private Instant now() {
        return clock.instant();
    }
}
