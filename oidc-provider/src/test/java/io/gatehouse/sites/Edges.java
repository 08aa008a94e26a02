package io.gatehouse.sites;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** CloudFront and a worker, as src/test/node/edge.cjs plays them, with docs/sites/edge.js before a site. */
final class Edges implements AutoCloseable {

    static final String SECRET = "0123456789abcdefghijklmnopqrstuvwxyz";

    private static final Path SCRIPTS = Path.of("src", "test", "node").toAbsolutePath();

    private final TestProcess process;
    private final String cloudFront;
    private final String worker;

    private Edges(TestProcess process, String cloudFront, String worker) {
        this.process = process;
        this.cloudFront = cloudFront;
        this.worker = worker;
    }

    /** Starts both before this site, with the room {@code shop}, and waits until they listen. */
    static Edges start(RunningGatehouse gatehouse, String site) {
        var gate = Map.of(
                "room",
                "shop",
                "issuer",
                gatehouse.issuer(),
                "gatehouse",
                gatehouse.issuer(),
                "site",
                site,
                "remember",
                5,
                "secret",
                SECRET);
        var cloudFront = FreePorts.next();
        var worker = FreePorts.next();
        var command = new ProcessBuilder("node", "edge.cjs").directory(SCRIPTS.toFile());
        command.environment()
                .putAll(Map.of(
                        "FILE",
                        Path.of("..", "docs", "sites", "edge.js")
                                .toAbsolutePath()
                                .toString(),
                        "GATE",
                        LocalSite.JSON.writeValueAsString(gate),
                        "CLOUDFRONT",
                        String.valueOf(cloudFront),
                        "WORKER",
                        String.valueOf(worker)));
        var process = TestProcess.start("edge.cjs", command)
                .listens(cloudFront, Duration.ofMinutes(2))
                .listens(worker, Duration.ofMinutes(2));
        return new Edges(process, at(cloudFront), at(worker));
    }

    /** One host for all: their cookies are those of one site. */
    private static String at(int port) {
        return "http://localhost:" + port;
    }

    String cloudFront() {
        return cloudFront;
    }

    String worker() {
        return worker;
    }

    /** Their clock says from now on what Gatehouse's says. */
    void isNow(RunningGatehouse gatehouse) {
        var now = String.valueOf(gatehouse.clock().millis());
        try {
            LocalSite.sends(
                    HttpRequest.newBuilder(URI.create(worker + "/-/clock")).PUT(BodyPublishers.ofString(now)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.stops();
    }
}
