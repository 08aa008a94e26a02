package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.bench.Figure;
import io.gatehouse.bench.Figures;
import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a visit costs at each store, from the site's login to the logout; the figures of
 * docs/operate/stores.md rest on what is printed here. A visitor is parked, joins, opens the waiting page,
 * asks for the place, is called, continues, is redeemed, has the site ask for userinfo, and logs out.
 */
@Tag("load")
class StoreCostTest {

    private static final int VISITORS = 10;
    private static final Figures FIGURES = new Figures("StoreCostTest");

    /** What has been spent up to a moment, or on one step. */
    private record Spent(double read, double written, double requests) {

        Spent minus(Spent before) {
            return new Spent(read - before.read, written - before.written, requests - before.requests);
        }

        Spent plus(Spent more) {
            return new Spent(read + more.read, written + more.written, requests + more.requests);
        }

        @Override
        public String toString() {
            return "%.1f read and %.1f write units in %.1f requests"
                    .formatted(read / VISITORS, written / VISITORS, requests / VISITORS);
        }
    }

    private final Map<String, Spent> steps = new LinkedHashMap<>();

    @Test
    void givenDynamoDb_whenVisitorsWaitAndVisit_thenTheBillIsAsDocumented() {
        measure("dynamodb", new String[0], 40, 75);
    }

    @Test
    void givenRedisAndDynamoDb_whenVisitorsWaitAndVisit_thenTheBillIsAsDocumented() {
        try (var redis = RedisServer.start()) {
            measure("redis+dynamodb", new String[] {"spring.data.redis.url=" + redis.url()}, 35, 65);
        }
    }

    @Test
    void givenRedis_whenVisitorsWaitAndVisit_thenTheCommandsAreAsDocumented() {
        try (var redis = RedisServer.start();
                var gatehouse = RunningGatehouse.start(settings(redis.settings()))) {
            visits(gatehouse, 1, StoreCostTest::nothing);
            var commands = Long.parseLong(redis.info("total_commands_processed"));
            var used = micros(redis);

            visits(gatehouse, VISITORS, StoreCostTest::nothing);

            var each = (Long.parseLong(redis.info("total_commands_processed")) - commands) / (double) VISITORS;
            FIGURES.tell("commands.redis.visit", Figure.once("commands", each));
            FIGURES.tell("cpu.redis.visit", Figure.once("us of CPU", (micros(redis) - used) / VISITORS));
            assertThat(each).isLessThan(250);
        }
    }

    private void measure(String store, String[] more, double mostWritten, double mostRead) {
        var local = DynamoDbLocal.shared();
        try (var meter = new CapacityMeter(local.endpoint())) {
            var settings = Stream.of(
                            Arrays.stream(local.settings(store, "cost-" + store.length())), Arrays.stream(more))
                    .flatMap(all -> all)
                    .map(setting -> setting.startsWith("gatehouse.dynamodb.endpoint=")
                            ? "gatehouse.dynamodb.endpoint=" + meter.endpoint()
                            : setting)
                    .toArray(String[]::new);
            try (var gatehouse = RunningGatehouse.start(settings(settings))) {
                visits(gatehouse, 1, StoreCostTest::nothing);
                steps.clear();

                visits(gatehouse, VISITORS, () -> new Spent(meter.read(), meter.written(), meter.requests()));

                var visit = steps.values().stream().reduce(nothing(), Spent::plus);
                steps.forEach((step, spent) -> System.out.println(store + ": " + step + ": " + spent));
                FIGURES.tell("units." + store + ".read", Figure.once("units", visit.read / VISITORS));
                FIGURES.tell("units." + store + ".written", Figure.once("units", visit.written / VISITORS));
                assertThat(visit.written / VISITORS).as("write units").isLessThan(mostWritten);
                assertThat(visit.read / VISITORS).as("read units").isLessThan(mostRead);
                tick(store, gatehouse, meter);
            }
        }
    }

    private static void tick(String store, RunningGatehouse gatehouse, CapacityMeter meter) {
        var read = meter.read();
        var written = meter.written();
        for (var beat = 0; beat < 10; beat++) {
            gatehouse.tick();
        }
        FIGURES.tell("tick." + store + ".read", Figure.once("units", (meter.read() - read) / 10));
        FIGURES.tell("tick." + store + ".written", Figure.once("units", (meter.written() - written) / 10));
    }

    private void visits(RunningGatehouse gatehouse, int visitors, Supplier<Spent> meter) {
        var browsers = new ArrayList<Browser>();
        var waits = new ArrayList<Browser.Page>();
        step("to be parked, join and open the waiting page", meter, () -> {
            for (var visitor = 0; visitor < visitors; visitor++) {
                browsers.add(gatehouse.browser());
                waits.add(browsers.get(visitor).opens(Login.authorize("nonce", "n-" + visitor)));
            }
            return waits;
        });
        step("to look at the place", meter, () -> browsers.stream()
                .map(browser -> browser.gets("/rooms/shop/place").status())
                .toList());
        step("to be called", meter, () -> {
            gatehouse.letIn("shop", visitors);
            return visitors;
        });
        for (var visitor = 0; visitor < visitors; visitor++) {
            visit(gatehouse, browsers.get(visitor), waits.get(visitor), meter);
        }
    }

    private void visit(RunningGatehouse gatehouse, Browser browser, Browser.Page wait, Supplier<Spent> meter) {
        var request = Map.of("request", wait.parameter("request"));
        var button = wait.url().replaceFirst("/wait.*", "/continue");
        var answer = step("to continue and get a code", meter, () -> browser.submits(button, request));
        var tokens = step("a token call", meter, () -> Login.redeem(gatehouse, answer.parameter("code")));
        assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
        var userinfo = gatehouse.issuer() + "/userinfo";
        var user = step("a userinfo call", meter, () -> Login.get(userinfo, "Bearer " + tokens.text("access_token")));
        assertThat(user.status()).isEqualTo(200);
        var logout = "/logout?id_token_hint=" + tokens.text("id_token");
        assertThat(step("a logout", meter, () -> browser.opens(logout)).status())
                .isLessThan(400);
    }

    private <T> T step(String name, Supplier<Spent> meter, Supplier<T> what) {
        var before = meter.get();
        var outcome = what.get();
        steps.merge(name, meter.get().minus(before), Spent::plus);
        return outcome;
    }

    private static Spent nothing() {
        return new Spent(0, 0, 0);
    }

    private static String[] settings(String... store) {
        return Stream.concat(Arrays.stream(store), Stream.of("gatehouse.turnstile.tick=1m"))
                .toArray(String[]::new);
    }

    private static double micros(RedisServer redis) {
        return redis.say("INFO", "commandstats")
                .lines()
                .filter(line -> line.contains("cmdstat_eval"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll(".*usec=(\\d+).*", "$1")))
                .sum();
    }
}
