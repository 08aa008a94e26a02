package io.gatehouse;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.gatehouse.command.CheckSiteCommand;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.site.SitePreset;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.OwnCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** The command check-site against a running Gatehouse: silent where all is well, and each fault in its sentence. */
class CheckSiteTest {

    private static final String CALLBACK = RunningGatehouse.SITE + "/callback";

    /** Where products come back to that cannot be told otherwise. */
    private static final Map<SitePreset, String> FIXED = Map.of(
            SitePreset.ALB, RunningGatehouse.SITE + "/oauth2/idpresponse",
            SitePreset.COGNITO, RunningGatehouse.SITE + "/oauth2/idpresponse",
            SitePreset.CLOUDFLARE, RunningGatehouse.SITE + "/cdn-cgi/access/callback",
            SitePreset.AUTH0, RunningGatehouse.SITE + "/login/callback",
            SitePreset.OKTA, RunningGatehouse.SITE + "/oauth2/v1/authorize/callback");

    /** The sites beside the shop, and their rooms. */
    private static final Map<String, String> OTHERS = Map.of(
            "hall", "hall", "gate", "gate", "app", "shop", "strict", "shop", "bare", "shop", "guarded", "shop", "later",
            "later", "shut", "shut", "spent", "spent");

    private static RunningGatehouse gatehouse;
    private static HttpServer shop;
    private static String entry;

    /** Where the shop's pages lead. */
    private static volatile Function<String, String> login = path -> "";

    private record Result(int status, String text) {}

    @BeforeAll
    static void start() throws IOException {
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        entry = "http://localhost:" + shop.getAddress().getPort() + "/";
        shop.createContext("/", exchange -> {
            var to = login.apply(exchange.getRequestURI().getPath());
            if (!to.isEmpty()) {
                exchange.getResponseHeaders().set("Location", to);
            }
            exchange.sendResponseHeaders(to.isEmpty() ? 200 : 302, -1);
            exchange.close();
        });
        shop.createContext("/authorize", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        shop.start();
        gatehouse = RunningGatehouse.start(
                "gatehouse.rooms.shop.rate=1000/s",
                "gatehouse.sites.shop.redirect-uris=" + CALLBACK + "," + String.join(",", Set.copyOf(FIXED.values())),
                "gatehouse.sites.shop.access-token=jwt",
                "gatehouse.sites.shop.claims-in-id-token=true",
                "gatehouse.rooms.hall.title=by hand",
                "gatehouse.rooms.gate.capacity=1",
                "gatehouse.sites.gate.room=gate",
                "gatehouse.sites.gate.secret=" + SECRET,
                "gatehouse.sites.gate.redirect-uris=" + CALLBACK,
                "gatehouse.sites.gate.refresh=true",
                "gatehouse.sites.hall.room=hall",
                "gatehouse.sites.hall.secret=" + SECRET,
                "gatehouse.sites.hall.redirect-uris=" + CALLBACK,
                "gatehouse.sites.app.room=shop",
                "gatehouse.sites.app.public=true",
                "gatehouse.sites.app.slot-after-logout=freed",
                "gatehouse.sites.app.redirect-uris=" + CALLBACK,
                "gatehouse.sites.strict.room=shop",
                "gatehouse.sites.strict.secret=" + SECRET,
                "gatehouse.sites.strict.redirect-uris=" + CALLBACK,
                "gatehouse.sites.strict.require-pkce=true",
                "gatehouse.sites.strict.pushed-requests=accepted",
                "gatehouse.sites.bare.room=shop",
                "gatehouse.sites.bare.secret=" + SECRET,
                "gatehouse.sites.bare.redirect-uris=" + CALLBACK,
                "gatehouse.sites.bare.claims=false",
                "gatehouse.rooms.later.mode=scheduled",
                "gatehouse.rooms.later.schedule[0].zone=Europe/Berlin",
                "gatehouse.rooms.later.schedule[0].lobby=2099-12-01T09:00",
                "gatehouse.rooms.later.schedule[0].doors=2099-12-01T10:00",
                "gatehouse.sites.later.room=later",
                "gatehouse.sites.later.secret=" + SECRET,
                "gatehouse.sites.later.redirect-uris=" + CALLBACK,
                "gatehouse.rooms.shut.mode=closed",
                "gatehouse.sites.shut.room=shut",
                "gatehouse.sites.shut.secret=" + SECRET,
                "gatehouse.sites.shut.redirect-uris=" + CALLBACK,
                "gatehouse.rooms.spent.stock=0",
                "gatehouse.sites.spent.room=spent",
                "gatehouse.sites.spent.secret=" + SECRET,
                "gatehouse.sites.spent.redirect-uris=" + CALLBACK,
                "gatehouse.sites.guarded.room=shop",
                "gatehouse.sites.guarded.public=true",
                "gatehouse.sites.guarded.redirect-uris=${gatehouse.issuer}/");
    }

    @AfterAll
    static void stop() {
        shop.stop(0);
        gatehouse.close();
    }

    /** The command silences its process; other tests of this one listen. */
    @AfterEach
    void logAgain() {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
    }

    @ParameterizedTest
    @EnumSource
    void givenASiteOfAnyKind_whenItIsChecked_thenNoFaultIsFound(SitePreset preset) {
        var callback = FIXED.getOrDefault(preset, CALLBACK);
        beginsLogins("shop", callback);

        var result = check(
                "shop",
                "gatehouse.sites.shop.preset=" + preset.label(),
                "gatehouse.sites.shop.redirect-uris=" + callback);

        assertThat(result.text)
                .contains("the issuer is " + gatehouse.issuer(), "the visitor was admitted and came back with a code")
                .contains("begins a login of this site", "given back", "no fault found")
                .doesNotContain("wrong", SECRET);
        assertThat(result.status).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"KEYCLOAK", "OAUTH2_PROXY", "TRAEFIKOIDC"})
    void givenASiteThatMustUsePkce_whenAProductIsCheckedThatDoes_thenNoFaultIsFound(SitePreset preset) {
        beginsLogins("strict", CALLBACK);

        assertThat(check("strict", "gatehouse.sites.strict.preset=" + preset.label()).text)
                .contains("no fault found");
    }

    @ParameterizedTest
    @EnumSource(names = {"OAUTH2_PROXY", "PASSPORT_OPENIDCONNECT"})
    void givenAProductThatSendsANonce_whenItIsChecked_thenThatOneComesBack(SitePreset preset) {
        assertThat(check("shop", "gatehouse.sites.shop.preset=" + preset.label()).text)
                .contains("with the nonce as sent");
    }

    @ParameterizedTest
    @EnumSource(names = {"ALB", "COGNITO", "CLOUDFLARE", "AUTH0", "OKTA"})
    void givenAProductThatComesBackToOnePath_whenNoRedirectUriHasIt_thenThatIsWrong(SitePreset preset) {
        assertThat(fault("shop", "gatehouse.sites.shop.preset=" + preset.label()))
                .contains("wrong  redirect   " + preset.label() + " comes back to /", "there is [" + CALLBACK + "]");
    }

    @Test
    void givenAnAddressFromWhichManyHaveCome_whenTheSiteIsChecked_thenThatIsWhatIsWrong() {
        try (var crowded = RunningGatehouse.start("gatehouse.limits.enabled=true", "gatehouse.limits.free-places=1")) {
            crowded.browser().opens("/rooms/shop/enter");

            assertThat(fault("shop", "gatehouse.issuer=" + crowded.issuer()))
                    .contains("asked to work for a place", "behind a proxy set gatehouse.trusted-proxies");
        }
    }

    @Test
    void givenAnotherRedirectUriBesideTheProducts_whenTheSiteIsChecked_thenThatIsANote() {
        var both = FIXED.get(SitePreset.ALB) + "," + CALLBACK;

        assertThat(check("shop", "gatehouse.sites.shop.preset=alb", "gatehouse.sites.shop.redirect-uris=" + both).text)
                .contains("note   redirect   " + CALLBACK + " ends otherwise than alb does")
                .doesNotContain("wrong  redirect");
    }

    @Test
    void givenAnIdTokenThatCannotBeBelieved_whenTheSiteIsChecked_thenNothingIsSaidOfItsVisitor() {
        assertThat(fault("shop", "gatehouse.sites.shop.id-token-algorithm=ES256"))
                .contains("wrong  ID token   cannot be believed", "ok     userinfo")
                .doesNotContain("visitor than", "visitor as");
    }

    @Test
    void givenAnOpaqueAccessToken_whenItsSiteChecksTokensByItself_thenThatIsWrong() {
        assertThat(fault("gate", "gatehouse.sites.gate.preset=istio", "gatehouse.sites.gate.refresh=true"))
                .contains("wrong  token      the access token should be a JWT to be checked by itself");
    }

    @Test
    void givenSeveralTokens_whenTheirSignaturesAreChecked_thenTheKeysAreFetchedOnce() throws IOException {
        try (var front = new Front()) {
            assertThat(front.check("gatehouse.sites.shop.access-token=jwt"))
                    .contains("ok     keys", "signed by RS256 with a published key")
                    .contains("the access token is a JWT, signed with a published key");
            assertThat(front.keysFetched).hasValue(1);
        }
    }

    @Test
    void givenNoPublishedKeys_whenTheSiteIsChecked_thenThatIsSaidOnceAndNothingOfTheTokens() throws IOException {
        try (var front = new Front()) {
            front.hasKeys = false;

            assertThat(front.check("gatehouse.sites.shop.access-token=jwt"))
                    .contains("wrong  keys       " + front.issuer() + "/.well-known/jwks.json has no key for RS256")
                    .contains("ok     userinfo", "given back")
                    .doesNotContain("ID token", "wrong  token", "the access token is a JWT");
        }
    }

    @Test
    void givenNoNames_whenAKeycloakIsChecked_thenEachIsMissed() {
        assertThat(fault("bare", "gatehouse.sites.bare.preset=keycloak"))
                .contains("wrong  userinfo   has no email, and keycloak needs one")
                .contains("wrong  userinfo   has no given_name, and keycloak needs one")
                .contains("wrong  userinfo   has no family_name, and keycloak needs one");
    }

    @Test
    void givenASiteUnderTheIssuersOwnName_whenItIsChecked_thenItsCallbackIsNotFollowed() {
        login = path -> gatehouse.issuer() + "/rooms/shop/enter";

        var result = check(
                "guarded",
                "gatehouse.sites.guarded.public=true",
                "gatehouse.sites.guarded.secret=",
                "gatehouse.sites.guarded.redirect-uris=" + gatehouse.issuer() + "/");

        assertThat(result.text)
                .contains("the visitor was admitted and came back with a code")
                .contains(entry + " leads to the line", "no fault found");
    }

    @Test
    void givenARoomForOne_whenItsSiteIsCheckedTwice_thenTheSlotWasGivenBack() {
        beginsLogins("gate", CALLBACK);

        for (var round = 0; round < 2; round++) {
            var result = check("gate", "gatehouse.sites.gate.refresh=true");

            assertThat(result.text).contains("a refresh token is redeemed", "the access token is refused from now on");
            assertThat(result.status).isZero();
        }
    }

    @Tag("jdk")
    @Test
    void givenAPublicSite_whenItIsChecked_thenItGivesItsTokenBack() {
        beginsLogins("app", CALLBACK);
        var before = gatehouse.room("shop").snapshot().admitted();

        var result = check("app", "gatehouse.sites.app.public=true", "gatehouse.sites.app.secret=");

        assertThat(result.text)
                .contains("a code is redeemed by none", "the access token is refused from now on", "no fault found");
        assertThat(gatehouse.room("shop").snapshot().admitted()).isEqualTo(before);
    }

    @Test
    void givenAWrongSecret_whenTheSiteIsChecked_thenThatIsSaid() {
        assertThat(fault("shop", "gatehouse.sites.shop.secret=another-secret-of-more-than-16"))
                .contains("wrong  secret", "does not know this client id with this secret (by client_secret_basic)")
                .doesNotContain("another-secret");
    }

    @Test
    void givenAnIssuerOfAnotherName_whenTheSiteIsChecked_thenBothTextsAreSaid() {
        var other = gatehouse.issuer().replace("localhost", "127.0.0.1");

        assertThat(fault("shop", "gatehouse.issuer=" + other))
                .contains("the installation calls itself \"" + gatehouse.issuer() + "\"")
                .contains("gatehouse.issuer is \"" + other + "\"");
    }

    @Test
    void givenARedirectUriThatTheServiceDoesNotKnow_whenTheSiteIsChecked_thenItIsNamed() {
        assertThat(fault("shop", "gatehouse.sites.shop.redirect-uris=" + CALLBACK + ",https://new.example/cb"))
                .contains("wrong  redirect", "does not know https://new.example/cb for client id shop")
                .contains("ok     redirect   " + CALLBACK + " is known");
    }

    @Tag("jdk")
    @Test
    void givenNoServiceAtTheIssuer_whenTheSiteIsChecked_thenNobodyListens() {
        var nowhere = "http://localhost:" + FreePorts.next();

        assertThat(fault("shop", "gatehouse.issuer=" + nowhere))
                .contains("wrong  discovery  nobody listens at " + nowhere);
    }

    @Tag("jdk")
    @Test
    void givenAnIssuerWithoutADnsEntry_whenTheSiteIsChecked_thenThatIsSaid() {
        assertThat(fault("shop", "gatehouse.issuer=https://wait.invalid"))
                .contains("the name wait.invalid cannot be resolved: there is no DNS entry");
    }

    @Tag("jdk")
    @Test
    void givenPlainHttpWhereHttpsIsMeant_whenTheSiteIsChecked_thenItSaysSoWithoutATrace() {
        assertThat(fault("shop", "gatehouse.issuer=" + gatehouse.issuer().replace("http:", "https:")))
                .contains("wrong  discovery", "cannot be talked to by TLS")
                .doesNotContain("\tat ");
    }

    @Tag("jdk")
    @Test
    void givenACertificateOfNoAuthority_whenTheSiteIsChecked_thenThatIsSaid(@TempDir Path folder) throws Exception {
        var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(selfSigned(folder)));
        server.start();
        try {
            var issuer = "https://localhost:" + server.getAddress().getPort();

            assertThat(fault("shop", "gatehouse.issuer=" + issuer))
                    .contains("the certificate of " + issuer + " comes from no authority that is trusted here");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void givenSomethingElseAtTheIssuer_whenTheSiteIsChecked_thenItIsNoProvider() {
        assertThat(fault("shop", "gatehouse.issuer=" + entry.replaceFirst("/$", "")))
                .contains("answered 302: is this installation reached at gatehouse.issuer?");
    }

    @Test
    void givenAnEntryThatIsNotProtected_whenTheSiteIsChecked_thenItDoesNotBeginALogin() {
        login = path -> "";

        assertThat(check("shop").text)
                .contains("wrong  entry      the page does not begin a login: " + entry + " answered 200");
    }

    @Test
    void givenAPageAfterALogout_whenItBeginsALoginItself_thenThatIsWrong() {
        login = path -> path.equals("/bye") ? "" : path.equals("/moved") ? "/bye" : authorize("shop", CALLBACK);

        var trap = fault("shop", "gatehouse.sites.shop.post-logout-redirect-uris=" + entry + "," + entry + "bye");
        var open = check("shop", "gatehouse.sites.shop.post-logout-redirect-uris=" + entry + "moved");

        assertThat(trap)
                .contains(
                        "wrong  goodbye    " + entry + " begins a login, so whoever logs out joins the line again",
                        "ok     goodbye    " + entry + "bye is open to all",
                        "1 fault found");
        assertThat(open.text).contains("ok     goodbye    " + entry + "moved is open to all", "no fault found");
    }

    @Test
    void givenAnApplicationBehindABroker_whenItsPageDoesNotRedirect_thenThatIsANote() {
        login = path -> "";

        assertThat(check("shop", "gatehouse.sites.shop.preset=entra").text)
                .contains("note   entry      " + entry + " answered 200: if its login begins by script")
                .contains("no fault found");
    }

    @Test
    void givenAnEntryWhoseLoginFindsUsAway_whenTheSiteIsChecked_thenTheStatusIsSaid() {
        var away = entry.replaceFirst("/$", "");
        login = path -> authorize("shop", CALLBACK).replace(gatehouse.issuer(), away);

        assertThat(fault("shop", "gatehouse.issuer=" + away))
                .contains("begins a login that is refused: /authorize answered 503");
    }

    @Test
    void givenLandingPages_whenTheirLoginsSayWhichTheyAre_thenEachIsReachedAfterALongWait() {
        login = path -> authorize("shop", CALLBACK)
                + Map.of("/drop", "&entry=drop", "/sale", "&target_link_uri=" + entry + "sale")
                        .getOrDefault(path, "");

        assertThat(check(
                                "shop",
                                "gatehouse.sites.shop.entries.drop=" + entry + "drop",
                                "gatehouse.sites.shop.entries.sale=" + entry + "sale")
                        .text)
                .contains("that login leads back to " + entry + "drop", "that login leads back to " + entry + "sale")
                .contains("no fault found");
    }

    @Test
    void givenALandingPage_whenItsLoginDoesNotSayWhichItIs_thenThatIsWrong() {
        beginsLogins("shop", CALLBACK);

        assertThat(fault("shop", "gatehouse.sites.shop.entries.drop=" + entry + "drop"))
                .contains("wrong  entry      the login of " + entry + "drop carries neither entry=drop nor");
    }

    @Test
    void givenAnEntryThatGoesRound_whenTheSiteIsChecked_thenItNeverComesToUs() {
        login = path -> "/" + path.length() + path;

        assertThat(check("shop").text).contains("does not come to " + gatehouse.issuer() + "/authorize within 5");
    }

    @Test
    void givenAnEntryThatComesBackElsewhere_whenTheSiteIsChecked_thenTheForeignAddressIsNamed() {
        beginsLogins("shop", "https://other.example/cb");

        assertThat(check("shop").text)
                .contains("comes back to \"https://other.example/cb\", which is not one of the site's redirect-uris");
    }

    @Test
    void givenAnEntryOfAnotherSite_whenTheSiteIsChecked_thenItsClientIdIsNamed() {
        beginsLogins("hall", CALLBACK);

        assertThat(check("shop").text).contains("begins a login for client id \"hall\", and this site's is \"shop\"");
    }

    @Test
    void givenAnEntryWhoseLoginIsRefused_whenTheSiteIsChecked_thenItSaysWhy() {
        login = path -> authorize("shop", CALLBACK).replace("response_type=code", "response_type=id_token");

        assertThat(check("shop").text).contains("begins a login that is refused: unsupported_response_type");
    }

    @Tag("jdk")
    @Test
    void givenAnEntryThatCannotBeReached_whenTheSiteIsChecked_thenNobodyListens() {
        assertThat(fault("shop", "gatehouse.sites.shop.entry=" + RunningGatehouse.SITE + "/"))
                .contains("wrong  entry      nobody listens at " + RunningGatehouse.SITE);
    }

    @Test
    void givenAnEntryThatLeadsOutOfTheWeb_whenTheSiteIsChecked_thenThatIsSaid() {
        login = path -> "shopapp://login";

        assertThat(check("shop").text).contains("wrong  entry      \"shopapp://login\" is no address of the web");
    }

    @Test
    void givenAnEntryThatCannotBeReachedFromHere_whenItIsLeftOut_thenTheRestIsChecked() {
        var result = check("shop", "entry=false", "gatehouse.sites.shop.entry=" + RunningGatehouse.SITE + "/");

        assertThat(result.text).contains("no fault found").doesNotContain("  entry  ");
    }

    @Test
    void givenALine_whenTheSiteIsCheckedWithoutWaiting_thenItSaysWhereItStandsAndLeaves() {
        beginsLogins("hall", CALLBACK);
        var before = gatehouse.room("hall").snapshot();
        // Who has let somebody in has ticked beside the clockwork, whose own tick may have shown an older
        // board.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> board("hall").contains("\"serving\":" + before.serving() + ","));

        var result = check("hall", "gatehouse.sites.hall.room=hall");

        var position = before.issued() + 1;
        assertThat(result.text)
                .contains("took position " + position + ", " + (position - before.serving() - 1) + " ahead")
                .contains("token and userinfo are not checked without a turn", "no fault found");
        assertThat(result.status).isZero();
        assertThat(gatehouse.room("hall").snapshot().waiting()).isEqualTo(before.waiting());
    }

    @ParameterizedTest
    @CsvSource({"later, the room is not open yet", "shut, the room is closed", "spent, the room is sold out"})
    void givenARoomThatGivesNoPlaces_whenItsSiteIsChecked_thenThatIsSaidAndIsNoFault(String site, String said) {
        var result = check(site, "entry=false");

        assertThat(result.text).contains("note   login      " + said, "no fault found");
        assertThat(result.status).isZero();
    }

    @Test
    void givenALine_whenTheSiteIsCheckedWithPatience_thenItGoesOnWhenTheTurnComes() {
        beginsLogins("hall", CALLBACK);
        var text = new ByteArrayOutputStream();

        var checking = CompletableFuture.runAsync(() -> command(text, arguments("hall", "wait=10m")));
        // The visitor has a place before they see their page: a turn that came between would be no wait.
        await().atMost(Duration.ofMinutes(2)).until(() -> text.toString(UTF_8).contains("took position"));
        gatehouse.letIn("hall", 1);

        assertThat(checking).succeedsWithin(Duration.ofMinutes(2));
        assertThat(text.toString(UTF_8)).contains("the visitor was admitted and came back with a code", "given back");
    }

    @Test
    void givenAQuestionForDoorsOrForTheEnd_whenTheSiteIsChecked_thenThatAloneIsTried() {
        beginsLogins("shop", CALLBACK);

        assertThat(check("shop", "open-doors=/api/goods").text)
                .contains("ok     door       " + entry + "api/goods has no content", "no fault found")
                .doesNotContain("discovery");
        assertThat(fault("shop", "after-end=1m"))
                .contains("wrong  visit end  ", "1 fault found")
                .doesNotContain("discovery");
    }

    @Test
    void givenAWrongSetting_whenTheCommandIsGiven_thenItIsNamedAsAtTheStart() {
        assertThat(fault("shop", "gatehouse.sites.shop.capasity=1")).contains("capasity: there is no such setting");
        assertThat(fault("shop", "wait=soon")).contains("--wait must be a time from 0s to 1h like 60s, was \"soon\"");
        assertThat(fault("shop", "entry=maybe")).contains("--entry must be true or false, was \"maybe\"");
        assertThat(fault("shop", "after-end=never"))
                .contains("--after-end must be a time from 0s to 24h like 15m, was \"never\"");
        assertThat(fault("shop", "open-doors=/api,//other.example/"))
                .contains("--open-doors takes paths of the site like /api/products, was \"//other.example/\"");
        assertThat(fault("shop", "open-doors=" + "/x,".repeat(41)))
                .contains("--open-doors takes at most 40 paths, and has 41");
        assertThat(fault("nobody"))
                .contains("there is no site \"nobody\"; there are ")
                .doesNotContain("[");
        assertThat(command("check-site").text).contains("check-site needs the name of a site");
    }

    @Test
    void givenARunningService_whenTheCommandRunsBesideIt_thenItOpensNoStore() throws IOException {
        var folder = Files.createTempDirectory("gatehouse-check").resolve("data");

        check("shop", "gatehouse.data=" + folder);

        assertThat(folder).doesNotExist();
    }

    private static String board(String room) {
        return gatehouse.browser().gets("/rooms/" + room + "/board").body();
    }

    /** Gatehouse behind a proxy that counts who fetches the keys, and can keep them back. */
    private static final class Front implements AutoCloseable {

        private static final Set<String> HOP_BY_HOP =
                Set.of("connection", "host", "content-length", "transfer-encoding");

        private final HttpClient client = HttpClient.newHttpClient();
        private final AtomicInteger keysFetched = new AtomicInteger();
        private final HttpServer server;
        private final RunningGatehouse behind;
        private volatile boolean hasKeys = true;

        Front() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            behind = RunningGatehouse.start(
                    "gatehouse.issuer=" + issuer(),
                    "gatehouse.rooms.shop.rate=1000/s",
                    "gatehouse.sites.shop.access-token=jwt");
            server.createContext("/", this::passesOn);
            server.createContext("/.well-known/jwks.json", exchange -> {
                keysFetched.incrementAndGet();
                if (hasKeys) {
                    passesOn(exchange);
                } else {
                    exchange.sendResponseHeaders(404, -1);
                    exchange.close();
                }
            });
            server.start();
        }

        String issuer() {
            return "http://localhost:" + server.getAddress().getPort();
        }

        /** What is said of the shop when it is checked here. */
        String check(String... settings) {
            var all = new ArrayList<>(List.of(settings));
            all.addAll(List.of("gatehouse.issuer=" + issuer(), "entry=false"));
            return CheckSiteTest.check("shop", all.toArray(String[]::new)).text;
        }

        private void passesOn(HttpExchange exchange) throws IOException {
            var request = HttpRequest.newBuilder(URI.create(behind.issuer() + exchange.getRequestURI()))
                    .method(
                            exchange.getRequestMethod(),
                            BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
            exchange.getRequestHeaders().forEach((name, values) -> values.stream()
                    .filter(value -> !HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT)))
                    .forEach(value -> request.header(name, value)));
            try (exchange) {
                var answer = client.send(request.build(), BodyHandlers.ofByteArray());
                answer.headers().map().forEach((name, values) -> values.stream()
                        .filter(value -> !HOP_BY_HOP.contains(name.toLowerCase(Locale.ROOT)))
                        .forEach(value -> exchange.getResponseHeaders().add(name, value)));
                var body = answer.body();
                exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            server.stop(0);
            behind.close();
        }
    }

    private static SSLContext selfSigned(Path folder) throws IOException, GeneralSecurityException {
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(OwnCertificate.in(folder).store(), OwnCertificate.PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void beginsLogins(String site, String redirectUri) {
        login = path -> path.equals("/") ? "/login" : authorize(site, redirectUri);
    }

    private static String authorize(String site, String redirectUri) {
        return gatehouse.issuer() + "/authorize?client_id=" + site + "&response_type=code&scope=openid&state=s"
                + (site.equals("app") || site.equals("strict")
                        ? "&code_challenge=" + "a".repeat(43) + "&code_challenge_method=S256"
                        : "")
                + "&redirect_uri=" + URLEncoder.encode(redirectUri, UTF_8);
    }

    private static String fault(String site, String... settings) {
        var result = check(site, settings);
        assertThat(result.status).isEqualTo(1);
        return result.text;
    }

    /** With the settings that the service has, and these instead. */
    private static Result check(String site, String... settings) {
        return command(arguments(site, settings));
    }

    private static String[] arguments(String site, String... settings) {
        var prefix = "gatehouse.sites." + site + ".";
        var all = new ArrayList<>(List.of(
                "gatehouse.issuer=" + gatehouse.issuer(),
                "gatehouse.rooms.shop.title=Shop",
                "gatehouse.rooms.hall.title=Hall",
                "gatehouse.rooms.gate.title=Gate",
                "gatehouse.sites.shop.room=shop",
                "gatehouse.sites.shop.secret=" + SECRET,
                "gatehouse.sites.shop.redirect-uris=" + CALLBACK,
                "gatehouse.sites.shop.entry=" + entry));
        if (OTHERS.containsKey(site)) {
            all.addAll(List.of(
                    "gatehouse.rooms." + OTHERS.get(site) + ".title=Room",
                    prefix + "room=" + OTHERS.get(site),
                    prefix + "secret=" + SECRET,
                    prefix + "redirect-uris=" + CALLBACK,
                    prefix + "entry=" + entry));
        }
        for (var setting : settings) {
            all.removeIf(known -> known.startsWith(setting.substring(0, setting.indexOf('=') + 1)));
            if (!setting.endsWith("=")) {
                all.add(setting);
            }
        }
        var arguments = new ArrayList<>(List.of("check-site", site));
        all.forEach(setting -> arguments.add("--" + setting));
        return arguments.toArray(String[]::new);
    }

    private static Result command(String... arguments) {
        var text = new ByteArrayOutputStream();
        var status = command(text, arguments);
        return new Result(status, text.toString(UTF_8));
    }

    private static int command(ByteArrayOutputStream text, String... arguments) {
        return CheckSiteCommand.run(InstallationConfiguration.class, arguments, new PrintStream(text, true, UTF_8));
    }
}
