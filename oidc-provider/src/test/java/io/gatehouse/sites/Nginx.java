package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Debian's nginx, with a folder of its own. */
public final class Nginx implements AutoCloseable {

    /** Where one is going to stand. */
    public record Spot(int port) {

        public static Spot free() {
            return new Spot(FreePorts.next());
        }

        public String at(String path) {
            return "http://localhost:" + port + path;
        }
    }

    private final TestProcess process;
    private final Spot spot;

    private Nginx(TestProcess process, Spot spot) {
        this.process = process;
        this.spot = spot;
    }

    String at(String path) {
        return spot.at(path);
    }

    /** The process as the JDK sees it. */
    public ProcessHandle handle() {
        return process.handle();
    }

    /** The first block for nginx in this document of docs/sites, with our addresses and our room in it. */
    static String documented(String document, Spot spot, String gatehouse, String site, String room) {
        return ours(block(Path.of("..", "docs", "sites", document)), spot, gatehouse, site, room);
    }

    /** The same with the second block of the document in place of the location for pages. */
    static String documentedOpen(String document, Spot spot, String gatehouse, String site, String room) {
        var blocks = blocks(Path.of("..", "docs", "sites", document));
        var open = blocks.get(0)
                .replaceFirst("(?s)    location / \\{.*?\n    }\n", Matcher.quoteReplacement(blocks.get(1)));
        return ours(open, spot, gatehouse, site, room);
    }

    private static String ours(String block, Spot spot, String gatehouse, String site, String room) {
        var ours = block.replace("listen 80;", "listen 127.0.0.1:" + spot.port() + ";")
                .replace("127.0.0.1:9000", URI.create(gatehouse).getAuthority())
                .replace("127.0.0.1:8080", URI.create(site).getAuthority())
                .replace("/rooms/shop/", "/rooms/" + room + "/")
                .replace("room=shop", "room=" + room);
        assertThat(ours).doesNotContain("listen 80", ":9000", ":8080");
        return ours;
    }

    /** The first block for nginx in this document. */
    static String block(Path document) {
        return blocks(document).get(0);
    }

    private static List<String> blocks(Path document) {
        try {
            return Pattern.compile("(?s)```nginx\n(.*?)```")
                    .matcher(Files.readString(document))
                    .results()
                    .map(block -> block.group(1))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts it with these server blocks, which listen there, and waits until they do. */
    public static Nginx start(Spot spot, String servers) {
        try {
            var parent = Files.createDirectories(Path.of("target", "nginx").toAbsolutePath());
            var folder = Files.createTempDirectory(parent, "");
            var file = folder.resolve("nginx.conf");
            Files.writeString(file, configuration(folder, servers));
            var log = folder.resolve("error.log").toString();
            var command = new ProcessBuilder(
                            "/usr/sbin/nginx", "-e", log, "-p", folder.toString(), "-c", file.toString())
                    .directory(folder.toFile());
            var process = TestProcess.start("nginx", command).listens(spot.port(), Duration.ofMinutes(2));
            return new Nginx(process, spot);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** One process, which remains who has started it, and writes nowhere else. */
    private static String configuration(Path folder, String servers) {
        var folders = Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                .map(kind -> kind + "_temp_path " + folder.resolve(kind) + ";")
                .collect(Collectors.joining("\n"));
        return """
                daemon off;
                master_process off;
                pid %1$s/pid;
                error_log %1$s/error.log;
                events { worker_connections 4096; }
                http {
                access_log off;
                %2$s
                %3$s
                }
                """
                .formatted(folder, folders, servers);
    }

    @Override
    public void close() {
        process.stops();
    }
}
