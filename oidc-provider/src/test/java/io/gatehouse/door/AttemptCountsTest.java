package io.gatehouse.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.time.MutableScheduler;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AttemptCountsTest {

    private static final Duration WINDOW = Duration.ofMinutes(15);

    private final MutableScheduler time = new MutableScheduler();
    private final AttemptCounts<String> counts = new AttemptCounts<>(WINDOW, time);

    @Test
    void givenAttempts_whenAnotherFollows_thenTheWindowIsStillThatOfTheFirst() {
        counts.add("guesser");
        time.advance(WINDOW.minusSeconds(1));

        assertThat(counts.add("guesser")).isEqualTo(2);
        time.advance(Duration.ofSeconds(1));
        assertThat(counts.of("guesser")).isZero();
    }

    @Test
    void givenOneWhoComesOften_whenVeryManyComeOnce_thenTheOneIsStillCounted() {
        passersBy(0, 10_000);
        for (var count = 0; count < 20; count++) {
            counts.add("guesser");
        }

        passersBy(10_000, 60_000);

        assertThat(counts.of("guesser")).isEqualTo(20);
    }

    private void passersBy(int from, int to) {
        for (var number = from; number < to; number++) {
            counts.add("passer-by " + number);
        }
    }
}
