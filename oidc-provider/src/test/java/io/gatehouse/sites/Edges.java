package io.gatehouse.sites;

import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** CloudFront, Cloudflare and Fastly, as src/test/node/edge.cjs plays them, with docs/sites/edge.js before a site. */
final class Edges implements AutoCloseable {

    static final String SECRET = "0123456789abcdefghijklmnopqrstuvwxyz";

    private static final Path SCRIPTS = Path.of("src", "test", "node").toAbsolutePath();

    private final TestProcess process;
    private final String cloudFront;
    private final List<String> workers;

    private Edges(TestProcess process, String cloudFront, List<String> workers) {
        this.process = process;
        this.cloudFront = cloudFront;
        this.workers = workers;
    }

    /** Starts all before this site, with the room {@code shop} of the Gatehouse there, and waits until they listen. */
    static Edges start(String issuer, String gatehouse, String site) {
        var gate = Map.of(
                "room",
                "shop",
                "issuer",
                issuer,
                "gatehouse",
                gatehouse,
                "site",
                site,
                "remember",
                5,
                "secret",
                SECRET);
        var cloudFront = FreePorts.next();
        var cloudflare = FreePorts.next();
        var fastly = FreePorts.next();
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
                        "CLOUDFLARE",
                        String.valueOf(cloudflare),
                        "FASTLY",
                        String.valueOf(fastly)));
        var process = TestProcess.start("edge.cjs", command)
                .listens(cloudFront, Duration.ofMinutes(2))
                .listens(cloudflare, Duration.ofMinutes(2))
                .listens(fastly, Duration.ofMinutes(2));
        return new Edges(process, at(cloudFront), List.of(at(cloudflare), at(fastly)));
    }

    /** One host for all: their cookies are those of one site. */
    private static String at(int port) {
        return "http://localhost:" + port;
    }

    String cloudFront() {
        return cloudFront;
    }

    /** Cloudflare's, and Fastly's. */
    List<String> workers() {
        return workers;
    }

    /** Their clock stands there from now on. */
    void isNow(Instant time) {
        var now = String.valueOf(time.toEpochMilli());
        try {
            LocalSite.sends(
                    HttpRequest.newBuilder(URI.create(cloudFront + "/-/clock")).PUT(BodyPublishers.ofString(now)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.stops();
    }
}
