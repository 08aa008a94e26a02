package io.gatehouse.inlet;

import static io.gatehouse.inlet.Turnstiles.capacity;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.Act;
import io.gatehouse.room.LinesInMemory;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How much of a capacity visitors use of whom three in ten do not come, in a line without an end. Those who
 * come take 20 s at the median, by a log-normal distribution; the claim window is ten minutes.
 */
class SlotsInUseTest {

    private static final int CAPACITY = 200;
    private static final double NO_SHOWS = 0.3;
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final Random random = new Random(24);

    /** Who comes when, and who leaves when. */
    private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>();

    private long called;

    private record Arrival(Instant at, PlaceId id, boolean isInside) implements Comparable<Arrival> {
        @Override
        public int compareTo(Arrival other) {
            return at.compareTo(other.at);
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 45s, 0.86", "15, 45s, 0.95", "5, auto, 0.86", "15, auto, 0.95"})
    void givenThreeInTenWhoDoNotCome_whenTurnsHoldSlotsForAWhile_thenTheCapacityIsUsedAndNeverExceeded(
            int minutes, String held, double least) {
        assertThat(used(Duration.ofMinutes(minutes), Terms.slotHeld(held))).isGreaterThanOrEqualTo(least);
    }

    @Test
    void givenThreeInTenWhoDoNotCome_whenTurnsHoldSlotsAsLongAsTheyAreOpen_thenNearlyHalfIsIdle() {
        assertThat(used(Duration.ofMinutes(5), Optional.of(WINDOW))).isLessThan(0.6);
    }

    /** The share of the slots that visitors use, after a time in which the room fills. */
    private double used(Duration visit, Optional<Duration> held) {
        var terms = new Terms(WINDOW, Duration.ofHours(6), WINDOW, Duration.ofDays(1), held);
        var shop = new Turnstiles(capacity(CAPACITY), terms, new LinesInMemory());
        var inside = 0L;
        var seconds = 0L;
        var last = visit.multipliedBy(6).plus(WINDOW).toSeconds();
        for (long second = 0; second < last; second++) {
            while (shop.room.snapshot().waiting() < 2 * CAPACITY) {
                shop.join();
            }
            shop.tick();
            come(shop, visit);
            var seen = shop.room.snapshot();
            assertThat(seen.slots()).as("at %s s", second).isLessThanOrEqualTo(CAPACITY);
            if (second >= last / 3) {
                inside += seen.admitted();
                seconds++;
            }
        }
        return (double) inside / seconds / CAPACITY;
    }

    private void come(Turnstiles shop, Duration visit) {
        var now = shop.clock.instant();
        for (; called < shop.serving(); called++) {
            var place = shop.room.at(Position.of(called + 1)).orElseThrow();
            if (random.nextDouble() >= NO_SHOWS) {
                var after = 20 * Math.exp(random.nextGaussian());
                arrivals.add(new Arrival(now.plusMillis((long) (1_000 * Math.max(1, after))), place.id(), false));
            }
        }
        while (!arrivals.isEmpty() && !arrivals.peek().at.isAfter(now)) {
            var next = arrivals.remove();
            if (next.isInside) {
                shop.room.apply(next.id, Act.COMPLETE);
                continue;
            }
            var place = shop.room.find(next.id).orElseThrow();
            var after = shop.room.claim(place, "browser").orElseThrow();
            if (after.stage() == Stage.ADMITTED) {
                shop.room.arrive(after, false);
                var stay = (random.nextDouble() + random.nextDouble()) * visit.toMillis();
                arrivals.add(new Arrival(now.plusMillis((long) stay), next.id, true));
            } else if (after.stage() == Stage.READY) {
                arrivals.add(new Arrival(now.plusMillis(1), next.id, false));
            }
        }
    }
}
