package io.gatehouse.faults;

import io.gatehouse.flow.GatehouseProcess;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Several nodes of one installation, as processes of the packaged jar, behind one balancer. */
final class Nodes implements AutoCloseable {

    private static final List<String> OPTIONS =
            List.of("-Xmx384m", "-Daws.accessKeyId=local", "-Daws.secretAccessKey=local");

    private static final String MASTER_KEY = "bm90IGEgc2VjcmV0OiBmb3IgdGVzdHMgb2YgZmF1bHRzIG9ubHk=";

    private final List<GatehouseProcess> nodes = new ArrayList<>();
    private final RoundRobin balancer;

    private Nodes(int many, double loses, Path data, List<String> settings) {
        var ports = new ArrayList<Integer>();
        for (var node = 0; node < many; node++) {
            ports.add(FreePorts.next());
        }
        balancer = new RoundRobin(ports, loses);
        for (var port : ports) {
            var all = new ArrayList<>(List.of(
                    "gatehouse.issuer=http://localhost:" + balancer.port(),
                    "gatehouse.master-key=" + MASTER_KEY,
                    "gatehouse.api-clients.watcher.secret=" + RunningGatehouse.SECRET));
            all.addAll(settings);
            nodes.add(GatehouseProcess.ofMany(OPTIONS, port, data.resolve("node-" + port), all.toArray(String[]::new)));
        }
    }

    /** Starts so many, all at once, behind a balancer that loses this share of the answers. */
    static Nodes start(int many, double loses, Path data, String... settings) {
        return start(GatehouseProcess::starts, new Nodes(many, loses, data, List.of(settings)));
    }

    /** The same from another jar, behind a balancer that loses nothing. */
    static Nodes startFrom(Path jar, int many, Path data, String... settings) {
        return start(node -> node.startsFrom(jar), new Nodes(many, 0, data, List.of(settings)));
    }

    private static Nodes start(Consumer<GatehouseProcess> starts, Nodes started) {
        try {
            CompletableFuture.allOf(started.nodes.stream()
                            .map(node -> CompletableFuture.runAsync(() -> starts.accept(node)))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
            return started;
        } catch (RuntimeException broken) {
            started.close();
            throw broken;
        }
    }

    /** Where visitors come in. */
    int port() {
        return balancer.port();
    }

    RoundRobin balancer() {
        return balancer;
    }

    GatehouseProcess node(int number) {
        return nodes.get(number);
    }

    List<GatehouseProcess> all() {
        return List.copyOf(nodes);
    }

    /** Takes a node from the balancer, lets it end in good order, and starts it in another way. */
    void replaces(GatehouseProcess node, Consumer<GatehouseProcess> starts) {
        balancer.takesOut(node.port());
        node.isAskedToStop();
        node.ends();
        starts.accept(node);
        balancer.takesIn(node.port());
    }

    @Override
    public void close() {
        nodes.forEach(GatehouseProcess::close);
        balancer.close();
    }
}
