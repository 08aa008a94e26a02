package io.gatehouse.oidc.token;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static io.gatehouse.flow.RunningGatehouse.SITE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What sites get for a code, and what becomes of it. */
@Tag("jdk")
class TokenRulesTest {

    private static final String CALLBACK = SITE + "/callback";
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000",
                    "gatehouse.rooms.full.capacity=1",
                    "gatehouse.sites.shop.post-logout-redirect-uris=" + SITE + "/bye?x=1",
                    "gatehouse.api-clients.nightly.secret=" + SECRET)
            .site("full", "full", "slot-after-logout=freed")
            .site("refreshing", "shop", "refresh=true")
            .site("jwt", "shop", "access-token=jwt", "id-token-algorithm=es256", "refresh=true")
            .site("bare", "shop", "claims=false")
            .site("gateway", "shop", "claims-in-id-token=true")
            .site("other", "shop")
            .site("app", "shop", "public=true")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();

    @Test
    void givenACode_whenRedeemedWithBasic_thenTheAnswerIsAsTheStandardSays() {
        var answer = redeem("shop", code("shop"));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("token_type")).isEqualTo("Bearer");
        assertThat(answer.json().path("expires_in").isNumber()).isTrue();
        assertThat(answer.json().path("expires_in").asLong()).isBetween(3_590L, 3_600L);
        assertThat(answer.text("scope").split(" ")).containsExactlyInAnyOrder("openid", "profile", "email", "room");
        assertThat(answer.json().has("refresh_token")).isFalse();
        assertThat(answer.text("access_token")).hasSizeLessThan(1_024);
        assertThat(answer.header("cache-control")).contains("no-store");
        assertThat(answer.header("content-type")).startsWith("application/json");
    }

    @Test
    void givenACode_whenTheSecretIsInTheBody_thenItIsRedeemed() {
        var form = grant(code("shop"));
        form.putAll(Map.of("client_id", "shop", "client_secret", SECRET, "scope", "openid", "state", "x"));

        assertThat(token("", form).status()).isEqualTo(200);
    }

    @Test
    void givenACode_whenTheClientStandsBesideBasic_thenItIsRedeemed() {
        var form = grant(code("shop"));
        form.put("client_id", "shop");

        assertThat(token(basic("shop"), form).status()).isEqualTo(200);
    }

    @Test
    void givenAWrongSecret_whenItIsCorrected_thenTheCodeIsStillGood() {
        var form = grant(code("shop"));

        var basic = token(Login.basic("shop", "wrong-wrong-wrong-wrong"), form);
        var unknown = token(Login.basic("nobody", SECRET), form);
        var body = new HashMap<>(form);
        body.putAll(Map.of("client_id", "shop", "client_secret", "wrong-wrong-wrong-wrong"));
        var post = token("", body);

        for (var refused : List.of(basic, unknown, post)) {
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.text("error")).isEqualTo("invalid_client");
            assertThat(refused.header("www-authenticate")).startsWith("Basic");
            assertThat(refused.header("cache-control")).contains("no-store");
        }
        assertThat(token(basic("shop"), form).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "introspect", "revoke"})
    void givenNoClientAuthentication_whenASiteCalls_thenItIsToldInJson(String endpoint) {
        var form = grant(code("shop"));
        form.put("token", "x");

        var answer = Login.post(gatehouse.issuer() + "/" + endpoint, "", form);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.text("error")).isEqualTo("invalid_client");
        assertThat(answer.headers()).containsKey("www-authenticate");
        assertThat(token(basic("shop"), form).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/token, grant_type=authorization_code&code=a&code=b",
        "/token, grant_type=authorization_code&code=a&code_verifier=a&code_verifier=b",
        "/token, grant_type=authorization_code&grant_type=authorization_code&code=a",
        "/token, grant_type=authorization_code&code=a&unknown=1&unknown=2",
        "/revoke, grant_type=authorization_code&code=a&code=b&token=x",
        "/revoke, token=x&token=",
        "/introspect, grant_type=authorization_code&code=a&code=b&token=x",
        "/introspect, token=x&token=y",
        "/device_authorization, grant_type=authorization_code&code=a&code=b",
        "/device_authorization, scope=openid&scope=email",
    })
    void givenAParameterTwice_whenASiteCalls_thenTheRequestIsInvalid(String endpoint, String form) {
        var withSecret = post(endpoint, basic("shop"), form);
        var withoutOne = post(endpoint, "", "client_id=app&redirect_uri=x&" + form);

        expectInvalidRequest(withSecret);
        expectInvalidRequest(withoutOne);
    }

    @Test
    void givenSeveralResources_whenACodeIsRedeemed_thenTheyAreIgnoredAsOneIs() {
        var form = Browser.form(grant(code("shop"))) + "&resource=https%3A%2F%2Fa&resource=https%3A%2F%2Fb";

        assertThat(post("/token", basic("shop"), form).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/token, client_id=&grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=x",
        "/token, client_id=&grant_type=authorization_code&code=x&code_verifier=x",
        "/token, client_id=%20&grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=x",
        "/revoke, client_id=&token=x",
        "/revoke, client_id=%20&token=x",
        "/introspect, client_id=&token=x",
        "/device_authorization, client_id=",
        "/device_authorization, client_id=%20",
    })
    void givenNoNameInTheClientsParameter_whenASiteCalls_thenItIsRefused(String endpoint, String form) {
        var answer = post(endpoint, "", form);

        assertThat(answer.status()).isIn(400, 401);
        assertThat(answer.text("error")).isIn("invalid_request", "invalid_client");
    }

    @Test
    void givenAnEmptyParameter_whenASiteCalls_thenItCountsAsOmitted() {
        var code = code("app", "code_challenge", CHALLENGE, "code_challenge_method", "S256");
        var form = grant(code);
        form.putAll(Map.of("client_id", "app", "client_secret", "", "code_verifier", VERIFIER, "scope", ""));

        var tokens = token("", form);
        var revoked = post("/revoke", "", "client_id=app&client_secret=&token=" + tokens.text("access_token"));

        assertThat(tokens.status()).isEqualTo(200);
        assertThat(revoked.status()).isEqualTo(200);
        assertThat(userinfo(tokens).status()).isEqualTo(401);
        expectInvalidRequest(post("/token", basic("shop"), "grant_type=&code=x"));
    }

    @Test
    void givenParametersInTheAddress_whenASiteCalls_thenOnlyItsFormIsRead() {
        var form = Browser.form(grant(code("shop")));

        var allInTheAddress = post("/token?" + form, basic("shop"), "");
        var secretInTheAddress = post("/token?client_id=shop&client_secret=" + SECRET, "", form);
        var anotherCodeBesideIt = post("/token?code=x&redirect_uri&trace=client_id", basic("shop"), form);

        expectInvalidRequest(allInTheAddress);
        assertThat(secretInTheAddress.text("error")).isEqualTo("invalid_client");
        assertThat(anotherCodeBesideIt.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "introspect", "revoke", "device_authorization"})
    void givenAFormThatCannotBeRead_whenASiteCalls_thenTheRequestIsInvalid(String endpoint) {
        var tooLong = "token=" + "x".repeat(300_000);
        var tooMany = "p=1&".repeat(2_000) + "token=x";

        for (var form : List.of("token=%zz", "token=%", "token=%ff", tooMany)) {
            expectInvalidRequest(post("/" + endpoint, basic("shop"), form));
        }
        assertThat(post("/" + endpoint, basic("shop"), tooLong).status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "bogus"})
    void givenAFormInAnotherCharset_whenASiteCalls_thenTheRequestIsInvalid(String charset) {
        var answer = browser.sends(browser.request("/token")
                .header("Authorization", basic("shop"))
                .header("Content-Type", "application/x-www-form-urlencoded; charset=" + charset)
                .POST(BodyPublishers.ofString("grant_type=authorization_code&code=x"))
                .build());

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("content-type")).startsWith("application/json");
        assertThat(answer.body()).contains("\"invalid_request\"");
    }

    @Test
    void givenASiteWithASecret_whenItOnlyNamesItself_thenTheCodeIsNotRedeemed() {
        var form = grant(code("shop"));
        form.put("client_id", "shop");

        var named = token("", form);

        assertThat(named.status()).isEqualTo(401);
        assertThat(named.text("error")).isEqualTo("invalid_client");
        assertThat(token(basic("shop"), form).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "introspect", "revoke", "device_authorization"})
    void givenABearerTokenInsteadOfASecret_whenASiteCalls_thenItIsToldInJson(String endpoint) {
        var bearer = "Bearer " + redeem("shop", code("shop")).text("access_token");

        for (var authorization : List.of(bearer, "Bearer junk")) {
            var answer = post("/" + endpoint, authorization, "token=x");

            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.text("error")).isEqualTo("invalid_client");
            assertThat(answer.header("www-authenticate")).startsWith("Basic");
        }
    }

    @Test
    void givenAPublicSite_whenItShowsTheVerifier_thenTheCodeIsRedeemedOnce() {
        var code = code("app", "code_challenge", CHALLENGE, "code_challenge_method", "S256");
        var form = grant(code);
        form.put("client_id", "app");

        var without = token("", form);
        form.put("code_verifier", VERIFIER);
        var with = token("", form);

        assertThat(without.status()).isEqualTo(400);
        assertThat(without.text("error")).isEqualTo("invalid_grant");
        assertThat(with.status()).isEqualTo(200);
        assertThat(token("", form).text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void givenAChallenge_whenTheVerifierIsWrongOrMissing_thenTheGrantIsInvalidUntilItIsRight() {
        var form = grant(code("shop", "code_challenge", CHALLENGE, "code_challenge_method", "S256"));

        var missing = token(basic("shop"), form);
        form.put("code_verifier", VERIFIER.replace('d', 'e'));
        var wrong = token(basic("shop"), form);
        form.put("code_verifier", VERIFIER);
        var right = token(basic("shop"), form);

        assertThat(List.of(missing.status(), wrong.status(), right.status())).containsExactly(400, 400, 200);
        assertThat(List.of(missing.text("error"), wrong.text("error"))).containsOnly("invalid_grant");
    }

    @Test
    void givenNoChallenge_whenAVerifierIsSent_thenTheGrantIsInvalid() {
        var form = grant(code("shop"));
        form.put("code_verifier", VERIFIER);

        // RFC 9700 section 4.8.2: else a challenge could be stripped from the request unnoticed.
        assertThat(token(basic("shop"), form).text("error")).isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http://localhost:9/callback/", "http://localhost:9/other"})
    void givenACode_whenTheRedirectUriIsAnother_thenTheGrantIsInvalid(String redirectUri) {
        var form = grant(code("shop"));
        form.put("redirect_uri", redirectUri);

        var answer = token(basic("shop"), form);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void givenACode_whenAnotherSiteRedeemsIt_thenTheGrantIsInvalid() {
        assertThat(redeem("other", code("shop")).text("error")).isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @ValueSource(strings = {"junk", "", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void givenAnInventedCode_whenRedeemed_thenItIsRefused(String code) {
        var answer = redeem("shop", code);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isIn("invalid_grant", "invalid_request");
    }

    @Test
    void givenACodeOfTheSameLogin_whenItsSecretIsAltered_thenTheGrantIsInvalid() {
        var code = code("shop");

        assertThat(redeem("shop", code.substring(0, 22) + code.substring(1, 44)).text("error"))
                .isEqualTo("invalid_grant");
        assertThat(redeem("shop", code).status()).isEqualTo(200);
    }

    @Test
    void givenACodeThatHasBeenRedeemed_whenItIsReplayed_thenTheTokensOfTheFirstUseAreRevoked() {
        var code = code("shop");
        var first = redeem("shop", code);
        var before = userinfo(first);

        var replayed = redeem("shop", code);

        assertThat(before.status()).isEqualTo(200);
        assertThat(replayed.status()).isEqualTo(400);
        assertThat(replayed.text("error")).isEqualTo("invalid_grant");
        assertThat(userinfo(first).status()).isEqualTo(401);
        assertThat(introspect("shop", first.text("access_token"))
                        .json()
                        .path("active")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void givenACode_whenAMinuteHasPassed_thenTheGrantIsInvalid() {
        var code = code("shop");
        gatehouse.clock().advance(Duration.ofSeconds(61));

        assertThat(redeem("shop", code).text("error")).isEqualTo("invalid_grant");
    }

    @Test
    void givenThirtyCodes_whenEachIsRedeemedManyTimesAtOnce_thenEachSucceedsOnce() throws Exception {
        var redemptions = new ArrayList<Callable<Integer>>();
        for (var index = 0; index < 30; index++) {
            var code = code("shop");
            for (var times = 0; times < 24; times++) {
                redemptions.add(() -> redeem("shop", code).status());
            }
        }

        var statuses = atOnce(24, redemptions);

        assertThat(statuses).containsOnly(200, 400);
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(30);
    }

    @Test
    void givenARefreshToken_whenUsed_thenANewPairComes() {
        var first = redeem("refreshing", code("refreshing", "nonce", "n"));

        var second = refresh("refreshing", first.text("refresh_token"));
        var claims = Login.claims(second.text("id_token"));
        var before = Login.claims(first.text("id_token"));
        var access = userinfo(second).status();

        assertThat(second.status()).isEqualTo(200);
        assertThat(first.json().path("expires_in").asLong()).isBetween(295L, 300L);
        assertThat(second.text("refresh_token")).isNotEqualTo(first.text("refresh_token"));
        assertThat(access).isEqualTo(200);
        assertThat(claims.path("sub")).isEqualTo(before.path("sub"));
        assertThat(claims.path("auth_time")).isEqualTo(before.path("auth_time"));
        assertThat(before.path("nonce").asString()).isEqualTo("n");
        assertThat(claims.has("nonce")).isFalse();
    }

    @Test
    void givenTheAdmissionHasEnded_whenASiteAsks_thenAllIsRefused() {
        var tokens = redeem("refreshing", code("refreshing"));
        browser.gets("/logout?client_id=refreshing&id_token_hint=" + tokens.text("id_token"));

        assertThat(refresh("refreshing", tokens.text("refresh_token")).text("error"))
                .isEqualTo("invalid_grant");
        assertThat(userinfo(tokens).status()).isEqualTo(401);
        assertThat(introspect("refreshing", tokens.text("access_token"))
                        .json()
                        .path("active")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void givenTheAdmissionHasRunOut_whenASiteRefreshes_thenItIsRefused() {
        var tokens = redeem("refreshing", code("refreshing"));
        gatehouse.pass(Duration.ofMinutes(61));

        assertThat(refresh("refreshing", tokens.text("refresh_token")).text("error"))
                .isEqualTo("invalid_grant");
    }

    @Test
    void givenASiteWithoutRefresh_whenItTries_thenItIsRefused() {
        var answer = refresh("shop", "x");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isIn("unauthorized_client", "invalid_grant");
    }

    @Test
    void givenASiteThatWantsJwts_whenItRedeems_thenItsAccessTokenIsOneAndWorksLikeOne() throws Exception {
        var tokens = redeem("jwt", code("jwt"));
        var access = tokens.text("access_token");
        var jwt = SignedJWT.parse(access);
        var claims = Login.claims(access);
        var introspected = introspect("jwt", access).json();

        assertThat(jwt.getHeader().getType().getType()).isEqualTo("at+jwt");
        assertThat(jwt.getHeader().getAlgorithm().getName()).isEqualTo("ES256");
        assertThat(verifies(access)).isTrue();
        assertThat(access).hasSizeLessThan(1_024);
        assertThat(claims.path("iss").asString()).isEqualTo(gatehouse.issuer());
        assertThat(claims.path("client_id").asString()).isEqualTo("jwt");
        assertThat(claims.path("scope").asString().split(" ")).contains("openid");
        assertThat(claims.has("nbf")).isFalse();
        assertThat(userinfo(tokens).text("sub")).isEqualTo(claims.path("sub").asString());
        assertThat(introspected.path("active").asBoolean()).isTrue();
        assertThat(introspected.path("client_id").asString()).isEqualTo("jwt");
        assertThat(Login.claims(tokens.text("id_token")).path("at_hash").asString())
                .isEqualTo(hash(access));
        assertThat(refresh("jwt", tokens.text("refresh_token")).status()).isEqualTo(200);
    }

    @Test
    void givenAnAlteredJwt_whenShown_thenItIsRefused() {
        var access = redeem("jwt", code("jwt")).text("access_token");
        var altered = access.substring(0, access.length() - 8) + "AAAAAAAA";

        assertThat(Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + altered)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void givenASiteWithEs256_whenItRedeems_thenItsIdTokenIsSignedSo() throws Exception {
        var idToken = redeem("jwt", code("jwt")).text("id_token");

        assertThat(SignedJWT.parse(idToken).getHeader().getAlgorithm().getName())
                .isEqualTo("ES256");
        assertThat(verifies(idToken)).isTrue();
    }

    @Test
    void givenACode_whenRedeemed_thenTheIdTokenSaysWhatSitesNeedAndNoMore() throws Exception {
        var tokens = redeem("shop", code("shop", "nonce", "n+/="));
        var idToken = tokens.text("id_token");
        var header = SignedJWT.parse(idToken).getHeader();
        var claims = Login.claims(idToken);
        var now = gatehouse.clock().instant().getEpochSecond();

        assertThat(header.getAlgorithm().getName()).isEqualTo("RS256");
        assertThat(header.getType().getType()).isEqualTo("JWT");
        assertThat(header.getKeyID()).isNotEmpty();
        assertThat(verifies(idToken)).isTrue();
        assertThat(claims.propertyNames())
                .containsExactlyInAnyOrder(
                        "iss", "sub", "aud", "exp", "iat", "jti", "auth_time", "nonce", "at_hash", "sid");
        assertThat(claims.path("iss").asString()).isEqualTo(gatehouse.issuer());
        assertThat(claims.path("aud").isString()).isTrue();
        assertThat(claims.path("aud").asString()).isEqualTo("shop");
        assertThat(claims.path("nonce").asString()).isEqualTo("n+/=");
        assertThat(claims.path("iat").asLong()).isBetween(now - 10, now);
        assertThat(claims.path("auth_time").asLong())
                .isLessThanOrEqualTo(claims.path("iat").asLong());
        assertThat(claims.path("exp").asLong())
                .isEqualTo(userinfo(tokens).json().path("expires_at").asLong());
        assertThat(claims.path("exp").asLong()).isGreaterThan(now + 300);
        assertThat(claims.path("at_hash").asString()).isEqualTo(hash(tokens.text("access_token")));
    }

    @Test
    void givenAllScopes_whenUserinfoIsAsked_thenItTellsOfTheRoomAndMadeUpNames() {
        var claims = userinfo(redeem("shop", code("shop"))).json();
        var sub = claims.path("sub").asString();

        assertThat(claims.propertyNames())
                .containsExactlyInAnyOrder(
                        "sub",
                        "room",
                        "position",
                        "joined_at",
                        "admitted_at",
                        "expires_at",
                        "visit",
                        "email",
                        "email_verified",
                        "name",
                        "given_name",
                        "family_name",
                        "preferred_username");
        assertThat(claims.path("room").asString()).isEqualTo("shop");
        assertThat(claims.path("email").asString()).isEqualTo(sub + "@visitor.invalid");
        assertThat(claims.path("email_verified").asBoolean()).isTrue();
        assertThat(claims.path("preferred_username").asString()).isEqualTo(sub);
    }

    @Test
    void givenNoNonce_whenRedeemed_thenTheIdTokenHasNone() {
        assertThat(Login.claims(redeem("shop", code("shop")).text("id_token")).has("nonce"))
                .isFalse();
    }

    @Test
    void givenAPlace_whenItsTokensAreRead_thenTheyDoNotNameItsId() {
        var tokens = redeem("shop", code("shop"));
        var cookie = Login.claims(browser.cookie("gatehouse-place-shop"));

        assertThat(new String(
                        Base64.getUrlDecoder().decode(tokens.text("id_token").split("\\.", -1)[1]), UTF_8))
                .doesNotContain(cookie.path("jti").asString());
    }

    @Test
    void givenSeveralLogins_whenTokensAreCompared_thenTheVisitorIsTheSameAtEachSite() {
        var shop = redeem("shop", code("shop"));
        var other = redeem("other", code("other"));
        var stranger = redeem("shop", Login.authorizeCode(gatehouse.browser(), "shop"));

        assertThat(subject(other)).isEqualTo(subject(shop));
        assertThat(subject(stranger)).isNotEqualTo(subject(shop));
    }

    @Test
    void givenASiteWithoutClaims_whenItRedeems_thenNoNamesAreInvented() {
        var tokens = redeem("bare", code("bare"));

        for (var claims :
                List.of(Login.claims(tokens.text("id_token")), userinfo(tokens).json())) {
            assertThat(claims.propertyNames()).doesNotContain("email", "email_verified", "name", "preferred_username");
        }
        assertThat(userinfo(tokens).json().propertyNames()).contains("sub", "room", "position");
    }

    @Test
    void givenASiteThatReadsTheIdToken_whenItRedeems_thenWhatTheScopesAskForIsThereToo() {
        var tokens = redeem("gateway", code("gateway"));
        var some = redeem("gateway", code("gateway", "scope", "openid email"));

        assertThat(Login.claims(tokens.text("id_token")).propertyNames())
                .contains("email", "name", "given_name", "family_name", "room", "position", "expires_at");
        assertThat(Login.claims(some.text("id_token")).propertyNames())
                .contains("email")
                .doesNotContain("name", "room", "position");
    }

    @Test
    void givenOnlyOpenid_whenRedeemed_thenNoNamesAreGiven() {
        var tokens = redeem("shop", code("shop", "scope", "openid groups"));

        assertThat(tokens.text("scope")).isEqualTo("openid");
        assertThat(userinfo(tokens).json().propertyNames()).containsExactly("sub");
    }

    @Test
    void givenAnAccessToken_whenUserinfoIsAskedInAnyWay_thenItAnswersTheSame() {
        var access = redeem("shop", code("shop")).text("access_token");
        var address = gatehouse.issuer() + "/userinfo";

        var get = Login.get(address, "Bearer " + access);
        var post = Login.post(address, "Bearer " + access, Map.of());
        var form = Login.post(address, "", Map.of("access_token", access));
        var alias = Login.get(gatehouse.issuer() + "/userInfo", "Bearer " + access);

        assertThat(List.of(get.status(), post.status(), form.status(), alias.status()))
                .containsOnly(200);
        assertThat(List.of(post.json(), form.json(), alias.json())).containsOnly(get.json());
        assertThat(get.body()).hasSizeLessThan(2_048);
        assertThat(get.header("content-type")).startsWith("application/json");
        assertThat(get.header("cache-control")).contains("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer junk", "Bearer ", "Basic c2hvcDp4", "Bearer a.b.c"})
    void givenABadAccessToken_whenUserinfoIsAsked_thenItIsChallenged(String authorization) {
        var answer = Login.get(gatehouse.issuer() + "/userinfo", authorization);

        assertThat(answer.status()).isIn(400, 401);
        assertThat(answer.header("www-authenticate")).startsWith("Bearer").doesNotContain("resource_metadata");
        assertThat(answer.headers()).doesNotContainKey("set-cookie");
    }

    @Test
    void givenAScriptsToken_whenUserinfoIsAsked_thenItIsRefused() {
        var token = Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic("nightly", SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.read"))
                .text("access_token");

        assertThat(token).isNotEmpty();
        assertThat(Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + token)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void givenAnAccessToken_whenIntrospected_thenItIsDescribed() {
        var tokens = redeem("shop", code("shop"));
        var found = introspect("shop", tokens.text("access_token")).json();

        assertThat(found.path("active").asBoolean()).isTrue();
        assertThat(found.path("sub").asString()).isEqualTo(subject(tokens));
        assertThat(found.path("client_id").asString()).isEqualTo("shop");
        assertThat(found.path("scope").asString()).contains("openid");
        assertThat(introspect("shop", "junk").json().path("active").asBoolean(true))
                .isFalse();
    }

    @Test
    void givenAFullRoom_whenTheSiteRevokesItsToken_thenTheNextInLineIsCalledAtOnce() {
        var tokens = redeem("full", code("full"));
        var next = gatehouse.browser();
        var wait = next.opens(Login.authorize("client_id", "full"));

        var revoked =
                Login.post(gatehouse.issuer() + "/revoke", basic("full"), Map.of("token", tokens.text("access_token")));
        gatehouse.tick();
        var answer = next.submits("/rooms/full/continue", Map.of("request", wait.parameter("request")));

        assertThat(wait.url()).contains("/rooms/full/wait");
        assertThat(revoked.status()).isEqualTo(200);
        assertThat(answer.parameters()).containsKey("code");
        assertThat(userinfo(tokens).status()).isEqualTo(401);
        next.gets("/logout?id_token_hint="
                + Login.redeem(gatehouse, "full", answer.parameter("code")).text("id_token"));
    }

    @Test
    void givenATokenOfAnotherSite_whenItIsRevoked_thenTheVisitorStaysIn() {
        var tokens = redeem("shop", code("shop"));

        Login.post(gatehouse.issuer() + "/revoke", basic("other"), Map.of("token", tokens.text("access_token")));
        var unknown = Login.post(gatehouse.issuer() + "/revoke", basic("other"), Map.of("token", "junk"));

        assertThat(unknown.status()).isEqualTo(200);
        assertThat(userinfo(tokens).status()).isEqualTo(200);
    }

    @Test
    void givenAHint_whenTheVisitorLogsOut_thenTheAdmissionEndsAndTheyGoWhereTheSiteSaid() {
        var tokens = redeem("shop", code("shop"));

        var answer = browser.opens(logout(
                "id_token_hint",
                tokens.text("id_token"),
                "post_logout_redirect_uri",
                SITE + "/bye?x=1",
                "state",
                "s+/="));

        assertThat(answer.url()).isEqualTo(SITE + "/bye?x=1&state=s%2B%2F%3D");
        assertThat(userinfo(tokens).status()).isEqualTo(401);
        assertThat(browser.gets("/rooms/shop/place").body()).contains("COMPLETED");
    }

    @Test
    void givenNoHint_whenTheVisitorLogsOut_thenTheyAreAskedFirst() {
        var tokens = redeem("shop", code("shop"));

        var page = browser.opens(logout("client_id", "shop"));
        var before = userinfo(tokens).status();
        var done = browser.submits("/logout", Map.of("client_id", "shop", "sure", "yes"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("name=\"sure\"");
        assertThat(before).isEqualTo(200);
        assertThat(done.status()).isEqualTo(200);
        assertThat(userinfo(tokens).status()).isEqualTo(401);
    }

    @Test
    void givenAnotherVisitorsHint_whenLoggedOut_thenThisBrowserStaysIn() {
        var mine = redeem("shop", code("shop"));
        var theirs = redeem("shop", Login.authorizeCode(gatehouse.browser(), "shop"));

        browser.opens(logout("id_token_hint", theirs.text("id_token")));

        assertThat(userinfo(mine).status()).isEqualTo(200);
        assertThat(userinfo(theirs).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example/", "http://localhost:9/bye", "http://localhost:9/bye?x=1#y"})
    void givenAForeignAddress_whenLoggedOut_thenAPageOfOursSaysSo(String address) {
        var tokens = redeem("shop", code("shop"));

        var page = browser.gets(logout("id_token_hint", tokens.text("id_token"), "post_logout_redirect_uri", address));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.header("location")).isEmpty();
        assertThat(userinfo(tokens).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logout?client_id=nobody", "/logout?id_token_hint=junk"})
    void givenNoSite_whenLoggedOut_thenAPageOfOursSaysSo(String address) {
        assertThat(browser.gets(address).status()).isEqualTo(400);
    }

    @Test
    void givenAnotherMethod_whenASiteCallsForATokenSo_thenItIsNotAllowed() {
        var answer = Login.get(gatehouse.issuer() + "/token", basic("shop"));

        assertThat(answer.status()).isEqualTo(405);
    }

    @Test
    void givenAnUnknownGrant_whenASiteCalls_thenItIsToldSo() {
        var answer = token(basic("shop"), Map.of("grant_type", "password", "username", "a", "password", "b"));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isIn("unsupported_grant_type", "unauthorized_client");
    }

    /** RFC 9449 section 5: whoever does not know DPoP answers as if the proof were not there. */
    @ParameterizedTest
    @ValueSource(strings = {"good", "rubbish", "of another address"})
    void givenADpopProof_whenTokensAreFetchedAndUsed_thenAllIsAsWithoutIt(String kind) throws Exception {
        var proof = kind.equals("rubbish") ? kind : proof(kind.equals("good") ? "/token" : "/elsewhere");
        var grant = Browser.form(grant(code("refreshing")));

        var tokens = proved("/token", "refreshing", grant, proof);
        var refreshed = proved(
                "/token",
                "refreshing",
                "grant_type=refresh_token&refresh_token=" + tokens.text("refresh_token"),
                proof);
        var client = proved("/token", "nightly", "grant_type=client_credentials", proof);
        var named = Login.post(
                gatehouse.issuer() + "/token",
                Login.basic("nightly", SECRET),
                "grant_type=client_credentials&dpop_proof=" + proof);
        var known = proved("/introspect", "refreshing", "token=" + refreshed.text("access_token"), proof);
        var revoked = proved("/revoke", "refreshing", "token=" + refreshed.text("refresh_token"), proof);

        for (var answer : List.of(tokens, refreshed, client, named)) {
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(answer.text("token_type")).isEqualTo("Bearer");
        }
        assertThat(known.json().path("active").asBoolean()).isTrue();
        assertThat(known.json().has("cnf")).isFalse();
        assertThat(revoked.status()).isEqualTo(200);
    }

    @Test
    void givenAnAccessToken_whenItIsShownAsOneOfDpop_thenTheChallengeNamesBearerAlone() throws Exception {
        var tokens = redeem("shop", code("shop"));
        var userinfo = gatehouse.issuer() + "/userinfo";

        var shown = Login.send(
                HttpClient.newHttpClient(),
                Login.posting(userinfo, "DPoP " + tokens.text("access_token"), "")
                        .header("DPoP", proof("/userinfo")));
        var bearer = Login.send(
                HttpClient.newHttpClient(),
                Login.posting(userinfo, "Bearer " + tokens.text("access_token"), "")
                        .header("DPoP", "rubbish"));

        assertThat(shown.status()).isEqualTo(401);
        assertThat(shown.header("www-authenticate")).startsWith("Bearer").doesNotContain("DPoP");
        assertThat(bearer.status()).isEqualTo(200);
    }

    private static Answer proved(String path, String site, String form, String proof) {
        var request = Login.posting(gatehouse.issuer() + path, Login.basic(site, SECRET), form);
        return Login.send(HttpClient.newHttpClient(), request.header("DPoP", proof));
    }

    private static String proof(String path) throws JOSEException {
        return DpopProof.of(gatehouse.issuer() + path, gatehouse.clock().instant());
    }

    private String code(String site, String... more) {
        return Login.authorizeCode(browser, site, more);
    }

    private static Map<String, String> grant(String code) {
        return new HashMap<>(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", CALLBACK));
    }

    private static Answer redeem(String site, String code) {
        return Login.redeem(gatehouse, site, code);
    }

    private static Answer refresh(String site, String token) {
        return token(basic(site), Map.of("grant_type", "refresh_token", "refresh_token", token));
    }

    private static Answer token(String authorization, Map<String, String> form) {
        return Login.post(gatehouse.issuer() + "/token", authorization, form);
    }

    private static Answer post(String path, String authorization, String form) {
        return Login.post(gatehouse.issuer() + path, authorization, form);
    }

    private static void expectInvalidRequest(Answer answer) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("content-type")).startsWith("application/json");
        assertThat(answer.text("error")).isEqualTo("invalid_request");
    }

    private static Answer userinfo(Answer tokens) {
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
    }

    private static Answer introspect(String site, String token) {
        return Login.post(gatehouse.issuer() + "/introspect", basic(site), Map.of("token", token));
    }

    private static String basic(String site) {
        return Login.basic(site, SECRET);
    }

    private static String subject(Answer tokens) {
        return Login.claims(tokens.text("id_token")).path("sub").asString();
    }

    private static String logout(String... parameters) {
        var fields = new HashMap<String, String>();
        for (var index = 0; index < parameters.length; index += 2) {
            fields.put(parameters[index], parameters[index + 1]);
        }
        return "/logout?" + Browser.form(fields);
    }

    private static boolean verifies(String jwt) throws Exception {
        var keys = JWKSet.parse(
                Login.get(gatehouse.issuer() + "/.well-known/jwks.json", "").body());
        var signed = SignedJWT.parse(jwt);
        var key = ((AsymmetricJWK) keys.getKeyByKeyId(signed.getHeader().getKeyID())).toPublicKey();
        return signed.verify(new DefaultJWSVerifierFactory().createJWSVerifier(signed.getHeader(), key));
    }

    private static String hash(String token) throws Exception {
        var digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 16));
    }

    private static <T> List<T> atOnce(int threads, List<Callable<T>> calls) throws Exception {
        var pool = Executors.newFixedThreadPool(threads);
        try {
            var results = new ArrayList<T>();
            for (var done : pool.invokeAll(calls)) {
                results.add(done.get());
            }
            return results;
        } finally {
            pool.shutdown();
        }
    }
}
