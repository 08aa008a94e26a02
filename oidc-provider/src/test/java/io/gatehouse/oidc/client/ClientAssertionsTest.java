package io.gatehouse.oidc.client;

import static io.gatehouse.flow.RunningGatehouse.SITE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites with a key say who they are by a signature (private_key_jwt), and by nothing else. */
class ClientAssertionsTest {

    private static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private static ECKey key;
    private static HttpServer publisher;
    private static RunningGatehouse gatehouse;

    @BeforeAll
    static void start() throws JOSEException, IOException {
        key = new ECKeyGenerator(Curve.P_256).keyID("of-today").generate();
        var published = new JWKSet(key.toPublicJWK()).toString().getBytes(UTF_8);
        publisher = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        publisher.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, published.length);
            exchange.getResponseBody().write(published);
            exchange.close();
        });
        publisher.start();
        gatehouse = RunningGatehouse.start(
                "gatehouse.rooms.shop.capacity=100000",
                "gatehouse.sites.signing.room=shop",
                "gatehouse.sites.signing.jwk=" + key.toPublicJWK().toJSONString(),
                "gatehouse.sites.signing.pushed-requests=required",
                "gatehouse.sites.signing.refresh=true",
                "gatehouse.sites.signing.redirect-uris=" + SITE + "/callback",
                "gatehouse.sites.publishing.room=shop",
                "gatehouse.sites.publishing.jwks-uri=http://localhost:"
                        + publisher.getAddress().getPort() + "/",
                "gatehouse.sites.publishing.redirect-uris=" + SITE + "/callback");
        gatehouse.standing();
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        publisher.stop(0);
    }

    @Test
    void givenASiteWithAKey_whenAVisitorLogsIn_thenItPushesRedeemsRefreshesAsksAndRevokesByItsSignature()
            throws JOSEException {
        var pushed = signed("signing", "par", request());
        var name = Map.of("client_id", "signing", "request_uri", pushed.text("request_uri"));
        var callback = gatehouse.browser().opens("/authorize?" + Browser.form(name));

        var tokens = signed("signing", "token", redeeming(callback.parameter("code")));
        var refresh = Map.of("grant_type", "refresh_token", "refresh_token", tokens.text("refresh_token"));
        var refreshed = signed("signing", "token", refresh);
        var token = Map.of("token", refreshed.text("access_token"));
        var asked = signed("signing", "introspect", token);
        var revoked = signed("signing", "revoke", token);

        assertThat(pushed.status()).isEqualTo(201);
        assertThat(tokens.status()).isEqualTo(200);
        assertThat(asked.json().path("active").asBoolean()).isTrue();
        assertThat(revoked.status()).isEqualTo(200);
    }

    @Test
    void givenKeysThatTheSitePublishes_whenItRedeemsACode_thenTheyAreReadThere() throws JOSEException {
        var code = Login.authorizeCode(gatehouse.browser(), "publishing");

        assertThat(signed("publishing", "token", redeeming(code)).status()).isEqualTo(200);
    }

    @Test
    void givenNoClientId_whenTheAssertionNamesTheSite_thenThatIsEnough() throws JOSEException {
        var code = Login.authorizeCode(gatehouse.browser(), "publishing");
        var form = new HashMap<>(redeeming(code));
        form.putAll(Map.of("client_assertion_type", TYPE, "client_assertion", assertion("publishing", claims -> {})));

        assertThat(post("token", form).status()).isEqualTo(200);
    }

    @Test
    void givenAnAssertion_whenManyUseItAtOnce_thenOneCallIsTakenAndNoneLater() throws Exception {
        var form = with(assertion("signing", claims -> {}), "signing", request());
        var calls = new ArrayList<Callable<Answer>>();
        for (var call = 0; call < 8; call++) {
            calls.add(() -> post("par", form));
        }
        var threads = Executors.newFixedThreadPool(calls.size());
        try {
            var taken = 0;
            for (var answer : threads.invokeAll(calls)) {
                taken += answer.get().status() == 201 ? 1 : 0;
            }

            assertThat(taken).isOne();
            expectUnknown(post("par", form));
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
            iss, publishing
            iss, ''
            sub, publishing
            aud, https://elsewhere.example
            aud, ''
            jti, ''
            """)
    void givenAWrongClaim_whenTheSiteCalls_thenItIsUnknown(String name, String value) throws JOSEException {
        var text = value.isEmpty() ? null : value;

        expectUnknown(
                post("par", with(assertion("signing", claims -> claims.claim(name, text)), "signing", request())));
    }

    @Test
    void givenAnAudienceBesideUs_whenTheSiteCalls_thenItIsUnknown() throws JOSEException {
        var both = List.of(gatehouse.issuer(), "https://elsewhere.example");

        expectUnknown(post("par", with(assertion("signing", claims -> claims.audience(both)), "signing", request())));
    }

    @ParameterizedTest
    @ValueSource(longs = {-120, 1_200, 31_536_000})
    void givenAnEndThatIsPastOrFar_whenTheSiteCalls_thenItIsUnknown(long seconds) throws JOSEException {
        var end = Date.from(now().plusSeconds(seconds));
        var assertion = assertion("signing", claims -> claims.expirationTime(end));

        expectUnknown(post("par", with(assertion, "signing", request())));
    }

    @Test
    void givenAnotherSignature_whenTheSiteCalls_thenItIsUnknown() throws JOSEException {
        var other = new ECKeyGenerator(Curve.P_256).keyID("of-today").generate();
        var claims = claims("signing").build();
        var shared = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        shared.sign(new MACSigner(key.toPublicJWK().toJSONString().getBytes(UTF_8)));

        for (var assertion : List.of(
                signed(claims, new ECDSASigner(other)),
                shared.serialize(),
                new PlainJWT(claims).serialize(),
                "x",
                "x.y.z")) {
            expectUnknown(post("par", with(assertion, "signing", request())));
        }
    }

    @Test
    void givenASiteWithAKey_whenItNamesItselfOrShowsASecret_thenItIsUnknown() {
        var named = new HashMap<>(request());
        named.put("client_id", "signing");
        var redeeming = new HashMap<>(redeeming("x"));
        redeeming.put("client_id", "signing");

        expectUnknown(post("par", named));
        expectUnknown(post("token", redeeming));
        expectUnknown(
                Login.post(gatehouse.issuer() + "/par", Login.basic("signing", RunningGatehouse.SECRET), request()));
    }

    @Test
    void givenASiteWithASecret_whenItSigns_thenItIsUnknown() throws JOSEException {
        expectUnknown(signed("shop", "token", redeeming("x")));
    }

    private static Answer signed(String site, String path, Map<String, String> form) throws JOSEException {
        return post(path, with(assertion(site, claims -> {}), site, form));
    }

    private static Map<String, String> with(String assertion, String site, Map<String, String> form) {
        var all = new HashMap<>(form);
        all.putAll(Map.of("client_id", site, "client_assertion_type", TYPE, "client_assertion", assertion));
        return all;
    }

    private static Answer post(String path, Map<String, String> form) {
        return Login.post(gatehouse.issuer() + "/" + path, "", form);
    }

    private static String assertion(String site, Consumer<JWTClaimsSet.Builder> change) throws JOSEException {
        var claims = claims(site);
        change.accept(claims);
        return signed(claims.build(), new ECDSASigner(key));
    }

    private static JWTClaimsSet.Builder claims(String site) {
        return new JWTClaimsSet.Builder()
                .issuer(site)
                .subject(site)
                .audience(gatehouse.issuer())
                .jwtID(UUID.randomUUID().toString())
                .expirationTime(Date.from(now().plus(Duration.ofMinutes(1))));
    }

    private static String signed(JWTClaimsSet claims, JWSSigner signer) throws JOSEException {
        var jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("of-today").build(), claims);
        jwt.sign(signer);
        return jwt.serialize();
    }

    private static Instant now() {
        return gatehouse.clock().instant();
    }

    private static Map<String, String> request() {
        return Map.of("response_type", "code", "redirect_uri", SITE + "/callback", "scope", "openid");
    }

    private static Map<String, String> redeeming(String code) {
        return Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", SITE + "/callback");
    }

    private static void expectUnknown(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.text("error")).isEqualTo("invalid_client");
    }
}
