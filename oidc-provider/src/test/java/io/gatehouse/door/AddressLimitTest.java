package io.gatehouse.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.time.MutableScheduler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Whoever has a whole IPv6 network has 65,536 address blocks. */
class AddressLimitTest {

    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final MutableScheduler time = new MutableScheduler();
    private final Counter hits = new SimpleMeterRegistry().counter("hits");
    private final AddressLimit limit = new AddressLimit(10, WINDOW, time, false, hits);

    @Test
    void givenANetworkWhoseBlocksHaveTakenSixteenTimesALimit_whenAnotherBlockOfItComes_thenItHasToWait() {
        for (var block = 0; block < 16; block++) {
            assertThat(limit.take("2001:db8:1:" + block + "::1", 10)).isZero();
        }

        assertThat(limit.take("2001:db8:1:ffff::1", 1)).isPositive();
        assertThat(limit.until("2001:db8:1:ffff::1", 1)).isPositive();
        assertThat(hits.count()).isEqualTo(1);
        assertThat(limit.take("2001:db8:2::1", 10)).isZero();
        assertThat(limit.take("192.0.2.1", 10)).isZero();
    }

    @Test
    void givenABlockThatWasRefusedForItsNetwork_whenTheNetworkHasMoreAgain_thenTheBlockHasLostNothing() {
        for (var block = 0; block < 16; block++) {
            limit.take("2001:db8:1:" + block + "::1", 10);
        }
        for (var again = 0; again < 20; again++) {
            assertThat(limit.take("2001:db8:1:ffff::1", 1)).isPositive();
        }

        time.advance(WINDOW.dividedBy(16)); // the network has 10 again, a block 0 or 1

        assertThat(limit.take("2001:db8:1:ffff::1", 10)).isZero();
    }
}
