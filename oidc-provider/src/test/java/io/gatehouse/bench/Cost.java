package io.gatehouse.bench;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.sites.Nginx;
import io.gatehouse.store.redis.RedisServer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What the parts of an installation have worked for a crowd, in time on the CPU for each visitor, and how
 * busy the machine was.
 */
final class Cost {

    private final RedisServer redis;
    private final Nginx proxy;
    private final List<GatehouseProcess> nodes;
    private final Map<String, Double> before;
    private final Moment start;
    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private double ofTheDead;

    /** From now on. */
    Cost(RedisServer redis, Nginx proxy, List<GatehouseProcess> nodes) {
        this.redis = redis;
        this.proxy = proxy;
        this.nodes = nodes;
        this.before = worked();
        this.start = Moment.now(proxy.handle());
    }

    /** Kills this node; what it has worked counts. */
    synchronized void isKilled(GatehouseProcess node) {
        ofTheDead += seconds(node.handle());
        node.isKilled();
    }

    /** Until now, for so many. */
    synchronized void tells(int visitors) {
        var span = Moment.now(proxy.handle()).since(start);
        worked().forEach((part, seconds) -> figures.put(
                "event.cpu." + part,
                Figure.once("ms of CPU", (seconds - before.getOrDefault(part, 0.0)) * 1e3 / visitors)));
        figures.put("event.busy", Figure.once("%", 100 * span.busy() / span.all(), span.othersShare()));
    }

    Map<String, Figure> figures() {
        return figures;
    }

    /** What one part has worked. */
    Figure of(String part) {
        return Objects.requireNonNull(figures.get("event.cpu." + part));
    }

    private Map<String, Double> worked() {
        var ofNodes = nodes.stream()
                .map(GatehouseProcess::handle)
                .filter(ProcessHandle::isAlive)
                .mapToDouble(Cost::seconds)
                .sum();
        var ofRedis = Double.parseDouble(redis.info("used_cpu_user")) + Double.parseDouble(redis.info("used_cpu_sys"));
        return Map.of(
                "nodes",
                ofTheDead + ofNodes,
                "redis",
                ofRedis,
                "nginx",
                seconds(proxy.handle()),
                "load",
                seconds(ProcessHandle.current()));
    }

    private static double seconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }
}
