package io.gatehouse.sites;

import com.sun.net.httpserver.HttpExchange;
import io.gatehouse.flow.Browser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A site whose visitors log in at a broker. It tells the broker which page they want in
 * {@code target_link_uri}, and passes on what the page's own query asks for: {@code prompt}, {@code max_age},
 * another {@code target_link_uri}.
 */
final class BrokeredShop implements AutoCloseable {

    static final String CLIENT = "brokered-shop";
    static final String SECRET = "a-secret-between-shop-and-broker";

    private static final List<String> PASSED_ON = List.of("prompt", "max_age", "target_link_uri");

    private final LocalSite site = new LocalSite();
    private final String broker;
    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private final Map<String, String> subjects = new ConcurrentHashMap<>();
    private final Map<String, String> idTokens = new ConcurrentHashMap<>();
    private final Map<String, Visit> visits = new ConcurrentHashMap<>();
    private String visitAddress = "";

    /** A visit that the broker has passed on, and until when it lasted when the shop asked last. */
    private record Visit(String claim, Instant until) {}

    /** @param broker where the broker's OpenID Connect endpoints are */
    BrokeredShop(String broker) {
        this.broker = broker;
        site.answers("/", this::page).answers("/callback", this::callback).answers("/logout", this::logout);
    }

    String at(String path) {
        return site.at(path);
    }

    /** Ends its sessions with the visits of this room. */
    void endsWithTheVisit(String issuer, String room) {
        visitAddress = issuer + "/rooms/" + room + "/visit";
    }

    private void page(HttpExchange http) throws IOException {
        var wanted = LocalSite.parameters(http);
        var session = LocalSite.cookie(http, CLIENT);
        var subject = subjects.get(session);
        if (subject != null && isOver(session)) {
            subjects.remove(session);
            LocalSite.redirects(http, login(http.getRequestURI(), Map.of("prompt", "login")));
        } else if (subject == null || wanted.containsKey("prompt")) {
            LocalSite.redirects(http, login(http.getRequestURI(), wanted));
        } else if (http.getRequestURI().getPath().equals(WarnedPage.PATH)) {
            LocalSite.shows(
                    http, "text/html", WarnedPage.html(wanted, Objects.requireNonNull(visits.get(session)).claim, ""));
        } else {
            LocalSite.shows(http, "text/plain", http.getRequestURI() + " for " + subject);
        }
    }

    /** Asks when the end is due: a visit that was renewed has a later one. */
    private boolean isOver(String session) throws IOException {
        var visit = visits.get(session);
        if (visit == null || visit.until.isAfter(Instant.now())) {
            return false;
        }
        var end = end(visit.claim);
        end.ifPresent(until -> visits.put(session, new Visit(visit.claim, until)));
        return end.isEmpty();
    }

    private Optional<Instant> end(String claim) throws IOException {
        var answer = LocalSite.sends(
                HttpRequest.newBuilder(URI.create(visitAddress)).header("Authorization", "Bearer " + claim));
        return answer.statusCode() == 200
                ? Optional.of(Instant.parse(
                        LocalSite.JSON.readTree(answer.body()).path("endsAt").asString()))
                : Optional.empty();
    }

    private String login(URI page, Map<String, String> wanted) {
        var state = UUID.randomUUID().toString();
        pages.put(
                state,
                PASSED_ON.stream().anyMatch(Browser.parameters(page.toString())::containsKey)
                                && wanted.containsKey("prompt")
                        ? page.getPath()
                        : page.toString());
        var request = new HashMap<>(Map.of(
                "response_type",
                "code",
                "client_id",
                CLIENT,
                "redirect_uri",
                at("/callback"),
                "scope",
                "openid",
                "state",
                state,
                "target_link_uri",
                at(page.toString())));
        PASSED_ON.stream().filter(wanted::containsKey).forEach(name -> request.put(name, wanted.get(name)));
        return broker + "/auth?" + Browser.form(request);
    }

    private void callback(HttpExchange http) throws IOException {
        var answer = LocalSite.parameters(http);
        var page = pages.remove(answer.getOrDefault("state", ""));
        if (page == null || !answer.containsKey("code")) {
            http.sendResponseHeaders(400, -1);
            return;
        }
        var tokens = LocalSite.posts(
                broker + "/token",
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        answer.getOrDefault("code", ""),
                        "redirect_uri",
                        at("/callback"),
                        "client_id",
                        CLIENT,
                        "client_secret",
                        SECRET));
        var session = UUID.randomUUID().toString();
        var answered = LocalSite.JSON.readTree(tokens.body());
        var claims = LocalSite.claims(answered);
        if (!visitAddress.isEmpty()) {
            var visit = claims.path("visit").asString("");
            var end = end(visit);
            if (end.isEmpty()) { // the broker has answered from its own session
                LocalSite.redirects(http, login(URI.create(page), Map.of("prompt", "login")));
                return;
            }
            visits.put(session, new Visit(visit, end.get()));
        }
        idTokens.put(session, answered.path("id_token").asString());
        subjects.put(session, claims.path("sub").asString());
        http.getResponseHeaders().set("Set-Cookie", CLIENT + "=" + session + "; Path=/; HttpOnly");
        LocalSite.redirects(http, at(page));
    }

    /** Ends its own session and sends the visitor on to the broker's logout, with no address to come back to. */
    private void logout(HttpExchange http) throws IOException {
        var session = LocalSite.cookie(http, CLIENT);
        subjects.remove(session);
        var idToken = idTokens.remove(session);
        LocalSite.redirects(
                http, broker + "/logout?" + Browser.form(Map.of("id_token_hint", idToken == null ? "" : idToken)));
    }

    @Override
    public void close() {
        site.close();
    }
}
