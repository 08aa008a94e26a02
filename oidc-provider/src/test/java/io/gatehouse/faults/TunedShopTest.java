package io.gatehouse.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A room that finds its limit by itself before a real shop: visitors go in and ask for pages, and for a while
 * the shop can do half as much. The packaged jar asks the shop how it is, as it would ask any.
 */
@Tag("faults")
class TunedShopTest {

    private static final int CEILING = 20;
    private static final int VISITORS = 40;
    private static final Duration VISIT = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final String TOKEN = "a-token-of-more-than-16-characters";
    private static final Pattern LIMIT = Pattern.compile("gatehouse_tuned_limit\\{room=\"shop\"} ([0-9.E+-]+)");

    private final HttpClient client = HttpClient.newHttpClient();
    private double most;

    @Test
    void givenAShop_whenItsCapacityHalvesForAWhile_thenTheLimitFallsAndComesBackBelowItsCeiling(@TempDir Path data)
            throws IOException {
        try (var shop = new TunedShop();
                var node = node(data, shop)) {
            node.starts();
            try (var shoppers = new Shoppers(node.port(), VISITORS, VISIT, shop)) {
                await().atMost(LONGEST).until(() -> shoppers.inside() > CEILING / 2);
                var before = untilLimit(node, limit -> limit > 0.6 * CEILING);

                shop.isHalved(true);
                await().atMost(LONGEST).until(() -> shop.failed() > 0);
                var halved = untilLimit(node, limit -> limit < 0.7 * before);
                await().atMost(LONGEST).until(() -> shop.answeredInARow() > 30);
                shop.isHalved(false);
                var after = untilLimit(node, limit -> limit > 1.3 * halved);

                System.out.printf(
                        "limit %.1f to %.1f to %.1f, %d pages failed, at most %d inside%n",
                        before, halved, after, shop.failed(), shoppers.mostInside());
                assertThat(most).isLessThanOrEqualTo(CEILING);
                assertThat(shoppers.mostInside()).isLessThanOrEqualTo(CEILING);
            }
        }
    }

    private double untilLimit(GatehouseProcess node, DoublePredicate expected) {
        return await().atMost(LONGEST).until(() -> limit(node), expected::test);
    }

    private double limit(GatehouseProcess node) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + node.port() + "/metrics"))
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        var found = LIMIT.matcher(client.send(request, BodyHandlers.ofString()).body());
        var limit = found.find() ? Double.parseDouble(found.group(1)) : Double.NaN;
        most = Double.isNaN(limit) ? most : Math.max(most, limit);
        return limit;
    }

    private static GatehouseProcess node(Path data, TunedShop shop) {
        var settings = List.of(
                "gatehouse.rooms.shop.capacity=" + CEILING,
                "gatehouse.rooms.shop.admission-ttl=" + VISIT.toSeconds() + "s",
                "gatehouse.rooms.shop.tune.visit=" + VISIT.toSeconds() + "s",
                "gatehouse.rooms.shop.tune.start=80",
                "gatehouse.rooms.shop.tune.floor=10",
                "gatehouse.rooms.shop.tune.login=0s",
                "gatehouse.rooms.shop.tune.unredeemed=0",
                "gatehouse.rooms.shop.tune.health.url=" + shop.page(),
                "gatehouse.rooms.shop.tune.health.latency=500ms",
                "gatehouse.sites.shop.slot-after-logout=freed",
                "gatehouse.metrics.token=" + TOKEN);
        return GatehouseProcess.ofMany(List.of("-Xmx384m"), FreePorts.next(), data, settings.toArray(String[]::new));
    }
}
