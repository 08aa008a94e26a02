package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.time.MutableScheduler;
import org.junit.jupiter.api.Test;

class SignInThrottleTest {

    private final MutableScheduler time = new MutableScheduler();
    private final SignInThrottle throttle = new SignInThrottle(time);

    @Test
    void givenTooManyForOneName_whenAnotherNameOrAddressTries_thenTheyMay() {
        attempts("alice", "192.0.2.1", SignInThrottle.PER_NAME);
        attempts("alice", "192.0.2.1", 1);

        assertThat(throttle.admits("alice", "192.0.2.1")).isFalse();
        assertThat(throttle.admits("bob", "192.0.2.1")).isTrue();
        assertThat(throttle.admits("alice", "192.0.2.2")).isTrue();
    }

    @Test
    void givenManyNamesFromOneAddress_whenTheyAreTooMany_thenTheAddressHasToWait() {
        for (var count = 0; count < SignInThrottle.PER_ADDRESS; count++) {
            assertThat(throttle.admits("name" + count, "192.0.2.1")).isTrue();
        }
        assertThat(throttle.admits("slowly", "192.0.2.1")).isTrue();

        assertThat(throttle.admits("fresh", "192.0.2.1")).isFalse();
        assertThat(throttle.admits("fresh", "192.0.2.2")).isTrue();
        time.advance(SignInThrottle.WINDOW);
        attempts("fresh", "192.0.2.1", SignInThrottle.PER_NAME);
    }

    @Test
    void givenAGoodSignIn_whenTheOperatorMistypesLater_thenTheOldMistakesAreForgotten() {
        attempts("alice", "192.0.2.1", SignInThrottle.PER_NAME);

        throttle.forget("alice", "192.0.2.1");

        attempts("alice", "192.0.2.1", SignInThrottle.PER_NAME);
    }

    private void attempts(String name, String address, int count) {
        for (var left = count; left > 0; left--) {
            assertThat(throttle.admits(name, address)).isTrue();
        }
    }
}
