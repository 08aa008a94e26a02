package io.gatehouse.tune;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.site.Sites;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRoom;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A room that finds its limit by itself, in the running service, with a site that says how it is. */
class TunerTest {

    private static final RoomId SHOP = new RoomId("shop");
    private static final Duration ROUND = Duration.ofSeconds(6);
    private static final long CAPACITY = 100;

    private static final List<String> HOOKS = new CopyOnWriteArrayList<>();
    private static final AtomicInteger ASKED = new AtomicInteger();
    private static volatile String page = "";
    private static volatile CountDownLatch answering = new CountDownLatch(0);
    private static HttpServer site;
    private static RunningGatehouse gatehouse;

    @BeforeAll
    static void starts() throws IOException {
        site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        site.createContext("/load", exchange -> {
            ASKED.incrementAndGet();
            hang();
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(page.getBytes(UTF_8));
            exchange.close();
        });
        site.createContext("/hook", exchange -> {
            HOOKS.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        site.start();
        page = "{\"load\":0.5}";
        var address = "http://localhost:" + site.getAddress().getPort();
        gatehouse = RunningGatehouse.start(
                        "gatehouse.rooms.shop.capacity=" + CAPACITY,
                        "gatehouse.rooms.shop.tune.health.url=" + address + "/load",
                        "gatehouse.rooms.shop.tune.health.pointer=/load",
                        "gatehouse.rooms.shop.tune.health.limit=1",
                        "gatehouse.rooms.shop.tune.health.latency=0s",
                        "gatehouse.rooms.shop.tune.visit=5m",
                        "gatehouse.rooms.shop.tune.login=0s",
                        "gatehouse.rooms.shop.tune.unredeemed=0",
                        "gatehouse.rooms.hall.rate=60/1m",
                        "gatehouse.rooms.hall.tune.pushed=2m",
                        "gatehouse.rooms.hall.tune.login=0s",
                        "gatehouse.rooms.plain.capacity=10",
                        "gatehouse.sites.shop.slot-after-logout=freed",
                        "gatehouse.events.receivers.hook.url=" + address + "/hook",
                        "gatehouse.events.receivers.hook.secrets=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                        "gatehouse.events.receivers.hook.kinds=tuned",
                        "gatehouse.api-clients.steward.secret=" + SECRET,
                        "gatehouse.api-clients.steward.scopes=rooms.read,rooms.operate")
                .standing();
        for (int visitor = 0; visitor < 2 * CAPACITY; visitor++) {
            shop().join(new PlaceId(UUID.randomUUID()));
        }
        round();
    }

    @AfterAll
    static void stops() {
        gatehouse.close();
        site.stop(0);
    }

    @BeforeEach
    void isWell() {
        page = "{\"load\":0.5}";
        round();
        round();
    }

    @Test
    void givenARoomThatFindsItsLimit_whenItBegins_thenItIsAShareOfTheCapacityAndGrows() {
        assertThat(gatehouse.ledger(SHOP)).anySatisfy(entry -> assertThat(entry)
                .contains("\"kind\":\"tuned\"", "the start, 30 % of the configured value: 30 inside"));

        var before = limit();
        for (int n = 0; n < 10; n++) {
            round();
            assertThat(shop().snapshot().slots()).isLessThanOrEqualTo(CAPACITY);
        }
        assertThat(limit()).isGreaterThan(before);
        assertThat(api("GET", "/panel/api/rooms/shop/history?step=1m", "").body())
                .containsPattern("\"tunedCapacity\":[3-9]\\d");
    }

    @Test
    void givenALimit_whenTheSiteIsUnwell_thenItFallsAndPanelLedgerEventAndMetricTellIt() {
        var before = limit();
        page = "{\"load\":2.5}";
        round();
        round();

        var view = api("GET", "/panel/api/rooms/shop", "");
        assertThat(limit()).isLessThan(0.8 * before);
        assertThat(view.body()).contains("\"mostSlots\":" + (long) limit() + ",");
        assertThat(view.body())
                .contains("\"steers\":\"CAPACITY\"", "\"blind\":false", "\"cause\":\"health/load 2.5 over 1\"");
        assertThat(gatehouse.ledger(SHOP)).anySatisfy(entry -> assertThat(entry).contains("health/load 2.5 over 1: "));
        await().until(() -> HOOKS.stream().anyMatch(hook -> hook.contains("health/load 2.5 over 1: ")));
        assertThat(api("GET", "/panel/api/metrics", "").body())
                .contains("gatehouse_tuned_signal{room=\"shop\"} 2.5", "gatehouse_tuned_blind{room=\"shop\"} 0.0")
                .containsPattern("gatehouse_held\\{by=\"tuned\",room=\"shop\"\\} 1");
    }

    @Test
    void givenALimit_whenTheSignalIsGarbage_thenItHoldsAndIsSaidToBeBlind() {
        page = "no number";
        for (int n = 0; n < 3; n++) {
            round();
        }
        var before = limit();
        round();
        round();

        assertThat(limit()).isEqualTo(before);
        assertThat(standing().isBlind()).isTrue();
        assertThat(standing().cause()).contains("no signal from health http", "JSON was expected");
        assertThat(gatehouse.ledger(SHOP))
                .anySatisfy(entry -> assertThat(entry).contains("\"blind\":true", "no signal from health http"));
        assertThat(api("GET", "/panel/api/metrics", "").body()).contains("gatehouse_tuned_blind{room=\"shop\"} 1.0");
    }

    @Test
    void givenALimit_whenAnAnswerOfTheSiteIsOpenForLong_thenItDoesNotGrowMeanwhile() {
        var before = limit();
        answering = new CountDownLatch(1);
        gatehouse.elapse(ROUND);
        await().until(() -> limit() > before);
        var open = limit();
        gatehouse.elapse(ROUND);
        await().until(() -> standing().at().equals(gatehouse.clock().instant()));

        assertThat(limit()).isEqualTo(open);
        answering.countDown();
    }

    /** Its definition was saved while the name of the site led to a public address. */
    @Test
    void givenARoomThatAnOperatorAdded_whenItsSiteLeadsInsideByNow_thenItIsNotAsked() {
        var tunings = gatehouse.bean(Tunings.class);
        var plain = new RoomId("plain");
        var inner = new TuneProperties.HealthProperties(
                URI.create("http://localhost:" + site.getAddress().getPort() + "/load"),
                Duration.ofSeconds(1),
                null,
                null,
                null);
        tunings.define(plain, Optional.of(TuneRulesTest.asking(inner)));
        var asked = ASKED.get();
        for (int n = 0; n < 6; n++) {
            round();
        }

        assertThat(tunings.of(plain).orElseThrow().cause()).contains("does not lead to a public address");
        assertThat(ASKED.get() - asked).as("by the shop alone").isLessThanOrEqualTo(6);
        tunings.define(plain, Optional.empty());
    }

    @Test
    void givenThreeNodes_whenAllLookAtOnce_thenEachPeriodIsOneStep() {
        var store = new OneRecord();
        var nodes = List.of(node(store), node(store), node(store));

        for (int period = 0; period < 5; period++) {
            gatehouse.clock().advance(ROUND);
            for (var node : nodes) {
                node.saw(
                        shop().configuration(),
                        shop().snapshot(),
                        gatehouse.clock().instant());
            }
            await().until(() -> nodes.stream().noneMatch(Tuner::isBusy));
        }

        assertThat(store.writes).hasValue(5);
        nodes.forEach(Tuner::close);
    }

    @Test
    void givenAClockThatWasSetBack_whenNodesLook_thenTheLimitTakesNoStep() {
        var before = limit();
        gatehouse.clock().advance(Duration.ofHours(-2));
        page = "{\"load\":9}";
        round(Duration.ZERO);

        assertThat(limit()).isEqualTo(before);
        gatehouse.clock().advance(Duration.ofHours(2));
    }

    @Test
    void givenARecordThatCannotBeRead_whenNodesLook_thenTheLimitBeginsAnew() {
        gatehouse
                .bean(ExpiringStore.class)
                .put("tuned/shop", "garbage".getBytes(UTF_8), ExpiringStore.FOREVER, Instant.EPOCH);
        round();

        assertThat(limit()).isBetween(30.0, 34.0);
    }

    @Test
    void givenARoomWithARate_whenAProgramPushesValues_thenItsRateFollowsThem() {
        var first = api("PUT", "/panel/api/rooms/hall/health", "{\"value\":3}");
        round();
        round();
        var standing = gatehouse.bean(Tunings.class).of(new RoomId("hall")).orElseThrow();

        assertThat(first.status()).isEqualTo(200);
        assertThat(standing.cause()).isEqualTo("pushed value 3 over 1");
        assertThat(standing.limit().limit()).isLessThan(0.3 * 0.8);
        assertThat(api("PUT", "/panel/api/rooms/hall/health", "{\"value\":-1}").status())
                .isEqualTo(400);
        assertThat(api("PUT", "/panel/api/rooms/hall/health", "{\"value\":\"NaN\"}")
                        .status())
                .isEqualTo(400);
        assertThat(api("PUT", "/panel/api/rooms/plain/health", "{\"value\":0.5}")
                        .status())
                .isEqualTo(409);
    }

    private static Tuner node(ExpiringStore store) {
        return new Tuner(
                gatehouse.bean(Tunings.class),
                gatehouse.bean(Signals.class),
                gatehouse.bean(Sites.class),
                gatehouse.bean(Counting.class),
                gatehouse.bean(Telling.class),
                store,
                gatehouse.bean(Clock.class));
    }

    /** What several nodes share beside the running service: compare-and-set of one value. */
    private static final class OneRecord implements ExpiringStore {

        private final AtomicInteger writes = new AtomicInteger();
        private byte @Nullable [] value;

        @Override
        public synchronized Optional<byte[]> get(String key, Instant now) {
            return Optional.ofNullable(value);
        }

        @Override
        public synchronized void put(String key, byte[] next, Instant until, Instant now) {
            value = next;
            writes.incrementAndGet();
        }

        @Override
        public synchronized boolean replace(
                String key, Optional<byte[]> expected, byte[] next, Instant until, Instant now) {
            var isExpected =
                    expected.map(before -> Arrays.equals(before, value)).orElse(value == null);
            if (isExpected) {
                put(key, next, until, now);
            }
            return isExpected;
        }

        @Override
        public boolean remove(String key, Instant now) {
            return false;
        }
    }

    private static void hang() {
        try {
            answering.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** A period goes by: nodes look, and the site is asked. */
    private static void round() {
        round(ROUND);
    }

    private static void round(Duration span) {
        gatehouse.elapse(span);
        var tuner = gatehouse.bean(Tuner.class);
        await().until(() -> !tuner.isBusy());
        gatehouse.tick();
    }

    private static WaitingRoom shop() {
        return gatehouse.room("shop");
    }

    private static double limit() {
        return standing().limit().limit();
    }

    private static Tunings.Standing standing() {
        return gatehouse.bean(Tunings.class).of(SHOP).orElseThrow();
    }

    private static Page api(String method, String path, String body) {
        var form = Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.operate");
        var token = Login.post(gatehouse.issuer() + "/token", Login.basic("steward", SECRET), form)
                .text("access_token");
        var request = HttpRequest.newBuilder(URI.create(gatehouse.issuer() + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return gatehouse.browser().sends(request);
    }
}
