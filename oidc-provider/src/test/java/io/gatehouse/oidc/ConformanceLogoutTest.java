package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.logout.LogoutSite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the OpenID Foundation's plans for RP-Initiated Logout and Back-Channel Logout ask of a provider, by
 * the names of their modules; and what the specification says beyond them.
 */
class ConformanceLogoutTest {

    private static final String BYE = SITE + "/bye";

    @SuppressWarnings("NullAway.Init") // started before all
    private static LogoutSite channel;

    @SuppressWarnings("NullAway.Init")
    private static LogoutSite channelBySub;

    @SuppressWarnings("NullAway.Init")
    private static RunningGatehouse gatehouse;

    private final Browser browser = gatehouse.browser();

    @BeforeAll
    static void start() {
        channel = new LogoutSite();
        channelBySub = new LogoutSite();
        gatehouse = RunningGatehouse.with(
                        "gatehouse.rooms.shop.capacity=100000",
                        "gatehouse.rooms.hall.capacity=100000",
                        "gatehouse.logout.notify-timeout=1m",
                        "gatehouse.logout.answer-within=1m",
                        "gatehouse.sites.shop.post-logout-redirect-uris=" + BYE,
                        "gatehouse.sites.shop.backchannel-logout-uri=" + channel.uri())
                .site(
                        "by-sub",
                        "shop",
                        "post-logout-redirect-uris=" + BYE,
                        "backchannel-logout-uri=" + channelBySub.uri(),
                        "backchannel-logout-session-required=false")
                .site("hall", "hall")
                .starts();
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        channel.close();
        channelBySub.close();
    }

    @Test
    void rpInitiatedLogoutDiscovery() {
        var document = Login.get(gatehouse.issuer() + "/.well-known/openid-configuration", "")
                .json();

        assertThat(document.path("end_session_endpoint").asString()).isEqualTo(gatehouse.issuer() + "/logout");
        assertThat(document.path("backchannel_logout_supported").asBoolean()).isTrue();
        assertThat(document.path("backchannel_logout_session_supported").asBoolean())
                .isTrue();
        assertThat(document.path("claims_supported").toString()).contains("\"sid\"");
    }

    @Test
    void rpInitiatedLogout() {
        var tokens = login("shop");

        var out = browser.opens(
                logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE, "state", "st+a/t=e"));
        var after = browser.opens(Login.authorize("prompt", "none", "id_token_hint", hint(tokens)));

        assertThat(out.url()).startsWith(BYE + "?");
        assertThat(out.parameters()).containsOnly(Map.entry("state", "st+a/t=e"));
        assertThat(after.parameter("error")).isEqualTo("login_required");
        assertThat(userinfo(tokens)).isEqualTo(401);
    }

    @Test
    void rpInitiatedLogoutByPost() {
        var tokens = login("shop");

        var out = browser.submits(
                "/logout", Map.of("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE, "state", "x"));

        assertThat(out.url()).isEqualTo(BYE + "?state=x");
        assertThat(userinfo(tokens)).isEqualTo(401);
    }

    @Test
    void rpInitiatedLogoutBadIdTokenHint() throws Exception {
        var tokens = login("shop");
        var ours = SignedJWT.parse(hint(tokens));
        var theirs = new SignedJWT(ours.getHeader(), ours.getJWTClaimsSet());
        theirs.sign(new RSASSASigner(new RSAKeyGenerator(2048).generate()));

        for (var address : List.of(
                logout("id_token_hint", theirs.serialize(), "post_logout_redirect_uri", BYE),
                logout("id_token_hint", "junk", "post_logout_redirect_uri", BYE),
                logout("id_token_hint", "junk", "client_id", "shop", "post_logout_redirect_uri", BYE),
                logout("id_token_hint", tokens.text("access_token"), "post_logout_redirect_uri", BYE))) {
            isRefused(tokens, browser.gets(address), "id_token_hint was not issued here");
        }
    }

    @Test
    void rpInitiatedLogoutModifiedIdTokenHint() {
        var tokens = login("shop");
        var parts = hint(tokens).split("\\.", -1);
        var claims = Login.claims(hint(tokens)).toString().replace("\"shop\"", "\"by-sub\"");
        var body = Base64URL.encode(claims);

        for (var modified : List.of(
                Base64URL.encode("{\"alg\":\"none\"}") + "." + parts[1] + ".",
                hint(tokens).substring(0, hint(tokens).length() - 8) + "AAAAAAAA",
                parts[0] + "." + body + "." + parts[2],
                parts[0] + "." + parts[1] + ".")) {
            isRefused(
                    tokens,
                    browser.gets(logout("id_token_hint", modified, "post_logout_redirect_uri", BYE)),
                    "id_token_hint was not issued here");
        }
    }

    @Test
    void rpInitiatedLogoutBadPostLogoutRedirectUri() {
        var tokens = login("shop");

        for (var uri :
                List.of("https://evil.example/", BYE + "/", BYE + "#x", BYE.toUpperCase(java.util.Locale.ROOT))) {
            var page = browser.gets(logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", uri));
            isRefused(tokens, page, "post_logout_redirect_uri is not registered for this client");
            assertThat(page.body()).as("no echo").doesNotContain(uri);
        }
    }

    @Test
    void rpInitiatedLogoutQueryAddedToPostLogoutRedirectUri() {
        var tokens = login("shop");
        var address = logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE + "?foo=bar");

        isRefused(tokens, browser.gets(address), "post_logout_redirect_uri is not registered for this client");
    }

    @Test
    void rpInitiatedLogoutNoIdTokenHint() {
        var tokens = login("shop");

        isRefused(
                tokens,
                browser.gets(logout("post_logout_redirect_uri", BYE, "state", "x")),
                "id_token_hint is missing, and so is client_id");
        var page = browser.gets(logout("client_id", "shop", "post_logout_redirect_uri", BYE, "state", "x"));
        var before = userinfo(tokens);
        var out = browser.submits("/logout", yes("client_id", "shop", "post_logout_redirect_uri", BYE, "state", "x"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("name=\"sure\"", "name=\"post_logout_redirect_uri\"");
        assertThat(before).isEqualTo(200);
        assertThat(out.url()).isEqualTo(BYE + "?state=x");
        assertThat(userinfo(tokens)).isEqualTo(401);
    }

    @Test
    void rpInitiatedLogoutNoParams() {
        var tokens = login("shop");
        var hall = login("hall");

        var page = browser.gets("/logout");
        var before = userinfo(tokens);
        var done = browser.posts("/logout", yes());

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("name=\"sure\"");
        assertThat(before).isEqualTo(200);
        assertThat(done.status()).isEqualTo(200);
        assertThat(List.of(userinfo(tokens), userinfo(hall))).containsOnly(401);
        assertThat(browser.gets("/logout").body()).doesNotContain("name=\"sure\"");
    }

    @Test
    void rpInitiatedLogoutOnlyState() {
        var tokens = login("shop");

        var page = browser.gets(logout("state", "x"));
        var done = browser.posts("/logout", yes("state", "x"));

        assertThat(List.of(page.status(), done.status())).containsOnly(200);
        assertThat(userinfo(tokens)).isEqualTo(401);
    }

    @Test
    void rpInitiatedLogoutNoPostLogoutRedirectUri() {
        var tokens = login("shop");

        var page = browser.gets(logout("id_token_hint", hint(tokens), "state", "x"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).doesNotContain("name=\"sure\"");
        assertThat(userinfo(tokens)).isEqualTo(401);
    }

    @Test
    void givenABrowserThatIsNotInside_whenLoggedOut_thenItIsNotToldThatAVisitHasEnded() {
        var tokens = login("shop");
        var server = gatehouse.browser();

        var page = server.gets(logout("id_token_hint", hint(tokens)));
        var sentOn = server.opens(logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("You are not inside").doesNotContain("has ended");
        assertThat(sentOn.url()).isEqualTo(BYE);
        assertThat(userinfo(tokens)).isEqualTo(200);
    }

    @Test
    void rpInitiatedLogoutNoState() {
        var tokens = login("shop");

        var out = browser.opens(logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE));

        assertThat(out.url()).isEqualTo(BYE);
    }

    @Test
    void backchannelRpInitiatedLogout() throws Exception {
        var tokens = login("by-sub");

        var out = browser.opens(logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE));
        var told = channelBySub.already();

        assertThat(out.url()).isEqualTo(BYE);
        assertThat(SignedJWT.parse(told.orElseThrow().token())
                        .getJWTClaimsSet()
                        .getClaims()
                        .keySet())
                .containsExactlyInAnyOrder("iss", "sub", "aud", "iat", "exp", "jti", "events");
    }

    @Test
    void backchannelRpInitiatedLogoutSessionRequired() throws Exception {
        channel.forgets();
        var tokens = login("shop");

        browser.opens(logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE));
        var told = channel.already();

        assertThat(SignedJWT.parse(told.orElseThrow().token()).getJWTClaimsSet().getClaim("sid"))
                .isEqualTo(Login.claims(hint(tokens)).path("sid").asString())
                .isNotEqualTo("");
    }

    @Test
    void givenAnExpiredHint_whenLoggedOut_thenItIsStillAHint() {
        var tokens = login("shop");
        gatehouse.pass(Duration.ofMinutes(61));
        var later = login("shop");

        var over = browser.opens(logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE));

        assertThat(over.status())
                .as("an earlier visit's hint: the visitor is asked")
                .isEqualTo(200);
        assertThat(over.body()).contains("name=\"sure\"");
        assertThat(userinfo(later)).isEqualTo(200);
        assertThat(gatehouse
                        .browser()
                        .opens(logout("id_token_hint", hint(tokens), "post_logout_redirect_uri", BYE))
                        .url())
                .isEqualTo(BYE);
    }

    @Test
    void givenAClientThatIsNotTheHintsAudience_whenLoggedOut_thenNothingHappens() {
        var tokens = login("shop");

        isRefused(
                tokens,
                browser.gets(
                        logout("id_token_hint", hint(tokens), "client_id", "by-sub", "post_logout_redirect_uri", BYE)),
                "id_token_hint was issued to another client");
        isRefused(
                tokens,
                browser.gets(logout("id_token_hint", hint(tokens), "client_id", "nobody")),
                "id_token_hint was issued to another client");
        isRefused(tokens, browser.gets(logout("client_id", "nobody")), "client_id is not registered here");
    }

    @Test
    void givenAnotherVisitorsHint_whenLoggedOut_thenThisVisitorIsAskedAndTheOtherStaysIn() {
        var mine = login("shop");
        var theirs = Login.redeem(gatehouse, Login.authorizeCode(gatehouse.browser(), "shop"));

        var page = browser.opens(logout("id_token_hint", hint(theirs), "post_logout_redirect_uri", BYE));
        var before = List.of(userinfo(mine), userinfo(theirs));
        browser.submits("/logout", yes("id_token_hint", hint(theirs), "post_logout_redirect_uri", BYE));

        assertThat(page.body()).contains("name=\"sure\"");
        assertThat(before).containsOnly(200);
        assertThat(userinfo(mine)).isEqualTo(401);
        assertThat(userinfo(theirs)).isEqualTo(200);
    }

    @Test
    void givenParametersThatNobodyKnows_whenLoggedOut_thenTheyAreIgnored() {
        var tokens = login("shop");

        var out = browser.opens(logout(
                "id_token_hint",
                hint(tokens),
                "client_id",
                "shop",
                "post_logout_redirect_uri",
                BYE,
                "ui_locales",
                "de tlh",
                "logout_hint",
                "somebody",
                "unheard_of",
                "1"));

        assertThat(out.url()).isEqualTo(BYE);
        assertThat(userinfo(tokens)).isEqualTo(401);
    }

    @Test
    void givenALanguage_whenTheVisitorIsAsked_thenItIsUsed() {
        login("shop");

        assertThat(browser.gets(logout("client_id", "shop", "ui_locales", "de")).body())
                .contains("Besuch beenden?");
    }

    @Test
    void givenAFormOnAnotherSite_whenItSaysYes_thenTheVisitorIsAskedAllTheSame() {
        var tokens = login("shop");
        var request = browser.request("/logout")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "cross-site")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString("sure=yes"))
                .build();

        var page = browser.sends(request);

        assertThat(page.status()).isEqualTo(303);
        assertThat(page.header("location")).isEqualTo("/logout");
        assertThat(userinfo(tokens)).isEqualTo(200);
    }

    private Answer login(String site) {
        return Login.redeem(gatehouse, site, Login.authorizeCode(browser, site));
    }

    private static String hint(Answer tokens) {
        return tokens.text("id_token");
    }

    private static int userinfo(Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .status();
    }

    private static void isRefused(Answer tokens, Page page, String cause) {
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.header("location")).isEmpty();
        assertThat(page.body())
                .contains("This did not end your visit", cause + "</code>")
                .doesNotContain("name=\"sure\"");
        assertThat(userinfo(tokens)).as("still in").isEqualTo(200);
    }

    private static String logout(String... parameters) {
        return "/logout?" + Browser.form(fields(parameters));
    }

    private static Map<String, String> yes(String... parameters) {
        var fields = fields(parameters);
        fields.put("sure", "yes");
        return fields;
    }

    private static Map<String, String> fields(String... parameters) {
        var fields = new java.util.LinkedHashMap<String, String>();
        for (var index = 0; index < parameters.length; index += 2) {
            fields.put(parameters[index], parameters[index + 1]);
        }
        return fields;
    }
}
