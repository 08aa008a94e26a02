package io.gatehouse.albexample.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.ProtectedShop;
import io.gatehouse.albexample.story.StoryGatehouse;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The made-up crowd behaves like visitors: it waits, comes in, and makes room again. */
class CrowdVisitorTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void givenAShopForOne_whenTwoOfTheCrowdCome_thenTheSecondIsInsideOnceTheFirstHasLeft(@TempDir Path folder)
            throws Exception {
        try (StoryGatehouse gatehouse = new StoryGatehouse(folder, Map.of("crowded", ""));
                ProtectedShop shop = gatehouse.shop("crowded", Clock.systemUTC())) {
            CrowdVisitor first = visitor(shop);
            CrowdVisitor second = visitor(shop);
            first.step();
            second.step();
            boolean secondWaited = second.isWaiting();

            Optional<Duration> afterLeaving = first.isInside() ? first.step() : Optional.of(Duration.ZERO);
            long limit = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (second.isWaiting() && System.nanoTime() < limit) {
                second.step();
            }

            assertThat(secondWaited).isTrue();
            assertThat(afterLeaving).isEmpty();
            assertThat(second.isInside()).isTrue();
        }
    }

    private CrowdVisitor visitor(ProtectedShop shop) {
        return new CrowdVisitor(new Browser(http), shop.address().toString(), new Random());
    }
}
