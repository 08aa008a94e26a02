package io.gatehouse.store.redis;

import io.gatehouse.store.StartWait;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Looks at Redis once, at the start, as soon as it can be reached: refuses one that is too old, and warns of
 * settings under which it forgets what visitors were told. What it may not look at, it says so.
 */
final class RedisStartCheck {

    private static final Logger LOG = LoggerFactory.getLogger(RedisStartCheck.class);

    private static final int OLDEST = 7;

    private static final String COVERAGE = "cluster-require-full-coverage";

    private final int replicas;
    private final boolean keepsAll;
    private final StartWait timeout;
    private final String settings;

    /**
     * @param replicas how many replicas Gatehouse is told to wait for
     * @param keepsAll whether it keeps what must not be lost; if not, files and replicas are its operator's
     *     own affair
     * @param settings which name its address, for the operator who has to correct them
     */
    RedisStartCheck(int replicas, boolean keepsAll, StartWait timeout, String settings) {
        this.settings = settings;
        this.replicas = replicas;
        this.keepsAll = keepsAll;
        this.timeout = timeout;
    }

    /** Throws {@link RedisStartException} when it cannot be used. */
    void look(AbstractRedisClient client) {
        try {
            timeout.look("Redis", () -> lookNow(client), RedisStartCheck::isAway);
        } catch (RedisException away) {
            throw new RedisStartException(
                    "Redis cannot be used: " + reason(away),
                    "Check " + settings + ", and spring.data.redis.username, password and ssl;"
                            + " docs/operate/stores.md has examples.",
                    away);
        }
    }

    private void lookNow(AbstractRedisClient client) {
        if (client instanceof RedisClusterClient cluster) {
            lookAtAll(cluster);
        } else {
            lookAtOne((RedisClient) client);
        }
    }

    /**
     * A server that takes a connection and does not greet in time may be busy; the driver wraps that failure,
     * once for each node of a cluster.
     */
    private static boolean isAway(Throwable failure) {
        return failure instanceof RedisLoadingException
                || StartWait.all(failure).anyMatch(RedisFailures::isTimeout)
                || StartWait.isUnreachable(failure);
    }

    private void lookAtAll(RedisClusterClient cluster) {
        try (var connection = cluster.connect()) {
            for (var node : connection.getPartitions()) {
                if (node.is(RedisClusterNode.NodeFlag.UPSTREAM)
                        && !node.getSlots().isEmpty()) {
                    lookAtOne(connection, node);
                }
            }
        }
    }

    private void lookAtOne(StatefulRedisClusterConnection<String, String> connection, RedisClusterNode node) {
        var name = "Redis at " + node.getUri().getHost() + ":" + node.getUri().getPort();
        try {
            var redis = connection.getConnection(node.getNodeId()).sync();
            look(name, redis);
            lookAtCoverage(name, redis);
        } catch (RedisConnectionException failingOver) {
            LOG.warn("{} cannot be reached now: {}", name, reason(failingOver));
        }
    }

    private void lookAtOne(RedisClient client) {
        try (var connection = client.connect()) {
            var info = look("Redis", connection.sync());
            if ("cluster".equals(info.get("redis_mode"))) {
                throw new RedisStartException(
                        "Redis is a node of a cluster, and the others are not known",
                        "Set spring.data.redis.cluster.nodes in place of spring.data.redis.url or host.");
            }
        }
    }

    private Map<String, String> look(String name, RedisClusterCommands<String, String> redis) {
        var info = info(name, redis);
        requireVersion(name, info);
        if ("1".equals(info.get("loading"))) {
            throw new RedisLoadingException("LOADING " + name + " is reading its file");
        }
        lookAtSettings(name, redis, Integer.parseInt(info.getOrDefault("connected_slaves", "0")));
        if ("slave".equals(info.get("role"))) {
            LOG.warn(
                    "{} is a replica, which cannot be written to; give the address of its master or of Sentinels",
                    name);
        }
        return info;
    }

    private static void requireVersion(String name, Map<String, String> info) {
        var version = Optional.ofNullable(info.get("redis_version"));
        if (version.isPresent() && major(version.get()) < OLDEST) {
            throw new RedisStartException(
                    name + " is version " + version.get() + ", and version " + OLDEST + " or later is needed",
                    "Upgrade Redis, or name another one by spring.data.redis.url.");
        }
    }

    private void lookAtSettings(String name, RedisClusterCommands<String, String> redis, int connected) {
        try {
            lookAtMemory(name, setting(redis, "maxmemory-policy"));
            if (keepsAll) {
                lookAtFiles(name, setting(redis, "appendonly"), setting(redis, "appendfsync"));
            }
            lookAtReplicas(name, setting(redis, "min-replicas-to-write"), connected);
        } catch (RedisCommandExecutionException forbidden) {
            LOG.warn(
                    "{} does not let its settings be read ({}), so they are not checked: it should have"
                            + " maxmemory-policy noeviction and appendonly yes",
                    name,
                    forbidden.getMessage());
        }
    }

    private static void lookAtCoverage(String name, RedisClusterCommands<String, String> redis) {
        try {
            if (setting(redis, COVERAGE).equals("yes")) {
                LOG.warn(
                        "{} has {} yes: when any master is away and no replica takes over, all rooms stop and not only"
                                + " those that it keeps. Set {} no",
                        name,
                        COVERAGE,
                        COVERAGE);
            }
        } catch (RedisCommandExecutionException forbidden) {
            LOG.warn("{} does not let {} be read; it should be no", name, COVERAGE);
        }
    }

    private static void lookAtMemory(String name, String policy) {
        if (!policy.isEmpty() && !policy.equals("noeviction")) {
            LOG.warn(
                    "{} has maxmemory-policy {}: when its memory is full it throws places and admissions away, and the"
                            + " room stops. Set maxmemory-policy noeviction",
                    name,
                    policy);
        }
    }

    private static void lookAtFiles(String name, String appends, String syncs) {
        if (appends.equals("no")) {
            LOG.warn(
                    "{} has appendonly no: when it ends, all places, admissions and logins since its last snapshot are"
                            + " lost, or all of them if it makes none. Set appendonly yes",
                    name);
        } else if (syncs.equals("no")) {
            LOG.warn(
                    "{} has appendfsync no: a loss of power loses places and admissions of half a minute. Set"
                            + " appendfsync everysec or always",
                    name);
        } else if (syncs.equals("everysec")) {
            LOG.info(
                    "{} has appendfsync everysec: a loss of power may lose the last second's places and admissions",
                    name);
        }
    }

    private void lookAtReplicas(String name, String writesNeed, int connected) {
        if (replicas > connected) {
            LOG.warn(
                    "{} has {} replicas, and gatehouse.redis.replicas is {}: nothing can be acknowledged",
                    name,
                    connected,
                    replicas);
        } else if (keepsAll && connected > 0 && replicas == 0 && writesNeed.equals("0")) {
            LOG.info(
                    "{} has {} replicas, and neither min-replicas-to-write nor gatehouse.redis.replicas is set: a"
                            + " failover may lose the last places and admissions",
                    name,
                    connected);
        }
    }

    private Map<String, String> info(String name, RedisClusterCommands<String, String> redis) {
        try {
            return redis.info()
                    .lines()
                    .filter(line -> line.contains(":"))
                    .map(line -> line.strip().split(":", 2))
                    .collect(Collectors.toMap(field -> field[0], field -> field[1], (first, second) -> first));
        } catch (RedisCommandExecutionException forbidden) {
            if (!keepsAll) {
                throw new RedisStartException(
                        name + " does not let INFO be asked (" + forbidden.getMessage()
                                + "), and without it gatehouse.store=redis+dynamodb does not notice a loss",
                        "Give the right to the user of spring.data.redis.username: ACL SETUSER <that user> +info",
                        forbidden);
            }
            LOG.warn("{} does not tell its version ({}): 7 or later is needed", name, forbidden.getMessage());
            return Map.of();
        }
    }

    private static String setting(RedisClusterCommands<String, String> redis, String name) {
        return redis.configGet(name).getOrDefault(name, "");
    }

    private static int major(String version) {
        return Integer.parseInt(version.substring(0, version.indexOf('.')));
    }

    /** The driver says "Unable to connect"; the first cause says where to, and why not. */
    private static String reason(Throwable failure) {
        var root = NestedExceptionUtils.getMostSpecificCause(failure);
        return root == failure ? String.valueOf(failure.getMessage()) : failure.getMessage() + ": " + root.getMessage();
    }
}
