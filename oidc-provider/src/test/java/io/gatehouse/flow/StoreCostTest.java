package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.store.dynamodb.DynamoDbLocal;
import io.gatehouse.store.redis.RedisServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What a visit costs at each store, from the site's login to the logout; the figures of docs/operate/stores.md rest on
 * what is printed here. A visitor is parked, joins, opens the waiting page, asks for the place, is called, continues, is
 * redeemed, has the site ask for userinfo, and logs out.
 */
class StoreCostTest {

    private static final int VISITORS = 100;

    private record Stage(String name, double read, double written, double requests) {}

    @Test
    void givenDynamoDb_whenVisitorsWaitAndVisit_thenTheBillIsAsDocumented() {
        measure("dynamodb", new String[0], 45, 60);
    }

    @Test
    void givenRedisAndDynamoDb_whenVisitorsWaitAndVisit_thenTheBillIsAsDocumented() {
        try (var redis = RedisServer.start()) {
            measure("redis+dynamodb", new String[] {"spring.data.redis.url=" + redis.url()}, 40, 60);
        }
    }

    @Test
    void givenRedis_whenVisitorsWaitAndVisit_thenTheCommandsAreAsDocumented() {
        try (var redis = RedisServer.start();
                var gatehouse = RunningGatehouse.start(settings(redis.settings()))) {
            visits(gatehouse, 1);
            var commands = Long.parseLong(redis.info("total_commands_processed"));
            var used = micros(redis);

            visits(gatehouse, VISITORS);

            var each = (Long.parseLong(redis.info("total_commands_processed")) - commands) / (double) VISITORS;
            System.out.printf(
                    "redis: a visit costs %.1f commands (those inside scripts included) and %.0f us of Redis's CPU%n",
                    each, (micros(redis) - used) / VISITORS);
            assertThat(each).isLessThan(400);
        }
    }

    private static void measure(String store, String[] more, double mostWritten, double mostRead) {
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
                visits(gatehouse, 1);
                var before = new Stage("", meter.read(), meter.written(), meter.requests());

                var stages = visits(gatehouse, VISITORS, meter);

                print(store, before, stages);
                var last = stages.get(stages.size() - 1);
                assertThat((last.written - before.written) / VISITORS)
                        .as("write units")
                        .isLessThan(mostWritten);
                assertThat((last.read - before.read) / VISITORS)
                        .as("read units")
                        .isLessThan(mostRead);
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
        System.out.printf(
                "%s: a tick of a quiet room costs %.1f read and %.1f write units%n",
                store, (meter.read() - read) / 10, (meter.written() - written) / 10);
    }

    private static void print(String store, Stage before, List<Stage> stages) {
        var from = before;
        for (var stage : stages) {
            System.out.printf(
                    "%s: %s costs %.1f read and %.1f write units in %.1f requests%n",
                    store,
                    stage.name,
                    (stage.read - from.read) / VISITORS,
                    (stage.written - from.written) / VISITORS,
                    (stage.requests - from.requests) / VISITORS);
            from = stage;
        }
    }

    private static void visits(RunningGatehouse gatehouse, int visitors) {
        visits(gatehouse, visitors, new ArrayList<>(), name -> {});
    }

    private static List<Stage> visits(RunningGatehouse gatehouse, int visitors, CapacityMeter meter) {
        var stages = new ArrayList<Stage>();
        visits(
                gatehouse,
                visitors,
                new ArrayList<>(),
                name -> stages.add(new Stage(name, meter.read(), meter.written(), meter.requests())));
        return stages;
    }

    private static void visits(
            RunningGatehouse gatehouse,
            int visitors,
            List<Browser> browsers,
            java.util.function.Consumer<String> reached) {
        var waits = new ArrayList<Browser.Page>();
        for (var visitor = 0; visitor < visitors; visitor++) {
            var browser = gatehouse.browser();
            waits.add(browser.opens(Login.authorize("nonce", "n-" + visitor)));
            browsers.add(browser);
        }
        reached.accept("to be parked, join and open the waiting page");
        browsers.forEach(browser -> browser.gets("/rooms/shop/place"));
        reached.accept("to look at one's place");
        gatehouse.letIn("shop", visitors);
        reached.accept("to be called");
        var codes = new ArrayList<String>();
        for (var visitor = 0; visitor < visitors; visitor++) {
            var wait = waits.get(visitor);
            var answer = browsers.get(visitor)
                    .submits(
                            wait.url().replaceFirst("/wait.*", "/continue"),
                            Map.of("request", wait.parameter("request")));
            codes.add(answer.parameter("code"));
        }
        reached.accept("to continue and get a code");
        var tokens = codes.stream().map(code -> Login.redeem(gatehouse, code)).toList();
        assertThat(tokens).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
        reached.accept("a token call");
        tokens.forEach(answer -> Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + answer.text("access_token")));
        reached.accept("a userinfo call");
        for (var visitor = 0; visitor < visitors; visitor++) {
            browsers.get(visitor)
                    .opens("/logout?id_token_hint=" + tokens.get(visitor).text("id_token"));
        }
        reached.accept("a logout");
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
