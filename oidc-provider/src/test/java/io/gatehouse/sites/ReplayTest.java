package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.flow.LineLock;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.sites.RawVisitor.Reply;
import java.text.ParseException;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Relying parties that cannot be had on this machine, by their own requests (docs/sites/acceptance.md). What
 * they would do with our answers is not shown; what they are known to check is.
 */
@Tag("acceptance")
class ReplayTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int LOGINS = 200;
    private static final String STUBBORN = "-without-reentry";

    @SuppressWarnings("NullAway.Init") // started before all
    private static RunningGatehouse gatehouse;

    private final RawVisitor visitor = new RawVisitor(gatehouse);

    @BeforeAll
    static void start() {
        var sites = Replay.all().stream()
                .flatMap(party -> Stream.concat(
                        party.gatehouse(), party.as(party.name() + STUBBORN).gatehouse("reentry=false")));
        var room = Stream.of("gatehouse.rooms.shop.claim-window=1d", "gatehouse.rooms.shop.admission-ttl=2d");
        gatehouse = RunningGatehouse.start(Stream.concat(room, sites).toArray(String[]::new));
        gatehouse.clock().stands();
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
    }

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("shop");
    }

    static List<Replay> parties() {
        return Replay.all();
    }

    /** Section 7, test 1, and what is common to tests 21 to 24: the party's own requests are accepted. */
    @ParameterizedTest
    @MethodSource("parties")
    void givenNobodyWaits_whenTheSiteSendsItsRequests_thenTheVisitorIsInAtOnce(Replay party) throws Exception {
        gatehouse.letIn("shop", 1);

        var answer = visitor.logsIn(party);
        var tokens = redeems(party, answer);

        assertAnswered(party, answer);
        assertThat(visitor.authorizeRequests()).isEqualTo(1);
        assertThat(answer.pages()).isZero();
        assertValid(party, tokens);
    }

    /** Section 7, test 2. */
    @ParameterizedTest
    @MethodSource("parties")
    void givenAShortWait_whenTheTurnComes_thenTheSiteGetsItsAnswer(Replay party) throws Exception {
        var wait = visitor.logsIn(party);
        gatehouse.clock().advance(Duration.ofSeconds(50));
        gatehouse.letIn("shop", 1);

        var answer = visitor.continues(party, wait);

        assertThat(wait.isOutside()).isFalse();
        assertAnswered(party, answer);
        assertValid(party, redeems(party, answer));
    }

    /** Section 7, test 3. */
    @ParameterizedTest
    @MethodSource("parties")
    void givenAWaitBeyondTheSitesPatience_whenTheTurnComes_thenTheVisitorEntersAnewWithoutWaiting(Replay party)
            throws Exception {
        var wait = visitor.logsIn(party);
        gatehouse.clock().advance(party.late());
        gatehouse.letIn("shop", 1);

        var entry = visitor.continues(party, wait);
        var answer = visitor.logsIn(party);

        assertThat(entry.status()).isEqualTo(303);
        assertThat(entry.address()).isEqualTo(party.setting("entry"));
        assertAnswered(party, answer);
        assertThat(answer.pages()).isZero();
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
        assertValid(party, redeems(party, answer));
    }

    /** Section 7, test 4: without re-entry the site gets an answer that it has given up waiting for. */
    @ParameterizedTest
    @MethodSource("parties")
    void givenAWaitBeyondTheSitesPatience_whenReentryIsOff_thenTheSiteGetsItsAnswerTooLate(Replay party) {
        var stubborn = party.as(party.name() + STUBBORN);
        var wait = visitor.logsIn(stubborn);
        gatehouse.clock().advance(party.late());
        gatehouse.letIn("shop", 1);

        var answer = visitor.continues(stubborn, wait);

        assertAnswered(party, answer);
        assertThat(visitor.authorizeRequests()).isEqualTo(1);
    }

    /** Section 7, test 21: the state, the secret in the body, userinfo by POST, the key by its {@code kid}. */
    @Test
    void givenCognito_whenItSendsALongStateWithDots_thenItGetsItBackAndFindsTheKey() throws Exception {
        var cognito = Replay.of("cognito");
        gatehouse.letIn("shop", 1);

        var answer = visitor.logsIn(cognito);
        var tokens = redeems(cognito, answer);
        var user = userinfo(cognito, tokens);

        assertThat(cognito.state()).hasSizeGreaterThanOrEqualTo(1300).contains(".");
        assertThat(answer.address()).endsWith("state=" + cognito.state() + "&iss=" + issuerEncoded());
        assertThat(new String(cognito.request("userinfo", Map.of()), java.nio.charset.StandardCharsets.UTF_8))
                .startsWith("POST ");
        assertThat(idToken(tokens).getHeader().getKeyID()).isNotEmpty();
        assertThat(keys().getKeyByKeyId(idToken(tokens).getHeader().getKeyID())).isNotNull();
        assertThat(user.path("sub").asString()).isEqualTo(claims(tokens).getSubject());
    }

    /** Section 7, test 21: whoever is in logs in again and again, at once, while nobody can write to the line. */
    @Test
    void givenALineThatCannotBeWritten_whenCognitoAsks_thenTokenAndUserinfoAreAnsweredAllTheSame() {
        var cognito = Replay.of("cognito");
        try (var own = RunningGatehouse.start(cognito.gatehouse().toArray(String[]::new))) {
            var insider = new RawVisitor(own);
            own.letIn("shop", 1);
            logsIn(insider, cognito);
            own.bean(LineLock.class).lock();

            var times = LongStream.range(0, LOGINS)
                    .map(login -> logsIn(insider, cognito))
                    .sorted()
                    .toArray();

            System.out.printf(
                    "FIGURE token and userinfo together: p50 %d ms, p99 %d ms of %d logins%n",
                    Duration.ofNanos(times[LOGINS / 2]).toMillis(),
                    Duration.ofNanos(times[LOGINS * 99 / 100]).toMillis(),
                    LOGINS);
        }
    }

    /** Section 7, test 22: Basic is refused, and the code is as good as before. */
    @Test
    void givenOauth2Proxy_whenItsBasicIsRefused_thenTheBodyRedeemsTheSameCode() {
        var proxy = Replay.of("oauth2-proxy");
        gatehouse.letIn("shop", 1);
        var code = Map.of("code", visitor.logsIn(proxy).parameters().getOrDefault("code", ""));

        var refused = visitor.sends(proxy, "token refused", code);
        var redeemed = visitor.sends(proxy, "token", code);

        assertThat(refused.status()).isEqualTo(401);
        assertThat(JSON.readTree(refused.body()).path("error").asString()).isEqualTo("invalid_client");
        assertThat(redeemed.status()).as(redeemed.body()).isEqualTo(200);
        assertThat(userinfo(proxy, JSON.readTree(redeemed.body()))
                        .path("email_verified")
                        .asBoolean())
                .isTrue();
    }

    /** Section 7, test 23: the redirect URI comes and goes with its port, and offline_access gives no refresh token. */
    @Test
    void givenNginx_whenItsRedirectUriIsNotEncodedAndHasAPort_thenItIsMatchedAndAnsweredByteForByte() throws Exception {
        var nginx = Replay.of("nginx");
        gatehouse.letIn("shop", 1);

        var answer = visitor.logsIn(nginx);
        var tokens = redeems(nginx, answer);

        assertThat(nginx.parameter("redirect_uri")).isEqualTo("https://shop.example:443/_codexch");
        assertThat(nginx.parameter("scope")).contains("offline_access");
        assertThat(answer.address()).startsWith("https://shop.example:443/_codexch?code=");
        assertThat(tokens.has("refresh_token")).isFalse();
        assertThat(tokens.path("scope").asString()).doesNotContain("offline_access");
    }

    /** Section 7, test 23: the port is part of it. */
    @Test
    void givenNginx_whenItsRedirectUriComesWithoutThePort_thenTheVisitorSeesAPageOfOurs() {
        var nginx = Replay.of("nginx");
        var without = new Replay(
                "nginx",
                nginx.settings(),
                nginx.late(),
                nginx.state(),
                Map.of(
                        "authorize",
                        nginx.requests().getOrDefault("authorize", "").replace("shop.example:443", "shop.example")));

        assertThat(visitor.logsIn(without).status()).isEqualTo(400);
    }

    /** Section 7, test 24: Envoy's state of 2 KB; whoever redeems with another verifier gets nothing. */
    @Test
    void givenEnvoy_whenTheVerifierIsAnother_thenItsCodeIsRefused() {
        var envoy = Replay.of("envoy");
        gatehouse.letIn("shop", 1);
        var code = visitor.logsIn(envoy).parameters().getOrDefault("code", "");
        var altered = new Replay(
                "envoy",
                envoy.settings(),
                envoy.late(),
                envoy.state(),
                Map.of(
                        "token",
                        envoy.requests()
                                .getOrDefault("token", "")
                                .replaceFirst("code_verifier=.{4}", "code_verifier=AAAA")));

        var refused = visitor.sends(altered, "token", Map.of("code", code));

        assertThat(envoy.state()).hasSizeGreaterThanOrEqualTo(2000);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(JSON.readTree(refused.body()).path("error").asString()).isEqualTo("invalid_grant");
    }

    /** Section 7, test 24: Kong has no leeway, so no time may lie in the future, even at the end of a second. */
    @Test
    void givenKong_whenItChecksTimesWithoutLeeway_thenNoneIsInTheFuture() throws Exception {
        var kong = Replay.of("kong");
        gatehouse.letIn("shop", 1);
        gatehouse.clock().advance(Duration.ofMillis(999));

        var claims = claims(redeems(kong, visitor.logsIn(kong)));

        assertNothingInTheFuture(claims);
        assertThat(claims.getClaim("nbf")).isNull();
        assertThat(claims.getStringClaim("nonce")).isEqualTo(kong.parameter("nonce"));
    }

    /** Section 7, test 24: what Istio checks of the access token that authservice hands on. */
    @Test
    void givenAuthservice_whenIstioChecksTheAccessToken_thenItIsSignedByOurKeysForTheSite() throws Exception {
        var istio = Replay.of("authservice");
        gatehouse.letIn("shop", 1);

        var tokens = redeems(istio, visitor.logsIn(istio));
        var access = SignedJWT.parse(tokens.path("access_token").asString());

        assertSigned(access);
        assertThat(access.getJWTClaimsSet().getIssuer()).isEqualTo(gatehouse.issuer());
        assertThat(access.getJWTClaimsSet().getAudience()).isNotEmpty();
        assertThat(access.getJWTClaimsSet().getAudience()).contains("authservice");
        assertNothingInTheFuture(access.getJWTClaimsSet());
    }

    /** Section 7, test 24, and section 3.9: those who read the e-mail address from the ID token find it there. */
    @ParameterizedTest
    @ValueSource(strings = {"cloudflare", "okta", "traefikoidc", "traefik-forward-auth", "auth0", "entra"})
    void givenASiteThatNeedsAnAddress_whenItReadsTheIdToken_thenOneIsThere(String name) throws Exception {
        var party = Replay.of(name);
        gatehouse.letIn("shop", 1);

        var claims = claims(redeems(party, visitor.logsIn(party)));

        assertThat(claims.getStringClaim("email")).isEqualTo(claims.getSubject() + "@visitor.invalid");
        assertThat(claims.getBooleanClaim("email_verified")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cognito", "oauth2-proxy"})
    void givenASiteThatNeedsAnAddress_whenItAsksUserinfo_thenOneIsThereAndTheIdTokenIsLean(String name)
            throws Exception {
        var party = Replay.of(name);
        gatehouse.letIn("shop", 1);

        var tokens = redeems(party, visitor.logsIn(party));
        var user = userinfo(party, tokens);

        assertThat(user.path("email").asString()).isEqualTo(user.path("sub").asString() + "@visitor.invalid");
        assertThat(user.path("email_verified").asBoolean()).isTrue();
        assertThat(claims(tokens).getClaim("email")).isNull();
    }

    /** A login all through; returns how long the site has waited for tokens and claims, in nanoseconds. */
    private static long logsIn(RawVisitor visitor, Replay party) {
        var code = Map.of("code", visitor.logsIn(party).parameters().getOrDefault("code", ""));
        var begun = System.nanoTime();
        var tokens = visitor.sends(party, "token", code);
        assertThat(tokens.status()).as(tokens.body()).isEqualTo(200);
        var token = JSON.readTree(tokens.body()).path("access_token").asString();
        assertThat(visitor.sends(party, "userinfo", Map.of("access_token", token))
                        .status())
                .isEqualTo(200);
        return System.nanoTime() - begun;
    }

    /** The party's state, exactly, and its redirect URI as it was. */
    private static void assertAnswered(Replay party, Reply answer) {
        assertThat(answer.isOutside())
                .as("%s: %s", answer.status(), answer.address())
                .isTrue();
        var asked = party.setting("redirect-uris");
        assertThat(answer.address()).startsWith(asked + (asked.contains("?") ? "&code=" : "?code="));
        assertThat(answer.parameters()).containsKey("code").containsEntry("state", party.state());
    }

    /** All token calls of the party; the last one succeeds. */
    private JsonNode redeems(Replay party, Reply answer) {
        var code = Map.of("code", answer.parameters().getOrDefault("code", ""));
        if (party.has("token refused")) {
            assertThat(visitor.sends(party, "token refused", code).status()).isEqualTo(401);
        }
        var reply = visitor.sends(party, "token", code);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.header("cache-control")).contains("no-store");
        return JSON.readTree(reply.body());
    }

    private JsonNode userinfo(Replay party, JsonNode tokens) {
        var reply = visitor.sends(
                party,
                "userinfo",
                Map.of("access_token", tokens.path("access_token").asString()));
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.header("content-type")).startsWith("application/json");
        return JSON.readTree(reply.body());
    }

    /** What the strictest of them look at (OpenID Connect Core section 3.1.3.7). */
    private void assertValid(Replay party, JsonNode tokens) throws Exception {
        var claims = claims(tokens);

        assertThat(tokens.path("token_type").asString()).isEqualTo("Bearer");
        assertThat(tokens.path("expires_in").isIntegralNumber()).isTrue();
        assertSigned(idToken(tokens));
        assertThat(claims.getIssuer()).isEqualTo(gatehouse.issuer());
        assertThat(claims.getAudience()).containsExactly(party.name());
        assertNothingInTheFuture(claims);
        assertThat(claims.getExpirationTime())
                .isAfter(Date.from(gatehouse.clock().instant()));
        assertThat(claims.getClaim("nonce"))
                .isEqualTo(party.parameter("nonce").isEmpty() ? null : party.parameter("nonce"));
        assertThat(claims.getStringClaim("at_hash")).isNotEmpty();
        if (party.has("userinfo")) {
            assertThat(userinfo(party, tokens).path("sub").asString()).isEqualTo(claims.getSubject());
        }
    }

    private static void assertNothingInTheFuture(JWTClaimsSet claims) throws ParseException {
        var now = Date.from(gatehouse.clock().instant());
        assertThat(claims.getIssueTime()).isBeforeOrEqualTo(now);
        if (claims.getClaim("auth_time") != null) {
            assertThat(claims.getLongClaim("auth_time"))
                    .isLessThanOrEqualTo(gatehouse.clock().instant().getEpochSecond());
        }
    }

    private static void assertSigned(SignedJWT token) throws JOSEException, ParseException {
        var key = keys().getKeyByKeyId(token.getHeader().getKeyID());
        assertThat(token.getHeader().getAlgorithm()).isEqualTo(JWSAlgorithm.RS256);
        assertThat(token.verify(new RSASSAVerifier(key.toRSAKey()))).isTrue();
    }

    private static SignedJWT idToken(JsonNode tokens) throws ParseException {
        return SignedJWT.parse(tokens.path("id_token").asString());
    }

    private static JWTClaimsSet claims(JsonNode tokens) throws ParseException {
        return idToken(tokens).getJWTClaimsSet();
    }

    private static JWKSet keys() throws ParseException {
        return JWKSet.parse(
                Login.get(gatehouse.issuer() + "/.well-known/jwks.json", "").body());
    }

    private static String issuerEncoded() {
        return java.net.URLEncoder.encode(gatehouse.issuer(), java.nio.charset.StandardCharsets.UTF_8);
    }
}
