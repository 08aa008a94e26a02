package io.gatehouse.oidc;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.token.DpopProof;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The OpenID Foundation's plan "FAPI 2.0 Security Profile Final" with private_key_jwt, DPoP and OpenID
 * Connect, as far as other tests do not send its modules' requests already; docs/conformance.md has the whole
 * table.
 */
class ConformanceFapiTest {

    private static final String VERIFIER = "the-verifier-of-this-login-is-long-enough-for-pkce";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final RSAKey site = key("one");

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with("gatehouse.rooms.shop.capacity=100000")
            .site("bank", "shop", "jwk=" + published(site), "fapi=true", "refresh=true")
            .site("other", "shop", "jwk=" + published(key("two")), "fapi=true")
            .starts()
            .standing();

    private final Browser browser = gatehouse.browser();
    private final ECKey key;

    ConformanceFapiTest() throws JOSEException {
        key = DpopProof.key();
    }

    @Test
    @DisplayName("discovery-end-point-verification")
    void givenASiteOfFapi_whenTheDocumentIsRead_thenItOffersWhatTheProfileAsks() {
        var document = Login.get(at("/.well-known/openid-configuration"), "").json();

        assertThat(document.path("pushed_authorization_request_endpoint").asString())
                .isEqualTo(at("/par"));
        assertThat(document.path("dpop_signing_alg_values_supported").toString())
                .isEqualTo("[\"ES256\",\"PS256\"]");
        assertThat(document.path("id_token_signing_alg_values_supported").toString())
                .contains("ES256");
        assertThat(document.path("token_endpoint_auth_methods_supported").toString())
                .contains("private_key_jwt");
        assertThat(document.path("token_endpoint_auth_signing_alg_values_supported")
                        .toString())
                .contains("ES256", "PS256");
        assertThat(document.path("code_challenge_methods_supported").toString()).isEqualTo("[\"S256\"]");
        assertThat(document.path("authorization_response_iss_parameter_supported")
                        .asBoolean())
                .isTrue();
    }

    @Test
    @DisplayName("happy-flow, refresh-token, access-token-type-header-case-sensitivity")
    void givenASiteOfFapi_whenItsVisitorLogsIn_thenAllIsSignedPushedAndBound() throws JOSEException, ParseException {
        var callback = authorize(push(request()));
        var tokens = redeem(callback.parameter("code"));
        var token = tokens.text("access_token");
        var refresh = Map.of("grant_type", "refresh_token", "refresh_token", tokens.text("refresh_token"));
        var refreshed = call("/token", refresh, proof("/token"));
        gatehouse.clock().advance(Duration.ofSeconds(30));
        var onceMore = call("/token", refresh, proof("/token"));
        var unproved = call("/token", refresh, "");

        assertThat(callback.parameters())
                .containsEntry("iss", gatehouse.issuer())
                .containsEntry("state", "s".repeat(128));
        assertThat(SignedJWT.parse(tokens.text("id_token")).getHeader().getAlgorithm())
                .isEqualTo(JWSAlgorithm.ES256);
        assertThat(Login.claims(tokens.text("id_token")).path("nonce").asString())
                .hasSize(64);
        assertThat(tokens.text("token_type")).isEqualTo("DPoP");
        for (var scheme : List.of("DPoP ", "dpop ", "DPOP ")) {
            assertThat(userinfo(scheme + token, token).status()).as(scheme).isEqualTo(200);
        }
        assertThat(userinfo("Bearer " + token, token).status()).isEqualTo(401);
        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(onceMore.status()).as("the answer was lost").isEqualTo(200);
        assertThat(unproved.status()).isEqualTo(400);
    }

    @Test
    @DisplayName("user-rejects-authentication")
    void givenAVisitorInLine_whenTheyLeave_thenTheSiteIsToldOnce() throws JOSEException {
        gatehouse.room("shop").change(settings -> settings.paused(true));
        try {
            var wait = authorize(push(request()));
            var leave = wait.url().replaceFirst("/wait.*", "/leave");
            var form = Map.of("request", wait.parameter("request"));

            var callback = browser.submits(leave, form);
            var again = browser.submits(leave, form);

            assertThat(callback.url()).startsWith(SITE + "/callback?");
            assertThat(callback.parameters())
                    .containsEntry("error", "access_denied")
                    .containsEntry("state", "s".repeat(128))
                    .containsEntry("iss", gatehouse.issuer())
                    .doesNotContainKey("code");
            assertThat(again.url()).contains("/rooms/shop/wait");
        } finally {
            gatehouse.room("shop").change(settings -> settings.paused(false));
        }
    }

    @Test
    @DisplayName(
            "ensure-authorization-request-without-state, -without-nonce, state-only-outside-request-object-not-used")
    void givenAStateInTheQueryAlone_whenTheRequestWasPushed_thenItIsNotUsed() throws JOSEException {
        var request = request();
        request.keySet().removeAll(List.of("state", "nonce"));
        var pushed = push(request).text("request_uri");

        var callback = browser.opens(
                "/authorize?" + Browser.form(Map.of("client_id", "bank", "request_uri", pushed, "state", "outside")));

        assertThat(callback.parameters()).containsKey("code").doesNotContainKey("state");
    }

    @ParameterizedTest
    @CsvSource({"state, 1000", "nonce, 384"})
    @DisplayName("ensure-authorization-request-with-long-state, -long-nonce")
    void givenALongValue_whenItIsPushed_thenItComesBack(String name, int length) throws JOSEException {
        var request = request();
        request.put(name, "x".repeat(length));

        var callback = authorize(push(request));

        assertThat(redeem(callback.parameter("code")).status()).isEqualTo(200);
        assertThat(callback.parameter("state")).isEqualTo(request.get("state"));
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
            response_type, token, unsupported_response_type
            response_type, code id_token, unsupported_response_type
            redirect_uri, https://elsewhere.example/callback, invalid_request
            redirect_uri, '', invalid_request
            code_challenge, '', invalid_request
            code_challenge_method, plain, invalid_request
            request_uri, urn:ietf:params:oauth:request_uri:x, request_uri_not_supported
            dpop_jkt, AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, invalid_dpop_proof
            """)
    @DisplayName(
            "ensure-response-type-*, ensure-registered-redirect-uri, par-*-pkce-*, par-*-request_uri, ensure-mismatched-dpop-jkt")
    void givenAFault_whenTheRequestIsPushed_thenTheSiteIsToldThere(String name, String value, String error)
            throws JOSEException {
        var request = request();
        request.put(name, value);
        request.values().removeIf(String::isEmpty);

        var answer = call("/par", request, proof("/par"));

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo(error);
    }

    @Test
    @DisplayName("ensure-unsigned-authorization-request-without-using-par-fails")
    void givenARequestThatWasNotPushed_whenTheVisitorComes_thenTheSiteIsTold() {
        var callback = browser.opens("/authorize?" + Browser.form(with(request(), "client_id", "bank")));

        assertThat(callback.parameters()).containsEntry("error", "invalid_request");
    }

    @Test
    @DisplayName("par-attempt-invalid-http-method")
    void givenAPut_whenARequestIsPushed_thenTheMethodIsNotAllowed() {
        var put = Login.posting(at("/par"), "", "x=y").method("PUT", HttpRequest.BodyPublishers.noBody());

        assertThat(Login.send(CLIENT, put).status()).isEqualTo(405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/par", "/token", "/"})
    @DisplayName("par-test-*-as-audience-fails, ensure-client-assertion-with-wrong-aud-fails")
    void givenAnAudienceBesideTheIssuer_whenTheSiteCalls_thenItIsUnknown(String path) throws JOSEException {
        expectUnknown(assertion(claims -> claims.audience(at(path))));
    }

    /** Nimbus writes a list of one as a string. */
    @Test
    @DisplayName("par-test-array-as-audience-fails")
    void givenTheIssuerInAList_whenTheSiteCalls_thenItIsUnknown() throws JOSEException {
        var claims = new HashMap<>(claims("bank").build().toJSONObject());
        claims.put("aud", List.of(gatehouse.issuer()));
        var assertion = new JWSObject(header(JWSAlgorithm.PS256), new Payload(claims));
        assertion.sign(new RSASSASigner(site));

        expectUnknown(assertion.serialize());
        expectPushed(assertion(same -> {}));
    }

    @Test
    @DisplayName("ensure-client-assertion-with-exp-is-5-minutes-in-past-fails, -no-sub-fails, par-*-nbf-*")
    void givenATimeOfAnAssertion_whenTheSiteCalls_thenTenSecondsAheadAreTakenAndAMinuteIsNot() throws JOSEException {
        expectPushed(assertion(ahead(8)));
        expectUnknown(assertion(ahead(65)));
        expectUnknown(assertion(claims -> claims.issueTime(in(65))));
        expectUnknown(assertion(claims -> claims.notBeforeTime(in(65))));
        expectUnknown(assertion(claims -> claims.expirationTime(in(-300))));
        expectUnknown(assertion(claims -> claims.subject(null)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS512", "PS384"})
    @DisplayName("ensure-signed-client-assertion-with-RS256-fails")
    void givenAnotherAlgorithm_whenTheSiteCalls_thenItIsUnknown(String algorithm) throws JOSEException {
        expectUnknown(signed(JWSAlgorithm.parse(algorithm), "bank", claims -> {}));
    }

    @Test
    @DisplayName(
            "ensure-client-id-in-token-endpoint, ensure-authorization-code-is-bound-to-client, ensure-client-assertion-*")
    void givenACodeOfAnotherSite_whenItIsRedeemedOrNothingIsSigned_thenThereAreNoTokens() throws JOSEException {
        var code = authorize(push(request())).parameter("code");
        var form = with(redeeming(code), "client_id", "bank");
        var asOther = with(assertedBy(signed(JWSAlgorithm.PS256, "other", claims -> {})), "client_id", "other");
        asOther.putAll(redeeming(code));

        assertThat(send("/token", asOther, proof("/token")).text("error")).isEqualTo("invalid_client");
        assertThat(send("/token", form, proof("/token")).text("error")).isEqualTo("invalid_client");
        assertThat(call("/token", redeeming(code), "").text("error")).isEqualTo("invalid_dpop_proof");
        assertThat(redeem(code).status()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "ensure-token-endpoint-fails-with-expired-auth-code, ensure-token-endpoint-fails-with-mismatched-dpop-*")
    void givenACode_whenItsMinuteIsOverOrAnotherKeyComes_thenTheGrantIsInvalid() throws JOSEException {
        var bound = authorize(push(request())).parameter("code");
        var late = authorize(push(request())).parameter("code");

        var other = call("/token", redeeming(bound), DpopProof.of(at("/token"), now()));
        gatehouse.clock().advance(Duration.ofSeconds(62));

        assertThat(other.text("error")).isEqualTo("invalid_grant");
        assertThat(redeem(late).text("error")).isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @ValueSource(longs = {-10, 10})
    @DisplayName("ensure-dpopproof-with-iat-10seconds-before-succeeds, -after-succeeds, check-dpop-proof-nbf-exp")
    void givenAProofOfAClockThatDiffers_whenACodeIsRedeemed_thenItIsTaken(long seconds) throws JOSEException {
        var code = authorize(push(request())).parameter("code");
        var proof = DpopProof.of(key, at("/token"), now().plusSeconds(seconds), claims -> claims.notBeforeTime(in(10))
                .expirationTime(in(-10)));

        assertThat(call("/token", redeeming(code), proof).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("dpop-negative-tests: the algorithm")
    void givenAProofByRs256_whenACodeIsRedeemed_thenItIsRefused() throws JOSEException {
        var code = authorize(push(request())).parameter("code");
        var header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(site.toPublicJWK());
        var proof = new SignedJWT(
                header.build(),
                new JWTClaimsSet.Builder()
                        .jwtID("of-rs256")
                        .claim("htm", "POST")
                        .claim("htu", at("/token"))
                        .issueTime(Date.from(now()))
                        .build());
        proof.sign(new RSASSASigner(site));

        assertThat(call("/token", redeeming(code), proof.serialize()).text("error"))
                .isEqualTo("invalid_dpop_proof");
    }

    @ParameterizedTest
    @CsvSource({
        "public=false, fapi: needs jwk or jwks-uri",
        "public=true, fapi: needs jwk or jwks-uri",
        "jwk=KEY;device=true, device: must be false for a site with fapi",
        "jwk=KEY;iss=false, iss: must be true for a site with fapi",
        "jwk=KEY;redirect-uris=http://bank.example/callback, redirect-uris: must be https for a site of FAPI",
        "jwk=KEY;redirect-uris=HTTP://bank.example/callback, redirect-uris: must be https for a site of FAPI"
    })
    void givenASettingThatTheProfileForbids_whenStarted_thenItIsNamed(String settings, String said) {
        var all = (settings.replace("KEY", published(site)) + ";fapi=true").split(";");

        assertThatThrownBy(() -> RunningGatehouse.with("gatehouse.rooms.shop.capacity=1")
                        .site("bank", "shop", all)
                        .starts())
                .rootCause()
                .hasMessageContaining("gatehouse.sites.bank." + said);
    }

    private static RSAKey key(String name) {
        try {
            return new RSAKeyGenerator(2_048).keyID(name).generate();
        } catch (JOSEException noSuchAlgorithm) {
            throw new IllegalStateException(noSuchAlgorithm);
        }
    }

    private static String published(RSAKey key) {
        return key.toPublicJWK().toJSONString();
    }

    private static Map<String, String> request() {
        return new HashMap<>(Map.of(
                "response_type",
                "code",
                "redirect_uri",
                SITE + "/callback",
                "scope",
                "profile openid",
                "state",
                "s".repeat(128),
                "nonce",
                "n".repeat(64),
                "code_challenge",
                DpopProof.hash(VERIFIER),
                "code_challenge_method",
                "S256"));
    }

    private Answer push(Map<String, String> request) throws JOSEException {
        var answer = call("/par", request, proof("/par"));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer;
    }

    private Browser.Page authorize(Answer pushed) {
        return browser.opens(
                "/authorize?" + Browser.form(Map.of("client_id", "bank", "request_uri", pushed.text("request_uri"))));
    }

    private Answer redeem(String code) throws JOSEException {
        return call("/token", redeeming(code), proof("/token"));
    }

    private static Map<String, String> redeeming(String code) {
        return Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code,
                "redirect_uri",
                SITE + "/callback",
                "code_verifier",
                VERIFIER);
    }

    private Answer userinfo(String authorization, String token) throws JOSEException {
        var proof = DpopProof.of(key, at("/userinfo"), now(), claims -> claims.claim("ath", DpopProof.hash(token)));
        return Login.send(
                CLIENT, Login.posting(at("/userinfo"), authorization, "").header("DPoP", proof));
    }

    private static Answer call(String path, Map<String, String> form, String proof) throws JOSEException {
        var all = assertedBy(assertion(claims -> {}));
        all.putAll(form);
        return send(path, all, proof);
    }

    private static Answer send(String path, Map<String, String> form, String proof) {
        var request = Login.posting(at(path), "", Browser.form(form));
        return Login.send(CLIENT, proof.isEmpty() ? request : request.header("DPoP", proof));
    }

    private void expectUnknown(String assertion) throws JOSEException {
        var answer = pushedBy(assertion);

        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.text("error")).isEqualTo("invalid_client");
    }

    private void expectPushed(String assertion) throws JOSEException {
        assertThat(pushedBy(assertion).status()).isEqualTo(201);
    }

    private Answer pushedBy(String assertion) throws JOSEException {
        var form = assertedBy(assertion);
        form.putAll(request());
        return send("/par", form, proof("/par"));
    }

    private static Map<String, String> assertedBy(String assertion) {
        return new HashMap<>(Map.of(
                "client_assertion_type",
                "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                "client_assertion",
                assertion));
    }

    private static Map<String, String> with(Map<String, String> form, String name, String value) {
        var all = new HashMap<>(form);
        all.put(name, value);
        return all;
    }

    private static Consumer<JWTClaimsSet.Builder> ahead(long seconds) {
        return claims ->
                claims.issueTime(in(seconds)).notBeforeTime(in(seconds)).expirationTime(in(seconds + 60));
    }

    private static String assertion(Consumer<JWTClaimsSet.Builder> change) throws JOSEException {
        return signed(JWSAlgorithm.PS256, "bank", change);
    }

    private static String signed(JWSAlgorithm algorithm, String client, Consumer<JWTClaimsSet.Builder> change)
            throws JOSEException {
        var claims = claims(client);
        change.accept(claims);
        var jwt = new SignedJWT(header(algorithm), claims.build());
        jwt.sign(new RSASSASigner(site));
        return jwt.serialize();
    }

    private static JWSHeader header(JWSAlgorithm algorithm) {
        return new JWSHeader.Builder(algorithm).keyID("one").build();
    }

    private static JWTClaimsSet.Builder claims(String client) {
        return new JWTClaimsSet.Builder()
                .issuer(client)
                .subject(client)
                .audience(gatehouse.issuer())
                .jwtID(UUID.randomUUID().toString())
                .issueTime(in(0))
                .expirationTime(in(60));
    }

    private String proof(String path) throws JOSEException {
        return DpopProof.of(key, at(path), now(), claims -> {});
    }

    private static Date in(long seconds) {
        return Date.from(now().plusSeconds(seconds));
    }

    private static String at(String path) {
        return gatehouse.issuer() + path;
    }

    private static Instant now() {
        return gatehouse.clock().instant();
    }
}
