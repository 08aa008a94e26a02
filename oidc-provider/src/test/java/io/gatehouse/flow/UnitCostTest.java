package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.store.redis.RedisServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What one request of each kind costs a node in CPU time, warm, and what a join costs Redis: the units that
 * docs/scale.md counts with. Time on the CPU and not on the wall, because the load shares the machine with the server; and
 * beside each figure its ratio to that of a board in the same run, which is what holds elsewhere.
 */
@Tag("load")
class UnitCostTest {

    private static final int CLIENTS = 32;
    private static final int WARM_UP = 20_000;
    private static final int COUNTED = 20_000;

    private final ConcurrentLinkedQueue<String> cookies = new ConcurrentLinkedQueue<>();

    @TempDir
    Path data;

    @Test
    void givenTheEmbeddedStore_whenRequestsAreCounted_thenTheirCostIsTold() {
        try (var gatehouse = new GatehouseProcess(data, "gatehouse.rooms.shop.capacity=0")) {
            gatehouse.starts();

            var board = measure("embedded", gatehouse);

            assertThat(board).isPositive();
        }
    }

    @Test
    void givenRedis_whenRequestsAreCounted_thenTheirCostIsTold() {
        try (var redis = RedisServer.start("--appendonly", "yes");
                var gatehouse = new GatehouseProcess(data, settings(redis))) {
            gatehouse.starts();
            var memory = Long.parseLong(redis.info("used_memory"));
            var used = cpu(redis);

            measure("redis", gatehouse);

            var joins = WARM_UP + COUNTED;
            System.out.printf(
                    "FIGURE redis: %.0f us of Redis's CPU for each of %d joins with two looks, %d bytes of its memory%n",
                    (cpu(redis) - used) * 1e6 / joins,
                    joins,
                    (Long.parseLong(redis.info("used_memory")) - memory) / joins);
        }
    }

    private double measure(String store, GatehouseProcess gatehouse) {
        var join =
                cost(gatehouse, wire -> cookies.add(RetryingVisitors.joins(wire).cookie()));
        var place = cost(gatehouse, wire -> RetryingVisitors.place(wire, cookie()));
        var page = cost(
                gatehouse,
                wire -> RetryingVisitors.asks(wire, through -> through.gets("/rooms/shop/wait?request=", cookie())));
        var board = cost(gatehouse, RetryingVisitors::board); // last, when the server is as warm as it gets
        System.out.printf(
                "FIGURE %s: us of CPU: board %.0f, join (two requests) %.0f (%.1f boards), place %.0f (%.1f), page %.0f (%.1f)%n",
                store, board, join, join / board, place, place / board, page, page / board);
        return board;
    }

    private String cookie() {
        var cookie = cookies.remove();
        cookies.add(cookie);
        return cookie;
    }

    /** Microseconds of the node's CPU for one, after a warm-up of as many. */
    private static double cost(GatehouseProcess gatehouse, Consumer<Wire> request) {
        sends(gatehouse, WARM_UP, request);
        var before = gatehouse.cpu();
        sends(gatehouse, COUNTED, request);
        return gatehouse.cpu().minus(before).toNanos() / 1e3 / COUNTED;
    }

    private static void sends(GatehouseProcess gatehouse, int count, Consumer<Wire> request) {
        var left = new AtomicInteger(count);
        new RetryingVisitors(gatehouse.port()).sends(CLIENTS, wire -> {
            while (left.getAndDecrement() > 0) {
                request.accept(wire);
            }
        });
    }

    private static String[] settings(RedisServer redis) {
        var settings = new ArrayList<>(Arrays.asList(redis.settings()));
        settings.addAll(
                List.of("gatehouse.master-key=" + RunningGatehouse.MASTER_KEY, "gatehouse.rooms.shop.capacity=0"));
        return settings.toArray(String[]::new);
    }

    /** Seconds of CPU that Redis has used. */
    private static double cpu(RedisServer redis) {
        return Double.parseDouble(redis.info("used_cpu_user")) + Double.parseDouble(redis.info("used_cpu_sys"));
    }
}
