package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.door.LimitProperties;
import io.gatehouse.time.MutableScheduler;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;

class SignInThrottleTest {

    private final MutableScheduler time = new MutableScheduler();
    private final LimitProperties settings = new Binder().bindOrCreate("gatehouse.limits", LimitProperties.class);
    private final LimitProperties.SignIns limits = settings.signIns();
    private final SignInThrottle throttle = new SignInThrottle(settings, time);

    @Test
    void givenTooManyForOneName_whenAnotherNameOrAddressTries_thenTheyMay() {
        attempts("alice", "192.0.2.1", limits.perName());
        attempts("alice", "192.0.2.1", 1);

        assertThat(throttle.admits("alice", "192.0.2.1")).isFalse();
        assertThat(throttle.admits("bob", "192.0.2.1")).isTrue();
        assertThat(throttle.admits("alice", "192.0.2.2")).isTrue();
    }

    @Test
    void givenManyNamesFromOneAddress_whenTheyAreTooMany_thenTheAddressHasToWait() {
        for (var count = 0; count < limits.perAddress(); count++) {
            assertThat(throttle.admits("name" + count, "192.0.2.1")).isTrue();
        }
        assertThat(throttle.admits("slowly", "192.0.2.1")).isTrue();

        assertThat(throttle.admits("fresh", "192.0.2.1")).isFalse();
        assertThat(throttle.admits("fresh", "192.0.2.2")).isTrue();
        time.advance(limits.window());
        attempts("fresh", "192.0.2.1", limits.perName());
    }

    @Test
    void givenAGoodSignIn_whenTheOperatorMistypesLater_thenTheOldMistakesAreForgotten() {
        attempts("alice", "192.0.2.1", limits.perName());

        throttle.forget("alice", "192.0.2.1");

        attempts("alice", "192.0.2.1", limits.perName());
    }

    private void attempts(String name, String address, int count) {
        for (var left = count; left > 0; left--) {
            assertThat(throttle.admits(name, address)).isTrue();
        }
    }
}
