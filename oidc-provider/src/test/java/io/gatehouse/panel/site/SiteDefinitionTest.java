package io.gatehouse.panel.site;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.addition.AddedSites;
import io.gatehouse.flow.LogLines;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.testing.HostileServer;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites that are added, changed and retired while the application runs. */
@PanelTest
class SiteDefinitionTest {

    private static final String FAIR = "/panel/api/sites/fair";
    private static final String GOOD = "{\"room\":\"club\",\"redirectUris\":[\"https://fair.example/cb\"]}";
    private static final String AUTHORIZE =
            "/authorize?response_type=code&client_id=fair&scope=openid&redirect_uri=https%3A%2F%2Ffair.example%2Fcb";
    private static final String[] READS = {"Authorization", "Bearer reads"};

    @AfterEach
    void takeAllOutAgain(Desk desk) {
        var none = new Seal(desk.bean(MasterKey.class), "additions").seal(Map.of());
        desk.bean(ExpiringStore.class)
                .put(
                        "additions/sites",
                        none,
                        ExpiringStore.FOREVER,
                        desk.bean(Clock.class).instant());
        desk.bean(AddedSites.class).kept().refresh();
    }

    @Test
    void givenASiteThatIsAdded_whenItsVisitorsAndItsProductCome_thenBothAreKnown(Desk desk) {
        var added = add(desk, GOOD);
        var secret = json(added).path("secret").asString();

        var visitor = desk.get(AUTHORIZE);
        var right = token(desk, "fair", secret);
        var wrong = token(desk, "fair", "not-its-secret-not-its-secret");

        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        assertThat(secret).matches("[0-9a-f]{64}");
        assertThat(visitor.statusCode()).isEqualTo(303);
        assertThat(right.body()).contains("invalid_grant"); // it is known, and the code is none
        assertThat(wrong.body()).contains("invalid_client");
        assertThat(desk.get("/panel/api/sites", READS).body()).contains("\"site\":\"fair\"");
        assertThat(desk.get(FAIR + "/setup", READS).body()).contains("https://fair.example/cb");
    }

    @Test
    void givenASecret_whenItHasBeenTold_thenItStandsNowhereElse(Desk desk) {
        var secret = json(add(desk, GOOD)).path("secret").asString();
        desk.signIn();

        var shown = Stream.of(
                        FAIR + "/definition",
                        "/panel/api/rooms/club/ledger",
                        "/panel/sites/fair/definition",
                        "/panel/sites/fair/setup")
                .map(path -> desk.get(path).body());
        var kept = desk.bean(ExpiringStore.class)
                .get("additions/sites", desk.bean(Clock.class).instant())
                .orElseThrow();

        assertThat(shown).allSatisfy(body -> assertThat(body).contains("fair").doesNotContain(secret));
        assertThat(new String(kept, StandardCharsets.UTF_8)).doesNotContain(secret, "fair.example");
    }

    @Test
    void givenASite_whenItGetsAnotherSecret_thenTheOneBeforeIsGoodNoMore(Desk desk) {
        var before = add(desk, GOOD);
        var renewed = desk.send(
                "POST", FAIR + "/secret", "", "Authorization", "Bearer writes", "If-Match", header(before, "ETag"));

        var old = token(desk, "fair", json(before).path("secret").asString());
        var fresh = token(desk, "fair", json(renewed).path("secret").asString());

        assertThat(old.body()).contains("invalid_client");
        assertThat(fresh.body()).contains("invalid_grant");
    }

    @Test
    void givenASite_whenItsDefinitionIsChanged_thenItKeepsItsSecret(Desk desk) {
        var before = add(desk, GOOD);

        var changed = put(desk, "fair", GOOD.replace("/cb", "/callback"), "If-Match", header(before, "ETag"));
        var late = put(desk, "fair", GOOD, "If-Match", header(before, "ETag"));

        assertThat(json(changed).has("secret")).isFalse();
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(token(desk, "fair", json(before).path("secret").asString()).body())
                .contains("invalid_grant");
        assertThat(desk.get(AUTHORIZE).statusCode()).isEqualTo(400);
    }

    @Test
    void givenASite_whenItIsRetired_thenItsVisitorsAndItsProductAreToldItIsUnknown(Desk desk) {
        var before = add(desk, GOOD);

        var retired = desk.send(
                "DELETE",
                FAIR + "/definition",
                "",
                "Authorization",
                "Bearer writes",
                "If-Match",
                header(before, "ETag"));

        assertThat(json(retired).path("retired").asBoolean()).isTrue();
        assertThat(desk.get(AUTHORIZE).body()).contains("We do not know this site");
        assertThat(token(desk, "fair", json(before).path("secret").asString()).body())
                .contains("invalid_client");
        assertThat(put(desk, "fair", GOOD, "If-Match", header(retired, "ETag")).statusCode())
                .isEqualTo(200);
        assertThat(desk.get(AUTHORIZE).statusCode()).isEqualTo(303);
    }

    /** The same words as stop a start. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {"room":"club"}                                                        | redirectUris: must have one or more
            {"room":"nowhere","redirectUris":["https://a.example/"]}               | room: must name one of the rooms
            {"room":"club","redirectUris":["javascript:alert(1)"]}                 | must not be a javascript URI
            {"room":"club","redirectUris":["ftp://a.example/"]}                    | must be an address that a browser or an app opens
            {"room":"club","redirectUris":["http://0.0.0.0/"]}                     | must name a host, and this address names none
            {"room":"club","redirectUris":["https://a.example/*"]}                 | * stands for nothing else
            {"room":"club","preset":"myspace","redirectUris":["https://a.example/"]} | preset: must be one of
            {"room":"club","slotAfterLogout":"maybe","redirectUris":["https://a.example/"]} | slotAfterLogout: must be one of
            {"room":"club","preset":"cognito","redirectUris":["https://a.example/"]} | entry: cognito must have it set
            {"room":"club","clientId":"spa","redirectUris":["https://a.example/"]} | clientId: must be one that nobody else has
            {"room":"club","clientId":"watcher","redirectUris":["https://a.example/"]} | clientId: must be one that nobody else has
            {"room":"club","redirectUris":[1]}                                     | redirectUris must be a list of texts
            {"secret":"of-my-own-choice"}                                          | members are
            """)
    void givenASettingThatMakesNoSense_whenASiteIsAdded_thenItIsRefusedAsInTheFiles(
            String body, String said, Desk desk) {
        var refused = add(desk, body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("#invalid-setting", said);
        assertThat(desk.get(FAIR + "/definition", READS).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "-a, '1 to 63 of a-z, 0-9 and inner hyphens'",
        "a-, '1 to 63 of a-z, 0-9 and inner hyphens'",
        "new, 'must be no word of the panel'",
        "definition, 'must be no word of the panel'"
    })
    void givenANameThatIsNone_whenASiteOfItIsAdded_thenItIsRefused(String name, String why, Desk desk) {
        var refused = put(desk, name, GOOD, "If-None-Match", "*");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains(why);
    }

    @Test
    void givenSeveralFaultsInASite_whenItIsSent_thenTheScreenHasThemAllAtTheirFields(Desk desk) {
        var typed = Map.of(
                "csrf", desk.signIn().token(),
                "site", "fair",
                "room", "club",
                "redirectUris", "javascript:alert(1)",
                "backchannelLogoutUri", "http://fair.example/out",
                "maxAdmissionsPerSecond", "0");

        var screen = desk.form("/panel/new-site", typed).body();

        assertThat(screen)
                .contains("3 fields need another value", "href=\"#redirectUris\">Redirect URIs</a>")
                .contains("id=\"redirectUris-fault\"", "id=\"backchannelLogoutUri-fault\"")
                .contains("id=\"maxAdmissionsPerSecond-fault\">must be 1 or more, was 0<")
                .doesNotContain("gatehouse.sites", "Example:");
    }

    @Test
    void givenASiteOfTheFiles_whenItIsPutOrRetired_thenThatIsRefused(Desk desk) {
        var seen = desk.get("/panel/api/sites/shop/definition", READS);
        var put = put(desk, "shop", GOOD, "If-Match", "*");

        assertThat(json(seen).path("ofTheFiles").asBoolean()).isTrue();
        assertThat(seen.body()).doesNotContain(Desk.SITE_SECRET);
        assertThat(put.statusCode()).isEqualTo(409);
        assertThat(put.body()).contains("#site-of-the-files");
    }

    @Test
    void givenTheScreens_whenAnOwnerAddsChangesAndRetiresASite_thenTheyDoWhatTheApiDoes(Desk desk) {
        var token = desk.signIn().token();
        var typed = Map.of(
                "csrf",
                token,
                "site",
                "fair",
                "room",
                "club",
                "preset",
                "generic",
                "redirectUris",
                "https://fair.example/cb\nhttps://fair.example/other",
                "claims",
                "true",
                "slotAfterLogout",
                "freed");

        var wrong = desk.form("/panel/new-site", Map.of("csrf", token, "site", "fair", "room", "club", "entry", "x"));
        var added = desk.form("/panel/new-site", typed);
        var definition = desk.get("/panel/sites/fair/definition").body();
        var etag = json(desk.get(FAIR + "/definition")).path("etag").asString();
        var retired = desk.form("/panel/sites/fair/definition/retire", Map.of("csrf", token, "etag", etag));
        var late = desk.form("/panel/sites/fair/secret", Map.of("csrf", token, "etag", etag));

        assertThat(json(desk.get(FAIR + "/definition")).path("slotAfterLogout").asString())
                .isEqualTo("freed");
        assertThat(definition).contains("<option value=\"freed\" selected=\"selected\">");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("must have one or more", "value=\"fair\"");
        assertThat(added.body())
                .contains("Secret of <span translate=\"no\">fair</span>", "/panel/sites/fair/setup")
                .containsPattern("[0-9a-f]{64}");
        assertThat(definition).contains("https://fair.example/other", "Make another secret");
        assertThat(header(retired, "Location")).endsWith("?done=site-retired");
        assertThat(late.statusCode()).isEqualTo(412);
    }

    @Test
    void givenEverySettingOfASite_whenItIsPut_thenItIsThereAndInForce(Desk desk) {
        var settings =
                "{\"loginStateTtl\":\"20m\",\"freshLimit\":\"90s\",\"reentry\":false,\"entries\":{\"Drop42\":\"https://fair.example/42\"},"
                        + "\"allowedTargets\":[\"https://fair.example/sale/\"],\"accessTokenTtl\":\"10m\",\"accessToken\":\"jwt\","
                        + "\"idTokenAlgorithm\":\"ES256\",\"claimsInIdToken\":true,\"emailDomain\":\"fair.example\",\"reauthenticate\":false,"
                        + "\"backchannelLogoutSessionRequired\":false,\"iss\":false,\"pushedRequests\":\"required\",\"dpop\":\"accepted\"}";

        var added = add(desk, GOOD.replace("}", ",\"settings\":" + settings + "}"));
        var visitor = desk.get(AUTHORIZE);
        var again = put(
                desk,
                "fair",
                GOOD.replace("}", ",\"settings\":" + json(added).path("settings") + "}"),
                "If-Match",
                header(added, "ETag"));
        var plain = put(desk, "fair", GOOD, "If-Match", header(again, "ETag"));

        assertThat(json(added).path("settings").toString()).isEqualTo(settings);
        assertThat(header(visitor, "Location")).contains("error=invalid_request");
        assertThat(json(again).path("settings").toString()).isEqualTo(settings);
        assertThat(json(plain).path("settings").toString()).isEqualTo("{}");
        assertThat(desk.get(AUTHORIZE).statusCode()).isEqualTo(303);
        assertThat(header(desk.get(AUTHORIZE), "Location")).doesNotContain("error");
        assertThat(desk.get("/panel/api/rooms/club/ledger", READS).body())
                .contains("login-state-ttl 20m -> none", "entries.Drop42 https://fair.example/42 -> none");
    }

    @Test
    void givenASiteThatSignsByAKey_whenItIsAdded_thenItHasNoSecretUntilTheKeyIsGone(Desk desk) throws Exception {
        var key = new ECKeyGenerator(Curve.P_256).generate();
        var jwk = key.toPublicJWK().toJSONString().replace("\"", "\\\"");

        var added = add(desk, GOOD.replace("}", ",\"settings\":{\"jwk\":\"" + jwk + "\"}}"));
        var screen = desk.signIn().get("/panel/sites/fair/definition").body();
        var renewed = desk.send(
                "POST", FAIR + "/secret", "", "Authorization", "Bearer writes", "If-Match", header(added, "ETag"));
        var both = put(
                desk,
                "fair",
                GOOD.replace("}", ",\"settings\":{\"jwk\":\"" + jwk + "\",\"jwksUri\":\"https://fair.example/jwks\"}}"),
                "If-Match",
                header(added, "ETag"));
        var secret = put(desk, "fair", GOOD, "If-Match", header(added, "ETag"));

        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        assertThat(json(added).has("secret")).isFalse();
        assertThat(screen).contains(key.getX().toString()).doesNotContain("Make another secret");
        assertThat(renewed.body()).contains("signs by a key, gets no secret");
        assertThat(both.body()).contains("jwksUri: must not be set beside jwk");
        assertThat(token(desk, "fair", json(secret).path("secret").asString()).body())
                .contains("invalid_grant");
    }

    @Test
    void givenASiteThatSignsByAKey_whenItGetsAnother_thenTheOldOneIsWorthNothing(Desk desk) throws Exception {
        var old = new ECKeyGenerator(Curve.P_256).generate();
        var other = new ECKeyGenerator(Curve.P_256).generate();
        var added = add(desk, withKey(old));
        var before = signed(desk, old);

        var changed = put(desk, "fair", withKey(other), "If-Match", header(added, "ETag"));

        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        assertThat(before.body()).contains("invalid_grant");
        assertThat(signed(desk, old).body()).contains("invalid_client");
        assertThat(signed(desk, other).body()).contains("invalid_grant");
    }

    @Test
    void givenASiteOfFapi_whenItIsAdded_thenItNeedsAKeyAndMustPush(Desk desk) throws Exception {
        var key = new ECKeyGenerator(Curve.P_256).generate();

        var unsigned = add(desk, GOOD.replace("}", ",\"settings\":{\"fapi\":true}}"));
        var added = add(desk, withKey(key).replace("}}", ",\"fapi\":true}}"));

        assertThat(unsigned.statusCode()).isEqualTo(400);
        assertThat(unsigned.body()).contains("fapi: needs jwk or jwks-uri");
        assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
        assertThat(header(desk.get(AUTHORIZE), "Location")).contains("error=invalid_request");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            []                                       | settings must be a JSON object
            "loginStateTtl"                          | settings must be a JSON object
            {"secret":"of-my-own-choice"}            | members are
            {"login-state-ttl":"15m"}                | members are
            {"loginStateTtl":15}                     | loginStateTtl must be a text
            {"loginStateTtl":"soon"}                 | loginStateTtl: must be
            {"loginStateTtl":"-1m"}                  | loginStateTtl: must be 0s or more
            {"freshLimit":"2h"}                      | freshLimit: must be from 0s to login-state-ttl
            {"accessTokenTtl":"0s"}                  | accessTokenTtl: must be 1s or more
            {"reentry":"yes"}                        | reentry must be true or false
            {"entries":["https://fair.example/42"]}  | entries must be a JSON object
            {"entries":{"42":42}}                    | 42 must be a text
            {"entries":{"a b":"https://a.example/"}} | entries: must have keys of 1 to 64 letters and digits
            {"entries":{"a.b":"https://a.example/"}} | entries: must have keys of 1 to 64 letters and digits
            {"entries":{"a":"javascript:alert(1)"}}  | must not be a javascript URI
            {"allowedTargets":"https://a.example/"}  | allowedTargets must be a list of texts
            {"allowedTargets":["nowhere"]}           | allowedTargets: must be an absolute URI
            {"accessToken":"paper"}                  | accessToken: must be one of
            {"idTokenAlgorithm":"none"}              | idTokenAlgorithm: must be one of
            {"emailDomain":"a b"}                    | emailDomain: must be a domain
            {"dpop":"sometimes"}                     | dpop: must be one of
            {"jwk":"{}"}                             | jwk:
            {"jwksUri":"http://fair.example/jwks"}   | jwksUri:
            {"initiateLoginUri":"ftp://a.example/"}  | initiateLoginUri:
            """)
    void givenAnotherSettingThatMakesNoSense_whenASiteIsAdded_thenItIsRefusedAsInTheFiles(
            String settings, String said, Desk desk) {
        var refused = add(desk, GOOD.replace("}", ",\"settings\":" + settings + "}"));

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("#invalid-setting", said);
        assertThat(desk.get(FAIR + "/definition", READS).statusCode()).isEqualTo(404);
    }

    @Test
    void givenTheFormOfASite_whenTheOtherSettingsAreTyped_thenTheyAreSavedAndFaultsStandAtTheirFields(Desk desk) {
        var typed = new HashMap<>(Map.of(
                "csrf", desk.signIn().token(),
                "site", "fair",
                "room", "club",
                "redirectUris", "https://fair.example/cb",
                "loginStateTtl", "20m",
                "entries", "drop42 https://fair.example/42\n\nlate  https://fair.example/late",
                "allowedTargets", "https://fair.example/sale/\nhttps://fair.example/other/",
                "iss", "false",
                "dpop", "accepted"));

        typed.put("entries", "drop42 https://fair.example/42\ndrop42 https://fair.example/43");
        var twice = desk.form("/panel/new-site", typed);
        typed.put("entries", "drop42\nlate  https://fair.example/late");
        var bare = desk.form("/panel/new-site", typed);
        typed.put("entries", "drop42 https://fair.example/42\n\nlate  https://fair.example/late");
        var added = desk.form("/panel/new-site", typed);
        var screen = desk.get("/panel/sites/fair/definition").body();
        var files = desk.get("/panel/sites/shop/definition").body();

        assertThat(twice.statusCode()).isEqualTo(400);
        assertThat(twice.body())
                .contains("id=\"entries-fault\">must have each key once, &quot;drop42&quot; comes twice<");
        assertThat(bare.body()).contains("id=\"entries-fault\"");
        assertThat(added.statusCode()).isEqualTo(200);
        assertThat(json(desk.get(FAIR + "/definition")).path("settings").toString())
                .isEqualTo("{\"loginStateTtl\":\"20m\",\"entries\":{\"drop42\":\"https://fair.example/42\","
                        + "\"late\":\"https://fair.example/late\"},\"allowedTargets\":[\"https://fair.example/sale/\","
                        + "\"https://fair.example/other/\"],\"iss\":false,\"dpop\":\"accepted\"}");
        assertThat(screen)
                .contains("drop42 https://fair.example/42\nlate https://fair.example/late</textarea>", "value=\"20m\"")
                .contains("<option value=\"accepted\" selected=\"selected\">");
        assertThat(files).contains("drop42 https://shop.example/drop/42</textarea>");
    }

    /** The checklist wants each WARN of the log to be read, and orders checks. */
    @Test
    void givenASite_whenTheCheckAsksForAnAddressThatItHasNot_thenTheLogHasNoWarningOfIt(Desk desk) {
        put(desk, "stall", GOOD, "If-None-Match", "*");
        var asked = AUTHORIZE.replace("client_id=fair", "client_id=stall");
        try (var log = LogLines.of("io.gatehouse.oidc.client.SiteRefusals")) {
            var checked = desk.get(asked.replace("fair.example%2Fcb", "check-site.invalid%2Fcallback"));
            desk.get(asked.replace("fair.example", "elsewhere.example"));

            assertThat(checked.statusCode()).isEqualTo(400);
            assertThat(log.all()).singleElement().asString().contains("elsewhere.example");
        }
    }

    /** A page of a site that has been taken over, or is broken. */
    @ParameterizedTest
    @EnumSource(names = "TRICKLING", mode = EnumSource.Mode.EXCLUDE)
    void givenAnEntryThatIsHostile_whenTheSiteIsChecked_thenLittleOfItIsReadAndItIsReported(
            HostileServer.Answer answer, Desk desk) throws IOException {
        try (var shop = new HostileServer(answer)) {
            add(desk, hostile(shop));

            var report = check(desk);

            assertThat(report.body()).contains("wrong  entry");
            assertThat(shop.sent()).isLessThan(HostileServer.FEW);
            assertThat(shop.askedInside()).isZero();
        }
    }

    @Test
    void givenAnEntryThatTrickles_whenItsSiteIsCheckedThrice_thenTheThirdIsRefusedAndBoardsAreServed(Desk desk)
            throws IOException {
        var checks = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        try (var shop = new HostileServer(HostileServer.Answer.TRICKLING)) {
            add(desk, hostile(shop));
            checks.add(CompletableFuture.supplyAsync(() -> check(desk)));
            checks.add(CompletableFuture.supplyAsync(() -> check(desk)));
            await().atMost(Duration.ofMinutes(1)).until(() -> shop.underWay() == 2);

            var third = check(desk);

            assertThat(third.statusCode()).isEqualTo(503);
            assertThat(third.body()).contains("#checks-busy");
            assertThat(desk.get("/rooms/club/board").statusCode()).isEqualTo(200);
        }
        assertThat(checks).allSatisfy(check -> assertThat(check.join().body()).contains("wrong  entry"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenASiteOfThePanel_whenItsDoorsAreTried_thenTheyAreReportedAndItsLoginIsNot(boolean isScreen, Desk desk)
            throws IOException {
        try (var shop = new HostileServer(HostileServer.Answer.ENDLESS)) {
            add(desk, hostile(shop));
            var address = isScreen ? "/panel/sites/fair/check" : FAIR + "/check?doors=true";

            var report = isScreen
                    ? desk.form(address, Map.of("csrf", desk.signIn().token(), "doors", "true"))
                    : desk.post(address, "", "Authorization", "Bearer operates");

            assertThat(report.body()).contains("  door  ").doesNotContain("discovery");
            assertThat(shop.askedInside()).isZero();
        }
    }

    private static String hostile(HostileServer shop) {
        return GOOD.replace("}", ",\"entry\":\"" + shop.uri() + "\"}");
    }

    private static HttpResponse<String> check(Desk desk) {
        return desk.post(FAIR + "/check", "", "Authorization", "Bearer operates");
    }

    private static HttpResponse<String> add(Desk desk, String body) {
        return put(desk, "fair", body, "If-None-Match", "*");
    }

    private static HttpResponse<String> put(Desk desk, String site, String body, String name, String value) {
        return desk.send(
                "PUT", "/panel/api/sites/" + site + "/definition", body, "Authorization", "Bearer writes", name, value);
    }

    private static String withKey(ECKey key) {
        var jwk = key.toPublicJWK().toJSONString().replace("\"", "\\\"");
        return GOOD.replace("}", ",\"settings\":{\"jwk\":\"" + jwk + "\"}}");
    }

    private static HttpResponse<String> signed(Desk desk, ECKey key) throws JOSEException {
        var assertion = new SignedJWT(
                new JWSHeader(JWSAlgorithm.ES256),
                new JWTClaimsSet.Builder()
                        .issuer("fair")
                        .subject("fair")
                        .audience("http://localhost:9000")
                        .jwtID(UUID.randomUUID().toString())
                        .expirationTime(Date.from(desk.now().plusSeconds(60)))
                        .build());
        assertion.sign(new ECDSASigner(key));
        return desk.form(
                "/token",
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        "none",
                        "redirect_uri",
                        "https://fair.example/cb",
                        "client_assertion_type",
                        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                        "client_assertion",
                        assertion.serialize()));
    }

    private static HttpResponse<String> token(Desk desk, String clientId, String secret) {
        var credentials =
                Base64.getEncoder().encodeToString((clientId + ":" + secret).getBytes(StandardCharsets.UTF_8));
        return desk.form(
                "/token",
                Map.of("grant_type", "authorization_code", "code", "none", "redirect_uri", "https://fair.example/cb"),
                "Authorization",
                "Basic " + credentials);
    }
}
