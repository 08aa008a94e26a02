package io.gatehouse.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Rate;
import io.gatehouse.simulate.PlayedEvent;
import io.gatehouse.sites.Nginx;
import io.gatehouse.store.redis.RedisServer;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole sale on real parts: two nodes on a Redis that keeps a file, behind an nginx that caches boards as a
 * CDN does. One node is killed when half of the crowd is there, and started again when those have come who
 * come at 500 a second: here it would take the processors of all other parts. {@code -Devent.visitors=10000}
 * makes it smaller. The node that lives is profiled in the seconds before the kill.
 */
@Tag("load")
class EventTest {

    private static final int VISITORS = Integer.getInteger("event.visitors", 100_000);
    private static final int A_SECOND = 500;
    private static final int BEFORE = 300; // a second, in another room, before the doors open
    private static final Duration HALF = Duration.ofSeconds(VISITORS / 2 / A_SECOND);
    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final int BOARDS = 2; // a second
    private static final double LONGEST = 250; // ms

    /**
     * A crowd of so many stays so long that the second compiler is worth the processors that it takes from
     * all parts.
     */
    private static final int LARGE = 300_000;

    private static final List<String> OPTIONS = Stream.concat(
                    Stream.of(
                            "-Xmx512m",
                            "-XX:+UseSerialGC",
                            VISITORS < LARGE ? "-XX:TieredStopAtLevel=1" : "-XX:+TieredCompilation"),
                    Profile.OPTIONS.stream())
            .toList();

    private final Path jdk = Jdks.newest();

    @TempDir
    Path folder;

    @Test
    void givenASaleWhoseNodeIsKilledInTheMiddle_whenAllHaveCome_thenNobodyHasWaitedForAPlaceOrLostIt()
            throws IOException {
        var spot = Nginx.Spot.free();
        try (var redis = RedisServer.start("--appendonly", "yes");
                var first = node(redis, spot);
                var second = node(redis, spot);
                var proxy = Nginx.start(spot, caches(spot, first.port(), second.port()))) {
            CompletableFuture.allOf(
                            CompletableFuture.runAsync(first::starts), CompletableFuture.runAsync(second::starts))
                    .join();
            var rehearsal = new Sale(spot.port(), "rehearsal");
            rehearsal.opens();
            ConstantRate.of(spot.port(), BEFORE, A_WHILE, rehearsal::joins);
            rehearsal.closes();
            var sale = new Sale(spot.port(), "shop");
            var cost = new Cost(redis, proxy, List.of(first, second));
            sale.opens();
            var looked = A_WHILE.compareTo(HALF) < 0 ? A_WHILE : HALF;
            var waits = comes(spot, sale, HALF.minus(looked));
            var shares = Profile.of(
                    second.handle(), jdk, folder.resolve("event.jfr"), () -> waits.add(comes(spot, sale, looked)));
            var before = waits.getValueAtPercentile(99) / 1e3;
            cost.isKilled(first);
            waits.add(comes(spot, sale, HALF));
            cost.tells(sale.joined());
            var ofRush = new Cost(redis, proxy, List.of(second));
            var back = CompletableFuture.runAsync(first::starts);
            var begun = System.nanoTime();
            sale.joinsAtOnce(VISITORS * 3 / 10);
            var rush = VISITORS * 0.3 / ((System.nanoTime() - begun) / 1e9);
            ofRush.tells(VISITORS * 3 / 10);
            back.join();
            sale.closes();

            var boards = boardsAskedFor();
            System.out.println(sale);
            var figures = new Figures("EventTest", Jdks.version(jdk));
            for (var percentile : List.of(50.0, 99.0, 99.9)) {
                figures.tell(
                        "event.join.p" + String.valueOf(percentile).replaceAll("\\.0$", ""),
                        Figure.once("ms", waits.getValueAtPercentile(percentile) / 1e3));
            }
            figures.tell("event.join.before.p99", Figure.once("ms", before));
            cost.figures().forEach(figures::tell);
            shares.forEach((part, share) -> figures.tell(Profile.row("event", part), Figure.once("%", share * 100)));
            figures.tell("event.rush.redis", ofRush.of("redis"));
            figures.tell("event.rush", Figure.once("joins a second", rush));
            figures.tell("event.boards", Figure.once("boards a second", sale.boardsASecond()));
            figures.tell("event.boards.origin", Figure.once("boards a second", (double) boards));
            var played = PlayedEvent.waits(Rate.parse(Sale.RATE), sale.arrivals(), sale.seconds());
            System.out.printf(
                    "waits of the called: %.1f s and %.1f s (50 %%, 90 %%), simulated %.1f s and %.1f s%n",
                    sale.wait(0.5), sale.wait(0.9), played.get(0), played.get(1));
            sale.isWhole();
            assertThat(boards).as("boards in any second at the nodes").isLessThanOrEqualTo(BOARDS);
            assertThat(waits.getValueAtPercentile(99) / 1e3).as("ms").isLessThan(LONGEST);
            assertThat(played.get(0)).as("simulated").isCloseTo(sale.wait(0.5), within(tolerated(sale.wait(0.5))));
            assertThat(played.get(1)).as("simulated").isCloseTo(sale.wait(0.9), within(tolerated(sale.wait(0.9))));
        }
    }

    /** 5 %; where the crowd is small a tick, a look at the board, and the second in which the sale ends. */
    private static double tolerated(double seconds) {
        return Math.max(0.05 * seconds, 3);
    }

    private static Histogram comes(Nginx.Spot spot, Sale sale, Duration span) {
        return ConstantRate.of(spot.port(), A_SECOND, span, sale::joins);
    }

    private GatehouseProcess node(RedisServer redis, Nginx.Spot spot) throws IOException {
        var port = FreePorts.next();
        var data = Files.createDirectories(folder.resolve("node-" + port));
        var settings = Stream.concat(
                Arrays.stream(redis.settings()),
                Stream.of(
                        "gatehouse.issuer=" + spot.at(""),
                        "gatehouse.master-key=" + RunningGatehouse.MASTER_KEY,
                        "gatehouse.trusted-proxies=2", // nginx, and what a CDN before it would have written
                        "gatehouse.limits.enabled=true",
                        "gatehouse.rooms.shop.rate=" + Sale.RATE,
                        "gatehouse.rooms.shop.most-waiting=" + 2 * VISITORS,
                        "gatehouse.rooms.shop.claim-window=1h", // no visitor comes to the site, which would end visits
                        "gatehouse.rooms.rehearsal.capacity=0",
                        "gatehouse.sites.rehearsal.room=rehearsal",
                        "gatehouse.sites.rehearsal.secret=" + RunningGatehouse.SECRET,
                        "gatehouse.sites.rehearsal.redirect-uris=" + RunningGatehouse.SITE + "/callback",
                        "server.jetty.accesslog.enabled=true",
                        "server.jetty.accesslog.filename=" + data.resolve("access.log"),
                        "server.jetty.accesslog.append=true",
                        "server.jetty.accesslog.custom-format=%{HH:mm:ss}t %U",
                        "server.jetty.accesslog.ignore-paths=/authorize,/rooms/shop/enter,/rooms/shop/wait,"
                                + "/rooms/shop/leave,/rooms/shop/place,/rooms/rehearsal/*"));
        return new GatehouseProcess(OPTIONS, port, data, settings.toArray(String[]::new)).on(Jdks.java(jdk));
    }

    /** The most boards of the shop that both nodes together were asked for in any one second. */
    private long boardsAskedFor() throws IOException {
        var lines = new ArrayList<String>();
        try (var logs = Files.newDirectoryStream(folder, "node-*")) {
            for (var log : logs) {
                lines.addAll(Files.readAllLines(log.resolve("access.log")));
            }
        }
        return lines.stream()
                .filter(line -> line.endsWith(" /rooms/shop/board"))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .values()
                .stream()
                .max(Long::compare)
                .orElse(0L);
    }

    private String caches(Nginx.Spot spot, int first, int second) {
        return """
                proxy_cache_path %1$s/boards keys_zone=boards:1m;
                upstream nodes {
                  server 127.0.0.1:%3$d fail_timeout=2s;
                  server 127.0.0.1:%4$d fail_timeout=2s;
                  keepalive 64;
                  keepalive_requests 1000000;
                }
                server {
                  listen 127.0.0.1:%2$d;
                  keepalive_requests 1000000;
                  proxy_http_version 1.1;
                  proxy_set_header Connection "";
                  proxy_set_header Host $http_host;
                  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                  proxy_buffers 16 8k;
                  location / {
                    proxy_pass http://nodes;
                  }
                  location ~ ^/rooms/[^/]+/board$ {
                    proxy_cache boards;
                    proxy_cache_key $uri;
                    proxy_cache_lock on;
                    proxy_cache_revalidate on;
                    proxy_cache_use_stale updating error timeout;
                    proxy_pass http://nodes;
                  }
                }
                """
                .formatted(folder, spot.port(), first, second);
    }
}
