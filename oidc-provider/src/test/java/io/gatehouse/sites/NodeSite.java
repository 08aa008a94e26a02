package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A site of src/test/node as a process of its own, logging its visitors in with Gatehouse. */
final class NodeSite implements AutoCloseable {

    private static final Path SCRIPTS = Path.of("src", "test", "node").toAbsolutePath();
    private static final Path LOGS = Path.of("target", "processes").toAbsolutePath();

    private final String address;
    private final Process process;
    private final Path log;

    private NodeSite(String address, Process process, Path log) {
        this.address = address;
        this.process = process;
        this.log = log;
    }

    /** Where a site is going to stand. */
    static String freeAddress() {
        return "http://localhost:" + RunningGatehouse.freePort();
    }

    /** Starts the script at that address, and waits until it listens. */
    static NodeSite start(String script, String address, RunningGatehouse gatehouse, Map<String, String> more) {
        install();
        var log = LOGS.resolve(script + ".log");
        var builder = builder(log, "node", script);
        builder.environment().put("ISSUER", gatehouse.issuer());
        builder.environment().put("SITE", address);
        builder.environment().put("SECRET", RunningGatehouse.SECRET);
        builder.environment().putAll(more);
        var site = new NodeSite(address, started(builder), log);
        await("listening, see " + log).atMost(Duration.ofSeconds(60)).until(site::listens);
        return site;
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
        process.destroyForcibly();
        waits(process, 30);
    }

    private boolean listens() {
        assertThat(process.isAlive()).as("ended at its start, see " + log).isTrue();
        return listens(Integer.parseInt(address.replaceFirst(".*:", "")));
    }

    /** Whether somebody takes connections there. */
    static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** What package-lock.json names, once. */
    private static synchronized void install() {
        if (Files.exists(SCRIPTS.resolve("node_modules/.package-lock.json"))) {
            return;
        }
        var log = LOGS.resolve("npm.log");
        var npm = started(builder(log, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
        assertThat(waits(npm, 300)).as("npm ci, see " + log).isZero();
    }

    private static ProcessBuilder builder(Path log, String... command) {
        return new ProcessBuilder(command)
                .directory(SCRIPTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    private static Process started(ProcessBuilder builder) {
        try {
            Files.createDirectories(LOGS);
            return builder.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static int waits(Process ending, int seconds) {
        try {
            assertThat(ending.waitFor(seconds, TimeUnit.SECONDS)).as("ended").isTrue();
            return ending.exitValue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }
}
