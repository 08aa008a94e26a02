package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.TestProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A double of WordPress with the plugin OpenID Connect Generic 3.10, its privacy enforced and its login
 * automatic: the plugin is in no package registry. What counts of it is done the same way: a state of 32
 * hexadecimal digits that the server keeps for a while and binds to no browser, a redirect URI with a query,
 * the secret in the body, no look at the ID token beyond its {@code sub}, userinfo by GET and, if that is no
 * JSON, by POST, an e-mail address or nothing; and whatever goes wrong ends on {@code wp-login.php} with a
 * password form.
 */
final class WordPress implements AutoCloseable {

    private static final String CALLBACK = "/wp-admin/admin-ajax.php";
    private static final String COOKIE = "wordpress_logged_in";

    /** A login that was begun. */
    private record Begun(Instant until, String page) {}

    /** Someone inside, as the cookie of {@code gatehouse.php} has it: until the visit ends. */
    private record Visitor(String email, String visit, Instant until) {}

    private final LocalSite site = new LocalSite();
    private final Map<String, Begun> states = new ConcurrentHashMap<>();
    private final Map<String, Visitor> visitors = new ConcurrentHashMap<>();
    private final String client;
    private final Duration stateTimeLimit;
    private final String userInfoMethod;
    private String issuer = "";
    private Clock clock = Clock.systemUTC();
    private @Nullable TestProcess php;
    private String forms = "";

    /**
     * @param client its client id
     * @param stateTimeLimit the plugin's {@code state_time_limit}
     * @param userInfoMethod how userinfo is asked for: GET, or POST as if the answer to GET were no JSON
     */
    WordPress(String client, Duration stateTimeLimit, String userInfoMethod) {
        this.client = client;
        this.stateTimeLimit = stateTimeLimit;
        this.userInfoMethod = userInfoMethod;
        site.answers("/", this::page).answers("/wp-login.php", this::loginPage).answers(CALLBACK, this::callback);
    }

    /** Its visitors log in there from now on, and its limit goes by that clock. */
    void logsInAt(RunningGatehouse gatehouse) {
        logsInAt(gatehouse.issuer());
        clock = gatehouse.clock();
    }

    /** The same, and its limit goes by the time of the machine. */
    void logsInAt(String itsIssuer) {
        issuer = itsIssuer;
    }

    /** Runs that code of docs/sites/forms.md, in PHP itself. */
    void keepsFormsBy(Path plugin) {
        var port = FreePorts.next();
        var command = new ProcessBuilder("php", "-S", "127.0.0.1:" + port, "src/test/php/wordpress.php");
        command.environment().put("PLUGIN", plugin.toAbsolutePath().toString());
        php = TestProcess.start("php", command).listens(port, Duration.ofMinutes(2));
        forms = "http://127.0.0.1:" + port;
    }

    String at(String path) {
        return site.at(path);
    }

    String redirectUri() {
        return at(CALLBACK + "?action=openid-connect-authorize");
    }

    private void page(HttpExchange http) throws IOException {
        var visitor = visitors.get(LocalSite.cookie(http, COOKIE));
        if (visitor == null || !visitor.until.isAfter(clock.instant())) {
            var kept = http.getRequestMethod().equals("POST") && php != null ? kept(http) : "";
            if (!kept.isEmpty()) {
                LocalSite.shows(http, "text/html", kept);
                return;
            }
            var wanted = Map.of("redirect_to", http.getRequestURI().toString());
            LocalSite.redirects(http, at("/wp-login.php?" + Browser.form(wanted)));
        } else if (http.getRequestURI().getPath().equals(WarnedPage.PATH)) {
            var footer = php == null
                    ? ""
                    : LocalSite.sends(HttpRequest.newBuilder(URI.create(forms + "/footer")))
                            .body();
            LocalSite.shows(http, "text/html", WarnedPage.html(LocalSite.parameters(http), visitor.visit, "") + footer);
        } else if (http.getRequestMethod().equals("POST")) {
            LocalSite.shows(
                    http,
                    "text/plain",
                    "POST " + new String(http.getRequestBody().readAllBytes(), UTF_8));
        } else {
            LocalSite.shows(http, "text/plain", http.getRequestURI() + " for " + visitor.email);
        }
    }

    /** The page that keeps the form of someone who is not inside; empty if the code leaves it alone. */
    private String kept(HttpExchange http) throws IOException {
        var request = HttpRequest.newBuilder(URI.create(forms + http.getRequestURI()))
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        http.getRequestBody().readAllBytes()));
        for (var name : List.of("Content-Type", "Referer", "Sec-Fetch-Site", "Sec-Fetch-Mode")) {
            Optional.ofNullable(http.getRequestHeaders().getFirst(name))
                    .ifPresent(value -> request.header(name, value));
        }
        return LocalSite.sends(request).body();
    }

    private void loginPage(HttpExchange http) throws IOException {
        var asked = LocalSite.parameters(http);
        var login = login(asked.getOrDefault("redirect_to", "/"));
        if (!asked.containsKey("login-error")) {
            LocalSite.redirects(http, login);
            return;
        }
        LocalSite.shows(
                http,
                "text/html",
                """
                <p>ERROR (%s)</p>
                <form method="post"><input name="log"><input type="password" name="pwd"></form>
                <a href="%s">Login with OpenID Connect</a>
                """
                        .formatted(asked.get("login-error"), login.replace("&", "&amp;")));
    }

    private String login(String page) {
        var state = UUID.randomUUID().toString().replace("-", "");
        states.put(state, new Begun(clock.instant().plus(stateTimeLimit), page));
        var request = new LinkedHashMap<String, String>();
        request.put("response_type", "code");
        request.put("scope", "openid profile email room");
        request.put("client_id", client);
        request.put("state", state);
        request.put("redirect_uri", redirectUri());
        return issuer + "/authorize?" + Browser.form(request);
    }

    private void callback(HttpExchange http) throws IOException {
        var answer = LocalSite.parameters(http);
        var begun = states.get(answer.getOrDefault("state", ""));
        if (answer.containsKey("error")) {
            refuses(http, answer.getOrDefault("error", ""));
        } else if (begun == null || begun.until.isBefore(clock.instant())) {
            refuses(http, "invalid-state");
        } else {
            finishes(http, answer.getOrDefault("code", ""), begun.page);
        }
    }

    private void finishes(HttpExchange http, String code, String page) throws IOException {
        var fields = Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code,
                "scope",
                "openid profile email room",
                "redirect_uri",
                redirectUri(),
                "client_id",
                client,
                "client_secret",
                RunningGatehouse.SECRET);
        var tokens = LocalSite.JSON.readTree(
                LocalSite.posts(issuer + "/token", fields).body());
        var subject = LocalSite.claims(tokens).path("sub").asString("");
        var isBearer = tokens.path("token_type").asString("").equalsIgnoreCase("bearer");
        if (subject.isEmpty() || !isBearer) {
            refuses(http, "invalid-token-response");
            return;
        }
        var userInfo = userInfo(tokens.path("access_token").asString());
        if (userInfo.filter(claims -> claims.path("sub").asString("").equals(subject))
                .isEmpty()) {
            refuses(http, "bad-user-claim");
        } else if (userInfo.get().path("email").asString("").isEmpty()) {
            refuses(http, "incomplete-user-claim");
        } else {
            var session = UUID.randomUUID().toString();
            var claims = userInfo.get();
            var until = Instant.ofEpochSecond(claims.path("expires_at").asLong());
            visitors.put(
                    session,
                    new Visitor(
                            claims.path("email").asString(),
                            claims.path("visit").asString(),
                            until));
            http.getResponseHeaders().set("Set-Cookie", COOKIE + "=" + session + "; Path=/; HttpOnly");
            LocalSite.redirects(http, at(page));
        }
    }

    private Optional<JsonNode> userInfo(String token) throws IOException {
        for (var method : userInfoMethod.equals("POST") ? List.of("POST") : List.of("GET", "POST")) {
            var answer = LocalSite.sends(HttpRequest.newBuilder(URI.create(issuer + "/userinfo"))
                    .header("Authorization", "Bearer " + token)
                    .method(method, HttpRequest.BodyPublishers.noBody()));
            var type = answer.headers().firstValue("Content-Type").orElse("");
            if (type.startsWith("application/json")) {
                return Optional.of(LocalSite.JSON.readTree(answer.body()));
            }
        }
        return Optional.empty();
    }

    private void refuses(HttpExchange http, String why) throws IOException {
        LocalSite.redirects(http, at("/wp-login.php?" + Browser.form(Map.of("login-error", why))));
    }

    @Override
    public void close() {
        if (php != null) {
            php.stops();
        }
        site.close();
    }
}
