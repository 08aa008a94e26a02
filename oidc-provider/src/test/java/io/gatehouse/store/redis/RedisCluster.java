package io.gatehouse.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.testing.FreePorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Three masters with a replica each, started by the test, each a process of its own. */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** A node that does not answer for so long is believed dead, in ms. */
    private static final String CLOSELY = "2000";

    /** The same while nobody is meant to die: on a busy machine one that lives may not answer for a while. */
    private static final String LENIENTLY = "30000";

    private final List<RedisServer> nodes;

    private RedisCluster(List<RedisServer> nodes) {
        this.nodes = nodes;
    }

    /**
     * Starts one whose nodes have these arguments besides, and waits until each replica is in sync: a master
     * that dies earlier is not failed over. A node that does not answer for 30 s is believed dead; see
     * {@link #watchesClosely}.
     */
    public static RedisCluster start(String... arguments) {
        var nodes = new ArrayList<RedisServer>();
        for (int i = 0; i < 2 * MASTERS; i++) {
            nodes.add(node(arguments));
        }
        var cluster = new RedisCluster(List.copyOf(nodes));
        cluster.form();
        return cluster;
    }

    /** All six, whatever their part is now. */
    public List<RedisServer> nodes() {
        return nodes;
    }

    /** The master that keeps this key now. */
    public RedisServer masterOf(String key) {
        return holder(key, node -> node.info("role").equals("master"));
    }

    /** The replica of the master that keeps this key now. */
    public RedisServer replicaOf(String key) {
        return holder(key, node -> node.info("role").equals("slave"));
    }

    /** What Gatehouse has to be told to use it, each {@code name=value}. */
    public String[] settings() {
        return new String[] {"gatehouse.store=redis", "spring.data.redis.cluster.nodes=" + addresses()};
    }

    /** Every node's address, with commas between. */
    public String addresses() {
        return nodes.stream().map(node -> "127.0.0.1:" + node.port()).collect(Collectors.joining(","));
    }

    /**
     * From now on a node that does not answer for 2 s is believed dead, until {@link #awaitsReplicas}; all
     * must run.
     */
    public void watchesClosely() {
        watch(CLOSELY);
    }

    /** Waits until each node that runs says that all slots are served. */
    public void awaitsService() {
        await("all slots served")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() -> nodes.stream()
                        .filter(RedisServer::isRunning)
                        .allMatch(node -> state(node, "cluster_state:ok") && state(node, "cluster_slots_ok:" + SLOTS)));
    }

    /** Waits until all slots are served, by masters of which each has a replica in sync. */
    public void awaitsReplicas() {
        await("a cluster with replicas in sync")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() -> nodes.stream().allMatch(RedisServer::isRunning)
                        && nodes.stream().allMatch(RedisCluster::isWhole));
        watch(LENIENTLY);
    }

    /** Removes all data. */
    public void forgets() {
        nodes.stream().filter(node -> node.info("role").equals("master")).forEach(node -> says(node, "FLUSHALL"));
    }

    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }

    private static RedisServer node(String... arguments) {
        var own = List.of(
                "--cluster-enabled", "yes",
                "--cluster-config-file", "nodes.conf",
                "--cluster-port", String.valueOf(FreePorts.next()),
                "--cluster-node-timeout", CLOSELY,
                // However long it has been cut off: how long that was is nothing a test should rest on.
                "--cluster-replica-validity-factor", "0");
        return RedisServer.start(
                Stream.concat(own.stream(), Stream.of(arguments)).toArray(String[]::new));
    }

    private void form() {
        var first = nodes.get(0);
        for (int i = 0; i < MASTERS; i++) {
            var last = (i + 1) * SLOTS / MASTERS - 1;
            says(nodes.get(i), "CLUSTER", "ADDSLOTSRANGE", String.valueOf(i * SLOTS / MASTERS), String.valueOf(last));
            says(nodes.get(i), "CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(i + 1));
        }
        for (var other : nodes.subList(1, nodes.size())) {
            says(first, "CLUSTER", "MEET", "127.0.0.1", String.valueOf(other.port()), busPort(other));
        }
        await("all nodes know each other")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> nodes.stream().allMatch(node -> state(node, "cluster_known_nodes:" + nodes.size())));
        for (int i = 0; i < MASTERS; i++) {
            var master = nodes.get(i).say("CLUSTER", "MYID");
            var replica = nodes.get(i + MASTERS);
            await("replica follows").atMost(TIMEOUT).until(() -> replica.say("CLUSTER", "REPLICATE", master)
                    .equals("OK"));
        }
        awaitsReplicas();
    }

    private void watch(String howLong) {
        nodes.forEach(node -> says(node, "CONFIG", "SET", "cluster-node-timeout", howLong));
    }

    private RedisServer holder(String key, Predicate<RedisServer> part) {
        var slot = Integer.parseInt(running().say("CLUSTER", "KEYSLOT", key));
        return nodes.stream()
                .filter(RedisServer::isRunning)
                .filter(part)
                .filter(node -> keeps(node, slot))
                .findFirst()
                .orElseThrow();
    }

    /** Each line of CLUSTER NODES: id, address, flags, master's id, four more, slots. */
    private static boolean keeps(RedisServer node, int slot) {
        var rows = node.say("CLUSTER", "NODES")
                .lines()
                .map(line -> List.of(line.split(" ", -1)))
                .toList();
        var own = rows.stream()
                .filter(row -> row.get(2).contains("myself"))
                .findFirst()
                .orElseThrow();
        var master = own.get(2).contains("slave") ? own.get(3) : own.get(0);
        return rows.stream()
                .filter(row -> row.get(0).equals(master))
                .flatMap(row -> row.subList(8, row.size()).stream())
                .anyMatch(range -> contains(range, slot));
    }

    private static boolean contains(String range, int slot) {
        var ends = range.split("-", -1);
        return slot >= Integer.parseInt(ends[0]) && slot <= Integer.parseInt(ends[ends.length - 1]);
    }

    private static boolean isWhole(RedisServer node) {
        var isReplica = node.info("role").equals("slave");
        var isInSync = isReplica
                ? node.info("master_link_status").equals("up")
                : node.info("slave0").contains("state=online");
        return isInSync && state(node, "cluster_state:ok") && state(node, "cluster_slots_ok:" + SLOTS);
    }

    private static boolean state(RedisServer node, String line) {
        return node.say("CLUSTER", "INFO").lines().anyMatch(line::equals);
    }

    private static String busPort(RedisServer node) {
        return node.say("CONFIG", "GET", "cluster-port").lines().toList().get(1);
    }

    private RedisServer running() {
        return nodes.stream().filter(RedisServer::isRunning).findFirst().orElseThrow();
    }

    private static void says(RedisServer node, String... command) {
        assertThat(node.say(command)).isEqualTo("OK");
    }
}
