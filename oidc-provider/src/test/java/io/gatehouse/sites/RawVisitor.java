package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A browser, and a site's server, that send what a {@link Replay} says and nothing of their own. */
final class RawVisitor {

    /** What came back; {@code pages} of ours were looked at on the way. */
    record Reply(int status, Map<String, List<String>> headers, String body, String address, int pages) {

        String header(String name) {
            return headers.getOrDefault(name, List.of("")).get(0);
        }

        /** Whether the browser has been sent out of Gatehouse, to {@link #address}. */
        boolean isOutside() {
            return !address.startsWith("/");
        }

        Map<String, String> parameters() {
            return Browser.parameters(address);
        }
    }

    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final int port;
    private int authorizeRequests;

    RawVisitor(RunningGatehouse gatehouse) {
        this.port = URI.create(gatehouse.issuer()).getPort();
    }

    /** How often a site has sent this visitor. */
    int authorizeRequests() {
        return authorizeRequests;
    }

    /** Follows the party's redirect to us, and ours, until a page or out of Gatehouse. */
    Reply logsIn(Replay party) {
        authorizeRequests++;
        return follows(party, sends(party, "authorize", Map.of()));
    }

    /** Presses "Continue" on the page where they wait. */
    Reply continues(Replay party, Reply wait) {
        var form = "request=" + wait.parameters().getOrDefault("request", "");
        // The form is ours: the browser says so.
        var head = "POST /rooms/shop/continue HTTP/1.1\n"
                + headers(party).replace("Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-origin")
                + "Content-Type: application/x-www-form-urlencoded\nContent-Length: {length}\n\n" + form;
        return follows(party, sends(asking(head), "it", Map.of()));
    }

    /** Sends one of the party's requests as it is. */
    Reply sends(Replay party, String heading, Map<String, String> own) {
        var values = new LinkedHashMap<>(own);
        values.put("host", "localhost:" + port);
        values.put("cookies", String.join("; ", cookies.values()));
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(party.request(heading, values));
            socket.getOutputStream().flush();
            return read(new BufferedInputStream(socket.getInputStream()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Reply follows(Replay party, Reply first) {
        var reply = first;
        var at = "/authorize";
        for (var hops = 0; reply.status() / 100 == 3 && hops < 10; hops++) {
            var location = reply.header("location").replace("http://localhost:" + port, "");
            if (!location.startsWith("/")) {
                return new Reply(reply.status(), reply.headers(), "", location, 0);
            }
            at = location;
            reply = sends(asking("GET " + at + " HTTP/1.1\n" + headers(party) + "\n"), "it", Map.of());
        }
        return new Reply(reply.status(), reply.headers(), reply.body(), at, 1);
    }

    private static Replay asking(String request) {
        return new Replay("", List.of(), java.time.Duration.ZERO, "", Map.of("it", request));
    }

    /** Those of the browser in the party's authorize request, without its first line. */
    private static String headers(Replay party) {
        var head = party.requests().getOrDefault("authorize", "").split("\n\n", 2)[0];
        return head.substring(head.indexOf('\n') + 1) + "\n";
    }

    private Reply read(InputStream in) throws IOException {
        var status = Integer.parseInt(line(in).split(" ", 3)[1]);
        var headers = new LinkedHashMap<String, List<String>>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            var pair = line.split(":", 2);
            headers.computeIfAbsent(pair[0].toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(pair[1].strip());
        }
        headers.getOrDefault("set-cookie", List.of()).forEach(this::keep);
        return new Reply(status, headers, new String(body(in, headers), UTF_8), "", 0);
    }

    private void keep(String cookie) {
        var pair = cookie.replaceFirst(";.*", "");
        cookies.put(pair.replaceFirst("=.*", ""), pair);
    }

    private static byte[] body(InputStream in, Map<String, List<String>> headers) throws IOException {
        if (!headers.getOrDefault("transfer-encoding", List.of()).contains("chunked")) {
            return in.readNBytes(Integer.parseInt(
                    headers.getOrDefault("content-length", List.of("0")).get(0)));
        }
        var body = new ByteArrayOutputStream();
        for (var length = Integer.parseInt(line(in), 16); length > 0; length = Integer.parseInt(line(in), 16)) {
            body.write(in.readNBytes(length));
            line(in);
        }
        return body.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (var next = in.read(); next != '\n' && next >= 0; next = in.read()) {
            line.write(next);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }
}
