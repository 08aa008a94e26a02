package io.gatehouse.oidc.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Rooms;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.testing.MutableClock;
import io.gatehouse.time.MutableScheduler;
import io.gatehouse.value.ExpiringStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Keys that were made and seen while a clock was ahead. */
class SigningKeysTest {

    private static final Duration AHEAD = Duration.ofDays(2);

    @AutoClose
    private final RunningGatehouse gatehouse =
            RunningGatehouse.with("gatehouse.rooms.shop.capacity=10").starts();

    @Test
    void givenKeysThatSignFromTheDayAfterTomorrow_whenTheClockIsSetRight_thenOneOfThemSignsAndIsPublished() {
        gatehouse.clock().advance(AHEAD.negated());
        var keys = gatehouse.bean(SigningKeys.class);

        var signing = keys.active(JWSAlgorithm.RS256);

        assertThat(signing.isActive(gatehouse.clock().instant())).isFalse();
        assertThat(keys.published()).contains(signing);
    }

    @Test
    void givenAClockThatIsSetRight_whenAnotherNodeRotates_thenItsKeysAreSeenAsSoonAsEver() {
        var another = node(new MutableClock(), new MutableScheduler());
        var spans = new MutableScheduler();
        var here = node(gatehouse.clock(), spans);
        var before = here.published().size();

        gatehouse.clock().advance(AHEAD.negated());
        another.rotate(List.of(JWSAlgorithm.ES256));
        spans.advance(Duration.ofSeconds(5));

        assertThat(here.published()).hasSizeGreaterThan(before);
    }

    private SigningKeys node(MutableClock clock, MutableScheduler spans) {
        return new SigningKeys(
                gatehouse.bean(ExpiringStore.class),
                new SealedKeys(gatehouse.bean(MasterKey.class)),
                clock,
                spans,
                Duration.ofMinutes(1),
                gatehouse.bean(Rooms.class));
    }
}
