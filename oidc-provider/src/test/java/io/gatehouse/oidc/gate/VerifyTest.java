package io.gatehouse.oidc.gate;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Browser.Page;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server before a site is told about whoever sends a request, by token or cookie. */
class VerifyTest {

    private static final String SHOP = "/verify?room=shop";
    private static final String COOKIE = "gatehouse-place-shop";
    private static final String CHALLENGE = "Bearer realm=\"Gatehouse\"";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000",
                    "gatehouse.rooms.other.title=Other",
                    "gatehouse.rooms.front.title=Front",
                    "gatehouse.rooms.elsewhere.title=Elsewhere",
                    "gatehouse.rooms.lively.capacity=1",
                    "gatehouse.rooms.lively.admission-ttl=20m",
                    "gatehouse.rooms.lively.admission-renewal=10m up to 30m",
                    "gatehouse.api-clients.nightly.secret=" + SECRET)
            .site("jwt", "shop", "access-token=jwt", "id-token-algorithm=es256")
            .site("brief", "shop", "refresh=true", "access-token-ttl=30s")
            .site("lively", "lively")
            .site("front", "front", "entry=${gatehouse.issuer}/start")
            .site("elsewhere", "elsewhere", "entry=" + SITE + "/start")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @ParameterizedTest
    @CsvSource({
        "shop, id_token, Bearer",
        "shop, id_token, bearer",
        "shop, id_token, ''",
        "shop, access_token, Bearer",
        "shop, access_token, ''",
        "jwt, id_token, Bearer",
        "jwt, access_token, Bearer",
        "jwt, access_token, ''",
    })
    void givenATokenOfAnAdmission_whenTheGateIsAsked_thenItSaysWhoIsInside(String site, String which, String scheme) {
        var tokens = login(site);

        for (var address : List.of("/verify", SHOP)) {
            var answer = ask(address, (scheme + " " + tokens.text(which)).strip());

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.header("x-gatehouse-room")).isEqualTo("shop");
            assertThat(answer.header("x-gatehouse-subject")).isEqualTo(subject(tokens));
            assertThat(answer.header("x-gatehouse-expires"))
                    .isEqualTo(String.valueOf(
                            gatehouse.clock().instant().plusSeconds(3_600).getEpochSecond()));
            assertThat(answer.header("cache-control")).isEqualTo("no-store");
        }
    }

    @Test
    void givenAnAdmittedVisitorsCookie_whenTheGateIsAsked_thenItSaysTheSame() {
        var tokens = login("shop");

        var answer = browser.gets(SHOP);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("X-Gatehouse-Room")).isEqualTo("shop");
        assertThat(answer.header("X-Gatehouse-Subject")).isEqualTo(subject(tokens));
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Set-Cookie")).isEmpty();
    }

    @Test
    void givenNothingToShow_whenTheGateIsAsked_thenItSaysWhereToGoAndNobodyWaits() {
        var issued = gatehouse.room("shop").snapshot().issued();

        var answer = browser.gets(SHOP);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).isEqualTo(CHALLENGE);
        assertThat(answer.header("X-Gatehouse-Location")).isEqualTo(gatehouse.issuer() + "/rooms/shop/enter");
        assertThat(answer.header("Location")).isEmpty();
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(browser.gets("/verify").header("X-Gatehouse-Location")).isEmpty();
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(issued);
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMPLETE", "EXPIRE"})
    void givenSomebodyInside_whenTheirAdmissionEnds_thenNothingOfTheirsIsGoodAfterAFewSeconds(Act act) {
        var tokens = login("jwt");
        var idToken = "Bearer " + tokens.text("id_token");
        var accessToken = "Bearer " + tokens.text("access_token");
        assertThat(ask("/verify", idToken).status()).isEqualTo(200);
        assertThat(browser.gets(SHOP).status()).isEqualTo(200);

        gatehouse
                .room("shop")
                .apply(
                        gatehouse
                                .room("shop")
                                .at(Position.of(position(tokens)))
                                .orElseThrow()
                                .id(),
                        act);

        assertThat(ask("/verify", accessToken).status()).as("not seen before").isEqualTo(401);
        assertThat(ask("/verify", idToken).status()).as("remembered").isEqualTo(200);
        assertThat(browser.gets(SHOP).status()).as("remembered").isEqualTo(200);
        gatehouse.elapse(Duration.ofSeconds(5));
        assertThat(ask("/verify", idToken).status()).isEqualTo(401);
        assertThat(browser.gets(SHOP).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/verify", "/verify?room=lively", "/rooms/lively/admitted", "/userinfo"})
    void givenARoomThatRenewsVisits_whenAVisitIsUsed_thenItAndItsSlotLastUntilTheMaximum(String use) {
        var tokens = login("lively");
        var begun = gatehouse.clock().instant();
        assertThat(until(tokens)).isEqualTo(begun.plus(Duration.ofMinutes(20)));

        for (var minute : List.of(15, 23)) {
            gatehouse.elapse(Duration.between(gatehouse.clock().instant(), begun.plus(Duration.ofMinutes(minute))));
            assertThat(uses(use, tokens)).isIn(200, 204);
            assertThat(until(tokens)).isEqualTo(begun.plus(Duration.ofMinutes(Math.min(minute + 10, 30))));
        }
        gatehouse.elapse(Duration.ofMinutes(7).minusSeconds(6));
        assertThat(uses(use, tokens)).isIn(200, 204);
        assertThat(gatehouse.room("lively").snapshot().slots()).isEqualTo(1);
        gatehouse.elapse(Duration.ofSeconds(6));

        assertThat(uses(use, tokens)).isEqualTo(401);
        assertThat(gatehouse.room("lively").snapshot().slots()).isZero();
    }

    /** A page that asks each second would see its visit end otherwise, if the node remembered for long. */
    @Test
    void givenAYesThatIsRemembered_whenAUseWouldMoveTheEnd_thenItIsNotRememberedAnyLonger() {
        var tokens = login("lively");
        var begun = gatehouse.clock().instant();
        gatehouse.elapse(Duration.ofMinutes(12).plusSeconds(29));
        assertThat(ask("/verify", tokens.text("access_token")).header("x-gatehouse-expires"))
                .as("not worth a write")
                .isEqualTo(String.valueOf(begun.plusSeconds(1_200).getEpochSecond()));

        gatehouse.elapse(Duration.ofSeconds(2));

        assertThat(ask("/verify", tokens.text("access_token")).header("x-gatehouse-expires"))
                .isEqualTo(String.valueOf(begun.plusSeconds(751 + 600).getEpochSecond()));
        assertThat(ask("/verify?room=shop", tokens.text("access_token")).status())
                .isEqualTo(401);
        end(tokens);
    }

    /** Its own end is a claim of the token, which says when it is accepted no more (RFC 7519, section 4.1.4). */
    @Test
    void givenAnIdTokenWhoseEndHasCome_whenTheVisitGoesOn_thenTheTokenIsRefusedAndTheCookieIsNot() {
        var tokens = login("lively");
        gatehouse.elapse(Duration.ofMinutes(15));
        assertThat(ask("/verify", tokens.text("id_token")).status()).isEqualTo(200);

        gatehouse.elapse(Duration.ofMinutes(6));

        assertThat(ask("/verify", tokens.text("id_token")).status()).isEqualTo(401);
        assertThat(browser.gets("/verify?room=lively").status()).isEqualTo(200);
        end(tokens);
    }

    @Test
    void givenAVisitThatIsOver_whenItIsUsed_thenItStaysSo() {
        var tokens = login("lively");
        end(tokens);

        assertThat(uses("/userinfo", tokens)).isEqualTo(401);
        assertThat(uses("/verify?room=lively", tokens)).isEqualTo(401);
        assertThat(gatehouse.room("lively").snapshot().slots()).isZero();
    }

    /** Else they would go round between the line and the site. */
    @Test
    void givenAVisitorWhoWasRefused_whenTheyAreLetIn_thenTheyPassAtOnce() {
        assertThat(browser.gets(SHOP).status()).isEqualTo(401);

        browser.opens("/rooms/shop/enter");

        assertThat(browser.gets(SHOP).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"id_token", "access_token"})
    void givenATokenOfOneRoom_whenAnotherOneIsAskedFor_thenItIsRefused(String which) {
        var answer = ask("/verify?room=other", "Bearer " + login("shop").text(which));

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("www-authenticate")).startsWith(CHALLENGE + ", error=\"invalid_token\"");
        assertThat(answer.header("x-gatehouse-location")).isEqualTo(gatehouse.issuer() + "/rooms/other/enter");
    }

    @Test
    void givenACookieOfOneRoom_whenItIsTakenToAnother_thenItIsRefused() {
        login("shop");
        var taken = gatehouse.browser().withCookie("gatehouse-place-other", browser.cookie(COOKIE));

        assertThat(taken.gets("/verify?room=other").status()).isEqualTo(401);
        assertThat(browser.gets("/verify?room=other").status()).isEqualTo(401);
        assertThat(browser.gets("/verify").status()).as("of no room").isEqualTo(401);
    }

    @Test
    void givenACookie_whenALetterIsChangedOrAnotherBrowserShowsIt_thenItIsRefused() {
        login("shop");
        var cookie = browser.cookie(COOKIE);
        assertThat(browser.gets(SHOP).status()).isEqualTo(200);

        assertThat(with(edited(cookie, cookie.length() / 2)).gets(SHOP).status())
                .isEqualTo(401);
        assertThat(with(edited(cookie, cookie.length() - 9)).gets(SHOP).status())
                .isEqualTo(401);
        assertThat(with(cookie).gets(SHOP).status()).as("copied").isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({"shop, id_token", "shop, access_token", "jwt, id_token", "jwt, access_token"})
    void givenAToken_whenALetterIsChanged_thenItIsRefused(String site, String which) {
        var token = login(site).text(which);
        assertThat(ask("/verify", token).status()).isEqualTo(200);

        for (var at : List.of(4, token.length() / 2, token.length() - 9)) {
            assertThat(ask("/verify", "Bearer " + edited(token, at)).status()).isEqualTo(401);
        }
    }

    @Test
    void givenTheClaimsOfAGoodToken_whenSomebodyElseSignsThem_thenTheyAreRefused() throws Exception {
        var good = SignedJWT.parse(login("shop").text("id_token"));
        var claims = good.getJWTClaimsSet();
        var kid = good.getHeader().getKeyID();
        var own = new RSAKeyGenerator(2048).keyID(kid).generate();
        var ours = JWKSet.load(URI.create(gatehouse.issuer() + "/.well-known/jwks.json")
                        .toURL())
                .getKeyByKeyId(kid)
                .toRSAKey();
        var rs256 = new JWSHeader.Builder(JWSAlgorithm.RS256).type(JOSEObjectType.JWT);
        var hs256 = new JWSHeader.Builder(JWSAlgorithm.HS256).type(JOSEObjectType.JWT);

        assertThat(ask("/verify", good.serialize()).status()).isEqualTo(200);
        for (var forged : List.of(
                signed(rs256.keyID(kid).build(), claims, new RSASSASigner(own)),
                signed(rs256.keyID("another").build(), claims, new RSASSASigner(own)),
                signed(rs256.keyID(null).jwk(own.toPublicJWK()).build(), claims, new RSASSASigner(own)),
                signed(
                        hs256.keyID(kid).build(),
                        claims,
                        new MACSigner(ours.toRSAPublicKey().getEncoded())),
                new PlainJWT(claims).serialize(),
                browser.cookie(COOKIE))) {
            assertThat(ask("/verify", "Bearer " + forged).status()).as(forged).isEqualTo(401);
            assertThat(ask(SHOP, forged).status()).as(forged).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"id_token", "access_token"})
    void givenATokenThatHasExpired_whenTheGateIsAsked_thenOnlyTheCookieIsGood(String which) {
        var token = login("brief").text(which);
        var before = ask("/verify", token).status();

        gatehouse.elapse(Duration.ofSeconds(40));

        assertThat(before).isEqualTo(200);
        assertThat(ask("/verify", token).status()).isEqualTo(401);
        assertThat(browser.gets(SHOP).status()).isEqualTo(200);
    }

    /** The same browser may have a place again, under the same id. */
    @Test
    void givenATokenOfAnEarlierOpening_whenItsHolderIsAdmittedAnew_thenItIsRefused() {
        var before = login("shop");
        gatehouse.reopens("shop");
        var after = login("shop");

        assertThat(ask("/verify", before.text("id_token")).status()).isEqualTo(401);
        assertThat(ask("/verify", after.text("id_token")).status()).isEqualTo(200);
    }

    @Test
    void givenATokenThatIsNobodysVisit_whenTheGateIsAsked_thenItIsRefused() {
        var form = Map.of("grant_type", "client_credentials", "scope", "rooms.read");
        var client = Login.post(gatehouse.issuer() + "/token", Login.basic("nightly", SECRET), form);

        assertThat(client.status()).isEqualTo(200);
        assertThat(ask(SHOP, "Bearer " + client.text("access_token")).status()).isEqualTo(401);
        assertThat(ask(SHOP, "Bearer " + login("brief").text("refresh_token")).status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer",
                "Bearer ",
                "x",
                "Bearer .",
                "Bearer ..",
                "Bearer a b",
                "Bearer eyJhbGciOiJub25lIn0.eyJqdGkiOiIxIn0.",
                "Basic c2hvcDpzaG9w",
                "Digest username=\"x\""
            })
    void givenSomethingElseInAuthorization_whenTheGateIsAsked_thenTheCookieCountsAllTheSame(String authorization) {
        assertThat(ask(SHOP, authorization).status()).isEqualTo(401);

        login("shop");

        assertThat(asks(browser, SHOP, authorization).status()).isEqualTo(200);
    }

    /** What stands in Authorization may be for the site. */
    @Test
    void givenATokenOfAnotherRoom_whenTheCookieIsOfThisOne_thenItCounts() {
        var tokens = login("shop");
        gatehouse.letIn("front", 1);
        browser.opens("/rooms/front/enter");

        for (var which : List.of("id_token", "access_token")) {
            var answer = asks(browser, "/verify?room=front", "Bearer " + tokens.text(which));

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("X-Gatehouse-Room")).isEqualTo("front");
            assertThat(answer.header("X-Gatehouse-Subject")).isNotEqualTo(subject(tokens));
        }
    }

    @Test
    void givenAHeadRequest_whenTheGateIsAsked_thenTheAnswerIsTheSame() {
        var head = browser.request(SHOP).method("HEAD", BodyPublishers.noBody()).build();
        var before = browser.sends(head);
        login("shop");

        var after = browser.sends(head);

        assertThat(before.status()).isEqualTo(401);
        assertThat(after.status()).isEqualTo(200);
        assertThat(after.header("X-Gatehouse-Room")).isEqualTo("shop");
    }

    @ParameterizedTest
    @CsvSource({"10240, 401", "61440, 431"})
    void givenAnEndlessToken_whenTheGateIsAsked_thenItIsRefusedAndNothingElse(int length, int status) {
        var endless = "e".repeat(length);

        assertThat(ask(SHOP, "Bearer " + endless).status()).isEqualTo(status);
        assertThat(with(endless).gets(SHOP).status()).isEqualTo(status);
    }

    @Test
    void givenAServerThatAsksForARedirect_whenAPersonIsNotInside_thenTheyAreSentToTheLineAndScriptsAreNot() {
        var script = browser.request(SHOP + "&redirect=true").setHeader("Sec-Fetch-Mode", "cors");

        var person = browser.gets(SHOP + "&redirect=true");

        assertThat(person.status()).isEqualTo(302);
        assertThat(person.header("Location")).isEqualTo(gatehouse.issuer() + "/rooms/shop/enter");
        assertThat(person.header("Cache-Control")).isEqualTo("no-store");
        assertThat(browser.sends(script.GET().build()).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/verify?redirect=true",
                "/verify?redirect=https://evil.example/",
                "/verify?room=shop&redirect=https://evil.example/",
                "/verify?room=shop&redirect=//evil.example&redirect=true",
                "/verify?room=//evil.example&redirect=true",
                "/verify?room=shop%2F..%2F..&redirect=true",
                "/verify?room=shop%0d%0aLocation:x&redirect=true",
                "/verify?room=&redirect=true",
                "/verify?room=nowhere&redirect=true",
                "/verify/nowhere/"
            })
    void givenAnInventedRoomOrRedirect_whenTheGateIsAsked_thenItLeadsNowhere(String address) {
        var answer = browser.gets(address);

        assertThat(answer.status()).isIn(401, 404);
        assertThat(answer.header("Location")).isEmpty();
        assertThat(answer.header("X-Gatehouse-Location")).isIn("", gatehouse.issuer() + "/rooms/shop/enter");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void givenARoomThatThereIsNot_whenTheGateIsAsked_thenAnOperatorCanReadWhatIsWrong() {
        var answer = browser.gets("/verify?room=nowhere");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body()).contains("nowhere");
    }

    /** Envoy puts its prefix before the path, and asks with the visitor's method and query. */
    @Test
    void givenAPathOfTheSiteBehindTheRoom_whenTheGateIsAsked_thenNothingOfTheVisitorsQueryCounts() {
        var post = browser.request("/verify/shop/basket/add?room=other&redirect=//evil.example")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("room=other"))
                .build();
        var before = browser.sends(post);
        login("shop");

        assertThat(before.status()).isEqualTo(302);
        assertThat(before.header("Location")).isEqualTo(gatehouse.issuer() + "/rooms/shop/enter");
        assertThat(browser.sends(post).status()).isEqualTo(200);
        assertThat(browser.gets("/verify/shop").status()).isEqualTo(200);
        assertThat(browser.gets("/verify/other/?room=shop").status()).isEqualTo(302);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/deep/link?of=2&of=%2F&x=%20y", "/", "/drop/42"})
    void givenAPersonWhomAGateHasSentToTheLine_whenTheyAreInside_thenTheyAreBackAtTheirPage(String page) {
        assertThat(isLedTo("front", page)).isEqualTo(gatehouse.issuer() + page);
        assertThat(isLedTo("other", page)).as("of no site").isEqualTo(gatehouse.issuer() + page);
        assertThat(isLedTo("elsewhere", page))
                .as("of a site that has not held them back")
                .isEqualTo(gatehouse.issuer() + page);
        assertThat(isLedTo("shop", page)).as("of many such sites").isEqualTo(gatehouse.issuer() + page);
    }

    /** Its page is none of ours, and the host that a visitor has asked for is not one to be led to. */
    @ParameterizedTest
    @CsvSource({
        "localhost, shop.example",
        "localhost, shop.example:8443",
        "localhost, 'localhost, evil.example'",
        "localhost, ''",
        "127.0.0.1,"
    })
    void givenAGateUnderAnotherHostName_whenAVisitorIsInside_thenTheyAreAtTheEntry(String host, String forwarded) {
        var gate = gatehouse.issuer().replace("localhost", host);
        var asked =
                browser.request(gate + "/verify?redirect=true&room=elsewhere").header("X-Forwarded-Uri", "/basket");
        if (forwarded != null) {
            asked.header("X-Forwarded-Host", forwarded);
        }
        gatehouse.letIn("elsewhere", 1);

        var line = gatehouse.browser().sends(asked.GET().build()).header("Location");

        assertThat(line).endsWith("/rooms/elsewhere/enter");
        assertThat(browser.opens(line).url()).isEqualTo(SITE + "/start");
    }

    /** Of what a visitor sends a path counts, and nothing that may be read as a host. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://evil.example/",
                "//evil.example/",
                "/\\evil.example/",
                "/%5Cevil.example/",
                "/.//evil.example/",
                "/../evil",
                "/%2e%2e/evil",
                "@evil.example/",
                ".evil.example/",
                ":1@evil.example/",
                "/#evil",
                "/{evil}",
                "/%0d%0aLocation:%20https://evil.example/?%",
            })
    void givenAnOddPage_whenAVisitorIsInside_thenTheyAreAtTheEntryOrOnAPageOfOurs(String page) {
        assertThat(isLedTo("front", page)).isEqualTo(gatehouse.issuer() + "/start");
        assertThat(isLedTo("elsewhere", page)).isEqualTo(SITE + "/start");
        assertThat(isLedTo("other", page)).startsWith(gatehouse.issuer() + "/rooms/other/enter");
    }

    @Test
    void givenAnEndlessPage_whenTheGateIsAsked_thenItsAnswerIsNoLongerForIt() {
        var endless = "/" + "e".repeat(4_000);

        assertThat(sent("front", endless, "GET").header("Location")).endsWith("/rooms/front/enter");
    }

    /** The line's address would show it for the whole wait, and proxies write it down. */
    @ParameterizedTest
    @ValueSource(
            strings = {"/callback?code=c&state=s", "/callback?error=e&state=s", "/reset?of=2&token=t", "/?c%6Fde=c"})
    void givenAPageWhoseAddressHoldsASecret_whenTheGateIsAsked_thenTheLinesDoesNot(String page) {
        assertThat(sent("front", page, "GET").header("Location")).endsWith("/rooms/front/enter");
        assertThat(browser.gets("/verify/front" + page).header("Location")).endsWith("/rooms/front/enter");
        assertThat(sent("front", "/callback?codes=c&of=state&x=token=", "GET").header("Location"))
                .contains("?request=");
    }

    @Test
    void givenAFormThatAGateHasHeldBack_whenTheVisitorIsInside_thenNobodyAsksForItsAddressWithoutIt() {
        assertThat(sent("front", "/basket/add", "POST").header("Location")).endsWith("/rooms/front/enter");
    }

    @Test
    void givenAPathOfTheSiteBehindTheRoom_whenTheVisitorIsInside_thenTheyAreBackThere() {
        gatehouse.letIn("front", 1);

        var line = browser.gets("/verify/front/basket?room=other&of=%2F").header("Location");

        assertThat(browser.opens(line).url()).isEqualTo(gatehouse.issuer() + "/basket?room=other&of=%2F");
    }

    /** It stands under another host name, and so would send them to the line each time. */
    @Test
    void givenAGateThatSeesNoCookies_whenAVisitorGoesRound_thenTheyAreToldAfterAFewTimes() {
        for (var times = 0; times < 3; times++) {
            assertThat(isLedTo("other", "/prices")).isEqualTo(gatehouse.issuer() + "/prices");
        }

        assertThat(isLedTo("other", "/prices")).startsWith(gatehouse.issuer() + "/rooms/other/enter");
    }

    /** Spring MVC answers them by itself. */
    @ParameterizedTest
    @CsvSource({"/verify?room=shop, ''", "/verify/shop/, ''", "/verify, ''", "/verify?room=shop, https://evil.example"})
    void givenAPreflightOfABrowser_whenTheGateIsAsked_thenNobodyTakesTheAnswerForAYes(String address, String origin) {
        var preflight = browser.request(address)
                .header("Origin", origin.isEmpty() ? gatehouse.issuer() : origin)
                .header("Access-Control-Request-Method", "GET")
                .method("OPTIONS", BodyPublishers.noBody())
                .build();

        assertThat(browser.sends(preflight).status()).isEqualTo(401);
    }

    /** Where this browser ends that a gate before this page has sent to the line. */
    private String isLedTo(String room, String page) {
        gatehouse.letIn(room, 1);
        return browser.opens(sent(room, page, "GET").header("Location")).url();
    }

    private Page sent(String room, String page, String method) {
        return gatehouse
                .browser()
                .sends(browser.request("/verify?redirect=true&room=" + room)
                        .header("X-Forwarded-Uri", page)
                        .header("X-Forwarded-Method", method)
                        .GET()
                        .build());
    }

    private Answer login(String site) {
        return Login.redeem(gatehouse, site, Login.authorizeCode(browser, site));
    }

    /** By its token at the gate and at userinfo, and by its cookie where a room is asked for. */
    private int uses(String address, Answer tokens) {
        return address.contains("lively")
                ? browser.gets(address).status()
                : ask(address, "Bearer " + tokens.text("access_token")).status();
    }

    private static Instant until(Answer tokens) {
        return place(tokens).until();
    }

    private static void end(Answer tokens) {
        gatehouse.room("lively").apply(place(tokens).id(), Act.EXPIRE);
    }

    /** Asks no endpoint, since that would be a use. */
    private static Place place(Answer tokens) {
        var holder = gatehouse
                .bean(SubjectIdentifiers.class)
                .place(Login.claims(tokens.text("id_token")).path("jti").asString());
        return gatehouse.room("lively").find(holder.orElseThrow()).orElseThrow();
    }

    private static String signed(JWSHeader header, JWTClaimsSet claims, JWSSigner signer) throws JOSEException {
        var jwt = new SignedJWT(header, claims);
        jwt.sign(signer);
        return jwt.serialize();
    }

    private static String subject(Answer tokens) {
        return Login.claims(tokens.text("id_token")).path("sub").asString();
    }

    private static long position(Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .json()
                .path("position")
                .asLong();
    }

    private static Answer ask(String address, String authorization) {
        return Login.get(gatehouse.issuer() + address, authorization);
    }

    private static Page asks(Browser browser, String address, String authorization) {
        return browser.sends(browser.request(address)
                .header("Authorization", authorization)
                .GET()
                .build());
    }

    /** Another browser, into which somebody has put this cookie. */
    private static Browser with(String cookie) {
        return gatehouse.browser().withCookie(COOKIE, cookie);
    }

    private static String edited(String text, int at) {
        var other = text.charAt(at) == 'A' ? 'B' : 'A';
        return text.substring(0, at) + other + text.substring(at + 1);
    }
}
