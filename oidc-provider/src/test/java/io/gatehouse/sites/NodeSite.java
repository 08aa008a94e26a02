package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Installation;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.NodeModules;
import io.gatehouse.testing.TestProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A site of src/test/node as a process of its own, logging its visitors in with Gatehouse. */
final class NodeSite implements AutoCloseable {

    private static final Path SCRIPTS = Path.of("src", "test", "node").toAbsolutePath();

    private final String address;
    private final TestProcess process;

    private NodeSite(String address, TestProcess process) {
        this.address = address;
        this.process = process;
    }

    /** Where a site is going to stand: beside Gatehouse on localhost, with cookies of its own. */
    static String freeAddress() {
        return "http://127.0.0.1:" + FreePorts.next();
    }

    /** Starts the script at that address, and waits until it listens. */
    static NodeSite start(String script, String address, Installation gatehouse, Map<String, String> more) {
        NodeModules.install(SCRIPTS);
        var command = new ProcessBuilder("node", script).directory(SCRIPTS.toFile());
        command.environment()
                .putAll(Map.of("ISSUER", gatehouse.issuer(), "SITE", address, "SECRET", RunningGatehouse.SECRET));
        command.environment().putAll(more);
        warmUp(gatehouse);
        var process =
                TestProcess.start(script, command).listens(URI.create(address).getPort(), Duration.ofMinutes(2));
        return new NodeSite(address, process);
    }

    /** Some libraries give up on an answer after 5 s: what Gatehouse does for it, it must not do for the first time. */
    private static void warmUp(Installation gatehouse) {
        for (var document : List.of("openid-configuration", "jwks.json")) {
            Login.get(gatehouse.issuer() + "/.well-known/" + document, "");
        }
        Login.redeem(gatehouse, "no code");
        Login.get(gatehouse.issuer() + "/userinfo", "Bearer no-token");
    }

    /** An address of this site. */
    String at(String path) {
        return address + path;
    }

    /** Goes there and follows every redirect, between the site and Gatehouse, to the page where it ends. */
    Browser.Page opens(Browser browser, String path) {
        return follows(browser, browser.opens(at(path)));
    }

    /** Follows redirects on from here. */
    Browser.Page follows(Browser browser, Browser.Page page) {
        var here = page;
        for (var hops = 0; here.isOutside(); hops++) {
            assertThat(hops).as("redirects, now to %s", here.url()).isLessThan(10);
            assertThat(here.url()).startsWith(address + "/");
            here = browser.opens(here.url());
        }
        return here;
    }

    @Override
    public void close() {
        process.stops();
    }
}
