package io.gatehouse.sites;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.flow.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A browser, and a site's server, that send what a {@link Replay} says and nothing of their own. */
final class RawVisitor {

    /** What came back; {@code pages} of ours were looked at on the way. */
    record Reply(Wire.Reply last, String address, int pages) {

        int status() {
            return last.status();
        }

        String body() {
            return last.body();
        }

        String header(String name) {
            return last.header(name);
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
        try (var wire = new Wire(port)) {
            var reply = wire.sends(party.request(heading, values));
            reply.header("set-cookie").lines().forEach(this::keep);
            return new Reply(reply, "", 0);
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
                return new Reply(reply.last(), location, 0);
            }
            at = location;
            reply = sends(asking("GET " + at + " HTTP/1.1\n" + headers(party) + "\n"), "it", Map.of());
        }
        return new Reply(reply.last(), at, 1);
    }

    private static Replay asking(String request) {
        return new Replay("", List.of(), java.time.Duration.ZERO, "", Map.of("it", request));
    }

    /** Those of the browser in the party's authorization request, without its first line. */
    private static String headers(Replay party) {
        var head = party.requests().getOrDefault("authorize", "").split("\n\n", 2)[0];
        return head.substring(head.indexOf('\n') + 1) + "\n";
    }

    private void keep(String cookie) {
        var pair = cookie.replaceFirst(";.*", "");
        cookies.put(pair.replaceFirst("=.*", ""), pair);
    }
}
