package io.gatehouse.oidc.registration;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.logout.LogoutSite;
import io.gatehouse.room.StoreUnavailableException;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.SiteReader;
import io.gatehouse.value.ExpiringStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sites that register themselves (OpenID Connect Dynamic Client Registration, RFC 7591 and 7592). */
class RegistrationTest {

    private static final String TOKEN = "a-token-for-those-who-register";
    private static final String CALLBACK = SITE + "/callback";
    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
            "gatehouse.rooms.shop.capacity=100000",
            "gatehouse.registration.token=" + TOKEN,
            "gatehouse.registration.room=shop",
            "gatehouse.registration.most=40");

    @AutoClose
    private static final RunningGatehouse inPublic = RunningGatehouse.start(
            "gatehouse.issuer=https://wait.example.com",
            "gatehouse.registration.token=" + TOKEN,
            "gatehouse.registration.room=shop",
            "gatehouse.registration.back-channel-hosts=shop.internal,10.9.9.9");

    private final Browser browser = gatehouse.browser();

    @Test
    void givenRegistrationIsOn_whenTheDocumentIsRead_thenItSaysWhereAndWhatIsPossible() {
        var document = Login.get(gatehouse.issuer() + "/.well-known/openid-configuration", "")
                .json();

        assertThat(document.path("registration_endpoint").asString()).isEqualTo(gatehouse.issuer() + "/register");
        assertThat(document.path("token_endpoint_auth_methods_supported").toString())
                .contains("none");
    }

    @Test
    void givenRegistrationIsOff_whenASiteTries_thenThereIsNoSuchAddress() {
        try (var closed = RunningGatehouse.start()) {
            var answer = post(closed.issuer() + "/register", "", "{}");

            assertThat(answer.status()).isEqualTo(404);
        }
    }

    @Test
    void givenASiteThatHasRegistered_whenItsVisitorLogsIn_thenAllGoesAsForAConfiguredOne() {
        var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"],\"client_name\":\"Shop \\\"<b>\"}");

        var code = code(site);
        var tokens = redeem(site, code);

        assertThat(site.path("client_id").asString()).matches("dyn-[0-9a-f]{32}");
        assertThat(site.path("client_secret").asString()).hasSizeGreaterThan(40);
        assertThat(site.path("client_secret_expires_at").asLong())
                .isGreaterThan(site.path("client_id_issued_at").asLong());
        assertThat(site.path("client_name").asString()).isEqualTo("Shop \"<b>");
        assertThat(site.path("grant_types").toString()).isEqualTo("[\"authorization_code\"]");
        assertThat(site.path("response_types").toString()).isEqualTo("[\"code\"]");
        assertThat(site.path("token_endpoint_auth_method").asString()).isEqualTo("client_secret_basic");
        assertThat(site.path("id_token_signed_response_alg").asString()).isEqualTo("RS256");
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(Login.claims(tokens.text("id_token")).path("aud").asString())
                .isEqualTo(site.path("client_id").asString());
        assertThat(userinfo(tokens)).isEqualTo(200);
    }

    @Test
    void givenAllThatASiteMaySay_whenItRegisters_thenItIsToldBackAndHolds() {
        var site = registers(
                """
                {"redirect_uris":["%s"], "post_logout_redirect_uris":["%s/bye"], "application_type":"native",
                 "grant_types":["authorization_code","refresh_token"], "response_types":["code"],
                 "token_endpoint_auth_method":"client_secret_post", "subject_type":"public",
                 "id_token_signed_response_alg":"ES256", "scope":"openid groups", "contacts":["a@example.com"],
                 "logo_uri":"https://shop.example/logo.png", "jwks_uri":"https://shop.example/keys", "odd":1}"""
                        .formatted(CALLBACK, SITE));

        var tokens = redeem(site, code(site));
        var logout = browser.opens(
                "/logout?id_token_hint=" + tokens.text("id_token") + "&post_logout_redirect_uri=" + SITE + "/bye");

        assertThat(site.path("scope").asString()).isEqualTo("openid profile email room");
        assertThat(site.path("contacts").toString()).isEqualTo("[\"a@example.com\"]");
        assertThat(site.path("logo_uri").asString()).isEqualTo("https://shop.example/logo.png");
        assertThat(site.has("jwks_uri")).isFalse();
        assertThat(site.has("odd")).isFalse();
        assertThat(tokens.text("refresh_token")).isNotEmpty();
        assertThat(tokens.text("id_token")).startsWith("eyJ");
        assertThat(logout.url()).isEqualTo(SITE + "/bye");
    }

    @Test
    void givenAPublicSite_whenItRegisters_thenItHasNoSecretAndMustUsePkce() {
        var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"],\"token_endpoint_auth_method\":\"none\"}");

        var without = browser.opens(
                Login.authorize("client_id", site.path("client_id").asString()));

        assertThat(site.has("client_secret")).isFalse();
        assertThat(without.parameter("error")).isEqualTo("invalid_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"redirect_uris\":[]}",
                "{\"redirect_uris\":\"https://shop.example/\"}",
                "{\"redirect_uris\":[1]}",
                "{\"redirect_uris\":[\"http://shop.example/callback\"]}",
                "{\"redirect_uris\":[\"https://shop.example/callback#x\"]}",
                "{\"redirect_uris\":[\"https://a@shop.example/callback\"]}",
                "{\"redirect_uris\":[\"https://SHOP.example/callback\"]}",
                "{\"redirect_uris\":[\"javascript:alert(1)\"]}",
                "{\"redirect_uris\":[\"https:///callback\"]}",
                "{\"redirect_uris\":[\"/callback\"]}",
                "{\"redirect_uris\":[\"https://shop.example/{x}\"]}",
                "{\"redirect_uris\":[\"https://shop.example/größe\"]}",
                "{\"redirect_uris\":[\"com.example.app:/%zz\"],\"application_type\":\"native\"}",
                "{\"redirect_uris\":[\"com.example.app:/<>\"],\"application_type\":\"native\"}",
                "{\"redirect_uris\":[\"com.example.app:/größe\"],\"application_type\":\"native\"}"
            })
    void givenABadRedirectUri_whenASiteRegisters_thenItIsToldSo(String metadata) {
        var answer = register(metadata);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("invalid_redirect_uri");
        assertThat(answer.header("cache-control")).contains("no-store");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "nonsense",
                "",
                "\"x\"",
                "{\"redirect_uris\":[\"https://a.example/\"],\"response_types\":[\"code\",\"id_token\"]}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"response_types\":[\"token\"]}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"grant_types\":[\"implicit\"]}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"grant_types\":[\"client_credentials\"]}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"token_endpoint_auth_method\":\"private_key_jwt\"}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"subject_type\":\"pairwise\"}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"id_token_signed_response_alg\":\"none\"}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"id_token_encrypted_response_alg\":\"RSA-OAEP\"}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"application_type\":\"toaster\"}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"backchannel_logout_uri\":\"https://a.example/out\",\"backchannel_logout_session_required\":\"yes\"}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"default_max_age\":60}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"client_name\":{}}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"logo_uri\":\"data:image/png,x\"}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"initiate_login_uri\":\"http://a.example/\"}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"post_logout_redirect_uris\":[\"ftp://a.example/\"]}",
                "{\"redirect_uris\":[\"https://a.example/\"],\"token_endpoint_auth_method\":\"none\",\"grant_types\":[\"authorization_code\",\"refresh_token\"]}"
            })
    void givenAnythingElseThatCannotBe_whenASiteRegisters_thenItIsToldSo(String metadata) {
        var answer = register(metadata);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("invalid_client_metadata");
        assertThat(answer.text("error_description")).isNotEmpty().doesNotContain("gatehouse.sites", "Exception");
    }

    @Test
    void givenAHugeBody_whenASiteRegisters_thenItIsRefused() {
        assertThat(register("{\"x\":\"" + "y".repeat(70_000) + "\"}").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic " + TOKEN, TOKEN})
    void givenNoInitialToken_whenASiteRegisters_thenItIsRefusedWithoutAnErrorCode(String authorization) {
        var answer =
                post(gatehouse.issuer() + "/register", authorization, "{\"redirect_uris\":[\"" + CALLBACK + "\"]}");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("www-authenticate")).isEqualTo("Bearer realm=\"Gatehouse\"");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void givenAWrongInitialToken_whenASiteRegisters_thenItIsToldSo() {
        var answer = post(
                gatehouse.issuer() + "/register",
                "Bearer wrong-wrong-wrong-wrong",
                "{\"redirect_uris\":[\"" + CALLBACK + "\"]}");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("www-authenticate")).isEqualTo("Bearer realm=\"Gatehouse\", error=\"invalid_token\"");
        assertThat(answer.text("error")).isEqualTo("invalid_token");
    }

    @Test
    void givenARegistration_whenItsSiteLooks_thenItSeesTheSameAgain() {
        var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");

        var seen = Login.get(site.path("registration_client_uri").asString(), bearer(site));

        assertThat(seen.status()).isEqualTo(200);
        assertThat(seen.json()).isEqualTo(site);
    }

    @Test
    void givenALoginAddress_whenItsSiteRegistersAndLooks_thenBothAnswersSayIt() {
        var site = registers(
                "{\"redirect_uris\":[\"" + CALLBACK + "\"],\"initiate_login_uri\":\"https://shop.example/begin\"}");

        var seen = Login.get(site.path("registration_client_uri").asString(), bearer(site));

        assertThat(site.path("initiate_login_uri").asString()).isEqualTo("https://shop.example/begin");
        assertThat(seen.status()).isEqualTo(200);
        assertThat(seen.header("content-type")).startsWith("application/json");
        assertThat(seen.text("initiate_login_uri")).isEqualTo("https://shop.example/begin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://shop.example/begin", "http://localhost/begin", "com.example.app:/begin"})
    void givenALoginAddressWithoutHttps_whenASiteRegisters_thenItIsRefused(String address) {
        var answer = post(
                inPublic.issuer() + "/register",
                "Bearer " + TOKEN,
                "{\"redirect_uris\":[\"" + CALLBACK + "\"],\"initiate_login_uri\":\"" + address + "\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("invalid_client_metadata");
    }

    @Test
    void givenARegistration_whenItsSiteEndsIt_thenNothingOfItIsLeft() throws Exception {
        var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");
        var tokens = redeem(site, code(site));

        var ended = ends(site);
        var authorize =
                browser.gets(Login.authorize("client_id", site.path("client_id").asString()));

        assertThat(ended.status()).isEqualTo(204);
        assertThat(Login.get(site.path("registration_client_uri").asString(), bearer(site))
                        .status())
                .isEqualTo(401);
        assertThat(authorize.status()).isEqualTo(400);
        assertThat(userinfo(tokens)).isEqualTo(401);
    }

    @Test
    void givenAVisitorOfARegisteredSite_whenItsRegistrationHasEnded_thenTheyAreNotSentToAnotherSite() throws Exception {
        var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");
        var wait =
                browser.gets(Login.authorize("client_id", site.path("client_id").asString()));
        ends(site);

        var page = browser.opens(wait.header("location"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("You are in").doesNotContain("href=\"" + SITE);
    }

    @Test
    void givenARegisteredSiteWithDevices_whenAVisitorEntersACode_thenThePageShowsTheHostThatTheyKnowItBy() {
        var site = registers("{\"redirect_uris\":[\"https://tv.example/callback\"],"
                + "\"grant_types\":[\"authorization_code\",\"urn:ietf:params:oauth:grant-type:device_code\"]}");
        var id = site.path("client_id").asString();
        var codes = Login.post(
                gatehouse.issuer() + "/device_authorization",
                Login.basic(id, site.path("client_secret").asString()),
                Map.of());

        var asked = browser.opens(codes.text("verification_uri_complete"));

        assertThat(asked.body()).contains("site tv.example").doesNotContain(id);
    }

    @Test
    void givenAStoreThatGoesAwayInBetween_whenASiteRegisters_thenNoneOfThePlacesIsTaken() {
        var store = gatehouse.bean(ExpiringStore.class);
        var failing = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ExpiringStore.class}, (self, method, values) -> {
                    if (method.getName().equals("put")) {
                        throw new StoreUnavailableException("away", null);
                    }
                    return method.invoke(store, values);
                });
        var registrations = new Registrations(
                (ExpiringStore) failing,
                gatehouse.bean(MasterKey.class),
                new SecureRandom(),
                gatehouse.clock(),
                gatehouse.bean(RegistrationProperties.class),
                gatehouse.bean(SiteReader.class));
        var metadata = ClientMetadata.read(
                JSON.readTree("{\"redirect_uris\":[\"" + CALLBACK + "\"]}"), gatehouse.bean(Issuer.class), List.of());
        var before = taken(store);

        assertThatThrownBy(() -> registrations.register(metadata)).isInstanceOf(StoreUnavailableException.class);

        assertThat(taken(store)).isEqualTo(before);
    }

    @Test
    void givenALineOfAnotherRelease_whenASiteRegisters_thenItIsNotInTheWay() {
        var store = gatehouse.bean(ExpiringStore.class);
        var now = gatehouse.clock().instant();
        var lines = taken(store).orElse("") + "\ndyn-x soon\ndyn-y\ndyn-z 99999999999999999999";
        store.put("sites", lines.getBytes(UTF_8), ExpiringStore.FOREVER, now);

        var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");

        assertThat(taken(store).orElseThrow()).contains(site.path("client_id").asString());
    }

    @Test
    void givenARegistrationOfAnother_whenSomebodyLooks_thenTheyAreRefused() {
        var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");
        var other = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");
        var address = site.path("registration_client_uri").asString();

        for (var authorization : List.of("", bearer(other), "Bearer " + TOKEN)) {
            assertThat(Login.get(address, authorization).status()).isEqualTo(401);
        }
        assertThat(Login.get(gatehouse.issuer() + "/register/shop", "Bearer " + TOKEN)
                        .status())
                .isEqualTo(401);
        assertThat(Login.get(gatehouse.issuer() + "/register/dyn-" + "0".repeat(32), bearer(site))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void givenARegistration_whenItsTimeIsOver_thenItIsGone() {
        var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");

        gatehouse.clock().advance(Duration.ofDays(31));

        assertThat(browser.gets(Login.authorize(
                                "client_id", site.path("client_id").asString()))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void givenAsManyRegistrationsAsMayBe_whenAnotherComes_thenItIsRefusedUntilOneEnds() throws Exception {
        gatehouse.clock().advance(Duration.ofDays(31));
        var sites = new ArrayList<JsonNode>();
        for (var count = 0; count < 40; count++) {
            sites.add(registers("{\"redirect_uris\":[\"" + CALLBACK + "\"]}"));
        }

        var refused = register("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");
        for (var site : sites) {
            ends(site);
        }
        var later = register("{\"redirect_uris\":[\"" + CALLBACK + "\"]}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(later.status()).isEqualTo(201);
    }

    @Test
    void givenARestartOnTheSameData_whenARegisteredSiteComesBack_thenItIsKnown() throws Exception {
        var data = java.nio.file.Files.createTempDirectory("gatehouse-test");
        String[] settings = {
            "gatehouse.rooms.shop.capacity=100",
            "gatehouse.registration.token=" + TOKEN,
            "gatehouse.registration.room=shop"
        };
        JsonNode site;
        var before = RunningGatehouse.start(data, settings);
        site = post(before.issuer() + "/register", "Bearer " + TOKEN, "{\"redirect_uris\":[\"" + CALLBACK + "\"]}")
                .json();
        before.stop();

        try (var after = RunningGatehouse.start(data, settings)) {
            var code =
                    Login.authorizeCode(after.browser(), site.path("client_id").asString());

            assertThat(code).isNotEmpty();
        }
    }

    @Test
    void givenARegisteredSiteWithABackChannel_whenItsVisitorLogsOut_thenItIsTold() {
        try (var shop = new LogoutSite()) {
            var site = registers("{\"redirect_uris\":[\"" + CALLBACK + "\"],\"backchannel_logout_uri\":\"" + shop.uri()
                    + "\",\"backchannel_logout_session_required\":true}");
            var tokens = redeem(site, code(site));

            browser.gets("/logout?id_token_hint=" + tokens.text("id_token"));

            var told = Login.claims(shop.next().token());
            assertThat(told.path("aud").asString())
                    .isEqualTo(site.path("client_id").asString());
            assertThat(told.has("sid")).isTrue();
            assertThat(site.path("backchannel_logout_session_required").asBoolean())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost/x",
                "https://db.internal/x",
                "https://printer.local./x",
                "https://127.0.0.1/x",
                "https://10.1.2.3/x",
                "https://172.31.0.1/x",
                "https://192.168.0.1/x",
                "https://169.254.169.254/latest/meta-data",
                "https://100.64.0.1/x",
                "https://0.0.0.0/x",
                "https://0/x",
                "https://2130706433/x",
                "https://[::1]/x",
                "https://[::ffff:10.0.0.1]/x",
                "https://[fd00::1]/x",
                "https://[fe80::1]/x",
                "https://[2002:a00:1::]/x",
                "https://[64:ff9b::a00:1]/x",
                "https://nobody.invalid/x",
                "http://localhost/x"
            })
    void givenABackChannelThatLeadsInside_whenASiteRegisters_thenItIsRefused(String address) {
        var answer = post(
                inPublic.issuer() + "/register",
                "Bearer " + TOKEN,
                "{\"redirect_uris\":[\"" + CALLBACK + "\"],\"backchannel_logout_uri\":\"" + address + "\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("invalid_client_metadata");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://93.184.216.34/x", "https://shop.internal/x", "https://10.9.9.9:8443/x"})
    void givenABackChannelAtAPublicOrAnAllowedHost_whenASiteRegisters_thenItMay(String address) {
        var answer = post(
                inPublic.issuer() + "/register",
                "Bearer " + TOKEN,
                "{\"redirect_uris\":[\"" + CALLBACK + "\"],\"backchannel_logout_uri\":\"" + address + "\"}");

        assertThat(answer.status()).isEqualTo(201);
    }

    private JsonNode registers(String metadata) {
        var answer = register(metadata);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.header("cache-control")).contains("no-store");
        return JSON.readTree(answer.body());
    }

    private static Answer register(String metadata) {
        return post(gatehouse.issuer() + "/register", "Bearer " + TOKEN, metadata);
    }

    private String code(JsonNode site) {
        return Login.authorizeCode(browser, site.path("client_id").asString());
    }

    private static Answer redeem(JsonNode site, String code) {
        return Login.post(
                gatehouse.issuer() + "/token",
                Login.basic(
                        site.path("client_id").asString(),
                        site.path("client_secret").asString()),
                Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", CALLBACK));
    }

    private static Answer ends(JsonNode site) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(
                        URI.create(site.path("registration_client_uri").asString()))
                .header("Authorization", bearer(site))
                .DELETE());
    }

    private static Optional<String> taken(ExpiringStore store) {
        return store.get("sites", gatehouse.clock().instant()).map(lines -> new String(lines, UTF_8));
    }

    private static int userinfo(Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .status();
    }

    private static String bearer(JsonNode site) {
        return "Bearer " + site.path("registration_access_token").asString();
    }

    private static Answer post(String address, String authorization, String json) {
        try {
            var request = HttpRequest.newBuilder(URI.create(address))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(json));
            return send(authorization.isEmpty() ? request : request.header("Authorization", authorization));
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.headers().map(), response.body());
    }
}
