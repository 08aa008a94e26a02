package io.gatehouse.visitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.door.stream.EventStreams;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Rooms;
import io.gatehouse.sites.Nginx;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.SmartLifecycle;

/** The board as server-sent events: everybody is told, nobody is waited for, and nobody takes too many connections. */
class BoardEventsTest {

    private static final String EVENTS = "/rooms/shop/board/events";
    private static final int MANY = 200;
    private static final int MORE = 3;

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.rooms.shop.capacity=0",
                    "gatehouse.trusted-proxies=1",
                    "gatehouse.board-events.connections=" + (MANY + MORE),
                    "gatehouse.board-events.connections-per-address=" + MANY)
            .standing();

    @AutoClose
    private final Audience audience = new Audience(port(gatehouse));

    /** That somebody has gone is seen when something is written to them. */
    @BeforeEach
    void nobodyIsThere() {
        await().until(() -> {
            gatehouse.elapse(Duration.ofSeconds(15));
            return gatehouse.bean(EventStreams.class).count() == 0;
        });
        gatehouse.reopens("shop");
        gatehouse.tick();
    }

    @Test
    void givenManyWhoListen_whenSomebodyJoins_thenAllAreToldAndNoThreadWaits() throws IOException {
        audience.comes(MANY, EVENTS, from("192.0.2.1"));
        audience.hears("\"issued\":0", MANY);

        gatehouse.browser().opens(Login.authorize());
        gatehouse.tick();

        audience.hears("\"issued\":1", MANY);
        assertThat(audience.all(0))
                .startsWith("HTTP/1.1 200 OK")
                .containsIgnoringCase("Content-Type: text/event-stream")
                .containsIgnoringCase("Cache-Control: no-store")
                .containsIgnoringCase("Connection: close")
                .containsIgnoringCase("Access-Control-Allow-Origin: *")
                .containsPattern("retry: \\d{4}\n\n")
                .containsPattern("id: [0-9a-f]{32}\ndata: \\{\"room\":\"shop\"");
        assertThat(gatehouse.server().getThreadPool())
                .isInstanceOfSatisfying(QueuedThreadPool.class, threads -> assertThat(threads.getBusyThreads())
                        .isLessThan(MANY / 4));
    }

    @Test
    void givenARoomThatNobodyHasLookedAt_whenSomebodyListens_thenTheyHearItsBoardAsSoonAsThereIsOne()
            throws IOException {
        var shop = gatehouse.room("shop").configuration();
        var rooms = gatehouse.bean(Rooms.class);
        rooms.add(List.of(new Room(new RoomId("expo"), "Expo", shop.configured(), shop.terms(), Optional.empty())));

        audience.comes(1, "/rooms/expo/board/events", from("192.0.2.1"));
        gatehouse.tick();

        audience.hears("\"room\":\"expo\"", 1);
        rooms.add(List.of());
    }

    @Test
    void givenABoardThatStaysTheSame_whenTimePasses_thenABeatIsHeardAndTheBoardOnce() throws IOException {
        audience.comes(1, EVENTS, from("192.0.2.1") + "Last-Event-ID: 0123456789abcdef0123456789abcdef\r\n");
        audience.hears("\"issued\":0", 1);

        gatehouse.tick();
        gatehouse.elapse(Duration.ofSeconds(15));

        audience.hears("\n:\n\n", 1);
        assertThat(audience.all(0)).containsOnlyOnce("data: ");
    }

    @Test
    void givenOneWhoReadsNothing_whenMuchIsTold_thenTheyAreHungUpOnAndOthersHearAll() throws IOException {
        var streams = gatehouse.bean(EventStreams.class);
        var path = "/rooms/long/board/events";
        tell(streams, path, 0);
        try (var deaf = new Audience(port(gatehouse))) {
            deaf.comes(1, path, from("192.0.2.2"));
            audience.comes(MORE, path, from("192.0.2.1"));
            audience.hears("last 0", MORE);
            for (var number = 1; number < 10; number++) {
                tell(streams, path, number);
                audience.hears("last " + number, MORE);
            }

            gatehouse.elapse(Duration.ofSeconds(5));
            tell(streams, path, 10);

            audience.hears("last 10", MORE);
            await().until(() -> streams.count() == MORE);
            assertThat(audience.ended()).isZero();
        }
    }

    @Test
    void givenTooMany_whenAnotherComes_thenTheyAreToldToComeLaterAndHaveRoomWhenOthersHaveGone() throws IOException {
        audience.comes(MANY, EVENTS, from("192.0.2.1"));
        audience.hears("\"issued\":0", MANY);
        assertThat(asksFrom("192.0.2.1").status()).isEqualTo(429);
        audience.comes(MORE, EVENTS, from("192.0.2.2"));
        audience.hears("\"issued\":0", MANY + MORE);

        var full = asksFrom("192.0.2.3");

        assertThat(full.status()).isEqualTo(503);
        assertThat(full.header("retry-after")).isNotEmpty();
        assertThat(full.header("access-control-allow-origin")).isEqualTo("*");
        assertThat(gatehouse
                        .bean(MeterRegistry.class)
                        .get("gatehouse.limits.hit")
                        .tag("limit", "board-events")
                        .counter()
                        .count())
                .isEqualTo(2);
        audience.lose(MORE);
        await().until(() -> {
            gatehouse.elapse(Duration.ofSeconds(15));
            return gatehouse.bean(EventStreams.class).count() == MANY;
        });
        audience.comes(MORE, EVENTS, from("192.0.2.3"));
        audience.hears("\"issued\":0", MANY + MORE);
    }

    @Test
    void givenSomethingElse_whenItIsAskedFor_thenItIsNoStream() {
        var browser = gatehouse.browser();

        var nowhere = browser.gets("/rooms/nowhere/board/events");
        assertThat(nowhere.status()).isEqualTo(404);
        assertThat(nowhere.body()).contains("#unknown-room");
        assertThat(browser.gets("/rooms/%73hop/board/events").status()).isEqualTo(404);
    }

    @Test
    void givenEvents_whenTheyAreAskedForInOtherWays_thenThatSaysWhatTheyAreAndHoldsNothing() throws Exception {
        var head = asks("HEAD");
        var preflight = asks("OPTIONS");
        var post = asks("POST");

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("content-type")).contains("text/event-stream");
        assertThat(preflight.statusCode()).isEqualTo(204);
        assertThat(preflight.headers().firstValue("access-control-allow-origin"))
                .contains("*");
        assertThat(preflight.headers().firstValue("access-control-allow-headers"))
                .contains("*");
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("allow")).contains("GET, HEAD, OPTIONS");
        assertThat(gatehouse.bean(EventStreams.class).count()).isZero();
    }

    /** It speaks HTTP/1.0 to us, and keeps what comes in buffers, as long as nobody tells it not to. */
    @Test
    @Tag("sites")
    void givenAnNginxThatIsToldNothing_whenTheBoardChanges_thenItPassesThatOnAtOnce() throws IOException {
        var spot = Nginx.Spot.free();
        var server = "server { listen 127.0.0.1:%d; location / { proxy_pass %s; } }"
                .formatted(spot.port(), gatehouse.issuer());
        try (var nginx = Nginx.start(spot, server);
                var behind = new Audience(spot.port())) {
            behind.comes(MORE, EVENTS, "Accept-Encoding: gzip\r\n");
            behind.hears("\"issued\":0", MORE);

            gatehouse.browser().opens(Login.authorize());
            gatehouse.tick();

            behind.hears("\"issued\":1", MORE);
            assertThat(nginx.handle().isAlive()).isTrue();
        }
    }

    @Test
    void givenSomeWhoListenAndOneWhoReadsNothing_whenGatehouseStops_thenItWaitsForNobody() throws IOException {
        try (var stopping = RunningGatehouse.start("spring.lifecycle.timeout-per-shutdown-phase=10m");
                var listening = new Audience(port(stopping));
                var deaf = new Audience(port(stopping))) {
            var path = "/rooms/long/board/events";
            var streams = stopping.bean(EventStreams.class);
            streams.tell(path, "long", "x".repeat(16 * 1024 * 1024).getBytes(UTF_8)); // more than a connection holds
            deaf.comes(1, path, "");
            listening.comes(MORE, EVENTS, "");
            await().until(() -> listening.heard("\"issued\":0") == MORE && streams.count() == 1 + MORE);

            // While others are still answered, nobody asks for more events on a connection that is there.
            stopping.bean("endOfStreams", SmartLifecycle.class).stop();
            await().until(() -> listening.ended() == MORE);

            var stopped = CompletableFuture.runAsync(stopping::stop);

            assertThat(stopped).succeedsWithin(Duration.ofMinutes(2));
        }
    }

    /** A document of a megabyte, so that few of them are more than a connection holds. */
    private static void tell(EventStreams streams, String path, int number) {
        var document = "x".repeat(1024 * 1024) + "last " + number;
        streams.tell(path, String.valueOf(number), document.getBytes(UTF_8));
    }

    private static Wire.Reply asksFrom(String address) throws IOException {
        try (var wire = new Wire(port(gatehouse)).from(address)) {
            return wire.gets(EVENTS, "");
        }
    }

    private static HttpResponse<String> asks(String method) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(gatehouse.issuer() + EVENTS))
                .method(method, BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static int port(RunningGatehouse running) {
        return URI.create(running.issuer()).getPort();
    }

    private static String from(String address) {
        return "X-Forwarded-For: " + address + "\r\n";
    }
}
