package io.gatehouse.store.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;

/** The driver of a test, configured as the service's own where it matters. */
final class Clients implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(8);

    /** Of a cluster with replicas, which in its tests are missing on purpose again and again: each time costs half of it. */
    private static final Duration IMPATIENCE = Duration.ofSeconds(5);

    private final AbstractRedisClient client;
    private final RedisLink link;

    private Clients(AbstractRedisClient client, int replicas) {
        this.client = client;
        this.link = new RedisLink(client, replicas);
    }

    static Clients of(RedisServer server) {
        return of(server, 0);
    }

    static Clients of(RedisServer server, int replicas) {
        var client = RedisClient.create(uri(server, PATIENCE));
        var options = ClientOptions.builder();
        RedisConnectionConfiguration.customize(options, PATIENCE);
        client.setOptions(options.build());
        return new Clients(client, replicas);
    }

    static Clients of(RedisCluster cluster) {
        return of(cluster, 0);
    }

    static Clients of(RedisCluster cluster, int replicas) {
        var patience = replicas > 0 ? IMPATIENCE : PATIENCE;
        var client = RedisClusterClient.create(
                cluster.nodes().stream().map(node -> uri(node, patience)).toList());
        var options = ClusterClientOptions.builder();
        RedisConnectionConfiguration.customize(options, patience);
        options.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                .enablePeriodicRefresh(Duration.ofSeconds(5))
                .build());
        client.setOptions(options.build());
        return new Clients(client, replicas);
    }

    RedisLink link() {
        return link;
    }

    @Override
    public void close() {
        link.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }

    private static RedisURI uri(RedisServer server, Duration patience) {
        return RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(server.port())
                .withTimeout(patience)
                .build();
    }
}
