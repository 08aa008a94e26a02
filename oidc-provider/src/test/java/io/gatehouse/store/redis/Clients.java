package io.gatehouse.store.redis;

import io.gatehouse.time.SystemScheduler;
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

    /** Longer than a busy machine holds up a server that lives. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /**
     * With servers that die or hang on purpose: what the driver has sent to one when it dies waits for the
     * next connection for so long, and for a replica half as long.
     */
    private static final Duration IMPATIENCE = Duration.ofSeconds(5);

    private final AbstractRedisClient client;
    private final RedisLink link;

    private Clients(AbstractRedisClient client, int replicas) {
        this.client = client;
        this.link = new RedisLink(client, replicas, new SystemScheduler());
    }

    static Clients of(RedisServer server) {
        return of(server, 0);
    }

    static Clients of(RedisServer server, int replicas) {
        return of(server, replicas, TIMEOUT);
    }

    /** For a server that is to die or to hang. */
    static Clients impatient(RedisServer server) {
        return impatient(server, 0);
    }

    /** For a server whose replicas are to hang. */
    static Clients impatient(RedisServer server, int replicas) {
        return of(server, replicas, IMPATIENCE);
    }

    private static Clients of(RedisServer server, int replicas, Duration timeout) {
        var client = RedisClient.create(uri(server, timeout));
        var options = ClientOptions.builder();
        RedisConnectionConfiguration.customize(options, timeout);
        client.setOptions(options.build());
        return new Clients(client, replicas);
    }

    static Clients of(RedisCluster cluster) {
        return of(cluster, 0, TIMEOUT);
    }

    /** For a cluster that is to lose nodes. */
    static Clients impatient(RedisCluster cluster, int replicas) {
        return of(cluster, replicas, IMPATIENCE);
    }

    private static Clients of(RedisCluster cluster, int replicas, Duration timeout) {
        var client = RedisClusterClient.create(
                cluster.nodes().stream().map(node -> uri(node, timeout)).toList());
        var options = ClusterClientOptions.builder();
        RedisConnectionConfiguration.customize(options, timeout);
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

    private static RedisURI uri(RedisServer server, Duration timeout) {
        return RedisURI.builder()
                .withHost("127.0.0.1")
                .withPort(server.port())
                .withTimeout(timeout)
                .build();
    }
}
