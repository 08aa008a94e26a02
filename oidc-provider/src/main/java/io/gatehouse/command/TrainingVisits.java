package io.gatehouse.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.Outbound;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** Visitors who train a node: they do what most people do at a sale, to pass or to wait. */
final class TrainingVisits {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int MOST_STEPS = 10;
    private static final int MOST_AT_ONCE = 1_000;
    private static final String SECRET = "known-to-nobody-but-the-training";

    /** No server listens there: browsers are redirected to it and stop. */
    private static final String CALLBACK = "http://127.0.0.1:9/callback";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Outbound client = new Outbound(Bounds.ofDocuments(TIMEOUT, MOST_AT_ONCE));
    private final int port;
    private final String node;

    TrainingVisits(int port) {
        this.port = port;
        this.node = "http://127.0.0.1:" + port;
    }

    /** The settings of the node: room {@code shop} has free slots, room {@code full} admits no visitor. */
    List<String> settings() {
        return List.of(
                "--server.port=" + port,
                "--gatehouse.issuer=" + node,
                "--gatehouse.limits.enabled=false", // all visitors have one address
                "--gatehouse.rooms.shop.capacity=1000000",
                "--gatehouse.sites.shop.room=shop",
                "--gatehouse.sites.shop.secret=" + SECRET,
                "--gatehouse.sites.shop.redirect-uris=" + CALLBACK,
                "--gatehouse.rooms.full.capacity=0",
                "--gatehouse.sites.full.room=full",
                "--gatehouse.sites.full.secret=" + SECRET,
                "--gatehouse.sites.full.redirect-uris=" + CALLBACK);
    }

    /** Whether the node is ready for visitors. */
    boolean canCome() {
        try {
            return new Visitor().sends(to("/actuator/health/readiness")).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /**
     * Makes this many visits in parallel.
     *
     * @throws IllegalStateException when an answer is not the expected one
     */
    void come(int visits) {
        IntStream.range(0, visits).parallel().forEach(visit -> {
            try {
                passes();
                waits();
            } catch (IOException failure) {
                throw new IllegalStateException("a visitor was not answered: " + failure.getMessage(), failure);
            }
        });
    }

    /** A visitor is admitted, and logs in a second time as a known one. */
    private void passes() throws IOException {
        var visitor = new Visitor();
        redeems(visitor.opens(authorize("shop")));
        redeems(visitor.opens(authorize("shop")));
    }

    /** A visitor takes a place, gets the page with its files, and looks at the place. */
    private void waits() throws IOException {
        var visitor = new Visitor();
        expected(visitor.opens(authorize("full")), 200);
        expected(visitor.opens("/rooms/full/board"), 200);
        expected(visitor.opens("/rooms/full/place"), 200);
    }

    /** Redeems a code as a site does. */
    private void redeems(HttpResponse<String> sent) throws IOException {
        var code = location(expected(sent, 302)).replaceFirst(".*[?&]code=", "").replaceFirst("&.*", "");
        var site = new Visitor();
        var form = "grant_type=authorization_code&code=" + code + "&redirect_uri=" + CALLBACK;
        var credentials = Base64.getEncoder().encodeToString(("shop:" + SECRET).getBytes(UTF_8));
        var tokens = site.sends(to("/token")
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
        var token =
                JSON.readTree(expected(tokens, 200).body()).path("access_token").asString("");
        expected(site.sends(to("/userinfo").header("Authorization", "Bearer " + token)), 200);
    }

    private static String authorize(String site) {
        return "/authorize?response_type=code&scope=openid&state=s&nonce=n&client_id=" + site + "&redirect_uri="
                + CALLBACK;
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(node).resolve(path));
    }

    private static String location(HttpResponse<String> reply) {
        return reply.headers().firstValue("location").orElse("");
    }

    private static HttpResponse<String> expected(HttpResponse<String> reply, int status) {
        if (reply.statusCode() != status) {
            throw new IllegalStateException(
                    reply.uri() + " answered " + reply.statusCode() + " and not " + status + ": " + reply.body());
        }
        return reply;
    }

    /** A browser that keeps its cookies, and follows redirects except to a site. */
    private final class Visitor {

        private final Map<String, String> cookies = new LinkedHashMap<>();

        HttpResponse<String> opens(String path) throws IOException {
            var reply = sends(navigation(path));
            for (var step = 0; step < MOST_STEPS && isSentOn(reply); step++) {
                reply = sends(navigation(location(reply)));
            }
            return reply;
        }

        HttpResponse<String> sends(HttpRequest.Builder request) throws IOException {
            if (!cookies.isEmpty()) {
                request.header(
                        "Cookie",
                        cookies.entrySet().stream()
                                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                                .collect(Collectors.joining("; ")));
            }
            var reply = client.read(request);
            reply.headers().allValues("set-cookie").forEach(this::keeps);
            return reply;
        }

        private HttpRequest.Builder navigation(String path) {
            return to(path).header("Accept", "text/html,*/*;q=0.8")
                    .header("Accept-Encoding", "gzip")
                    .header("Sec-Fetch-Mode", "navigate")
                    .header("Sec-Fetch-Dest", "document");
        }

        private boolean isSentOn(HttpResponse<String> reply) {
            return reply.statusCode() / 100 == 3 && !location(reply).startsWith(CALLBACK);
        }

        private void keeps(String cookie) {
            var pair = cookie.replaceFirst(";.*", "").split("=", 2);
            cookies.put(pair[0], pair[1]);
        }
    }
}
