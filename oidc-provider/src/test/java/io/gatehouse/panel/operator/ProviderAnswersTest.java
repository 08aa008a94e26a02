package io.gatehouse.panel.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.sun.net.httpserver.HttpServer;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.panel.Acts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.text.ParseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A provider of the operators that answers what a test tells it to. */
class ProviderAnswersTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Object>> CLAIMS = new TypeReference<>() {};
    private static final String CLIENT = "panel";
    private static final ECKey KEY = key();

    @SuppressWarnings("NullAway.Init") // begun before all
    private static HttpServer provider;

    @SuppressWarnings("NullAway.Init")
    private static RunningGatehouse gatehouse;

    private static volatile String idToken = "";

    private final Browser browser = gatehouse.browser();

    @BeforeAll
    static void start() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answers("/.well-known/openid-configuration", ProviderAnswersTest::discovery);
        answers("/keys", () -> new JWKSet(KEY.toPublicJWK()).toJSONObject());
        answers("/token", () -> Map.of("access_token", "none", "token_type", "Bearer", "id_token", idToken));
        provider.start();
        var prefix = "gatehouse.operator-provider.";
        gatehouse = RunningGatehouse.start(
                prefix + "issuer=" + issuer(),
                prefix + "client-id=" + CLIENT,
                prefix + "secret=" + RunningGatehouse.SECRET,
                prefix + "roles.operator=sale-night",
                prefix + "roles.owner=it");
    }

    @AfterAll
    static void stop() {
        gatehouse.close();
        provider.stop(0);
    }

    private static String issuer() {
        return "http://localhost:" + provider.getAddress().getPort();
    }

    private static Map<String, Object> discovery() {
        return Map.of(
                "issuer", issuer(),
                "authorization_endpoint", issuer() + "/authorize",
                "token_endpoint", issuer() + "/token",
                "jwks_uri", issuer() + "/keys",
                "response_types_supported", List.of("code"),
                "subject_types_supported", List.of("public"),
                "id_token_signing_alg_values_supported", List.of("ES256"));
    }

    @ParameterizedTest
    @CsvSource({
        "sale-night, operator",
        "it, owner",
        "'cleaners,it,sale-night', owner",
        "'cleaners,sale-night', operator"
    })
    void givenAClaimThatNamesARole_whenItsOwnerComesBack_thenTheyAreInAsTheGreatest(String values, String role) {
        var roles = values.contains(",") ? (Object) List.of(values.split(",")) : values;

        var back = comesBackWith(Map.of("roles", roles));

        assertThat(back.status()).as(back.body()).isEqualTo(200);
        assertThat(browser.gets("/panel").body()).contains("localhost/alice", ", " + role);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'roles':'cleaners'}",
                "{'roles':['It']}",
                "{'roles':7}",
                "{'roles':{'it':true}}",
                "{'roles':[]}",
                "{'roles':[['it']]}",
                "{'groups':['it']}"
            })
    void givenAClaimThatNamesNoRole_whenSomebodyComesBack_thenTheyAreToldToAskForOne(String claims) {
        try (var acts = new Acts()) {
            var back = comesBackWith(JSON.readValue(claims.replace('\'', '"'), CLAIMS));

            assertThat(back.status()).isEqualTo(403);
            assertThat(back.body()).contains("Your account at the provider has no role here");
            assertNobodyIsIn();
            assertThat(acts.lines()).containsExactly("sign-in refused for localhost/alice, who has no role");
        }
    }

    @Test
    void givenSomebodyWhoIsIn_whenTheyComeBackWithoutTheRole_thenTheyAreOut() {
        comesBackWith(Map.of("roles", "it"));
        assertThat(browser.gets("/panel").status()).isEqualTo(200);

        assertThat(comesBackWith(Map.of("roles", List.of())).status()).isEqualTo(403);

        assertNobodyIsIn();
    }

    static Stream<Map<String, Object>> claimsOfOthers() {
        return Stream.of(
                Map.of("iss", "https://elsewhere.example"),
                Map.of("aud", "another-client"),
                Map.of("aud", List.of("another-client", "and-another")),
                Map.of("azp", "another-client"),
                Map.of("nonce", "of-another-sign-in"),
                Map.of("nonce", ""),
                Map.of("iat", 900L, "exp", 1_000L));
    }

    /** OpenID Connect Core section 3.1.3.7. */
    @ParameterizedTest
    @MethodSource("claimsOfOthers")
    void givenAnIdTokenOfAnother_whenSomebodyComesBackWithIt_thenNobodyIsInAndTheLogSaysWhatIsWrong(
            Map<String, Object> other) {
        var claims = new HashMap<String, Object>(other);
        claims.put("roles", "it");
        try (var acts = new Acts()) {
            var back = comesBackWith(claims);

            assertNotBelieved(back);
            assertThat(acts.lines())
                    .singleElement()
                    .asString()
                    .startsWith("sign-in refused for a person at the provider: [invalid_")
                    .contains(
                            other.containsKey("exp")
                                    ? "expired"
                                    : other.keySet().iterator().next());
        }
    }

    /** With a key that the provider does not publish, with the client's secret, and with none. */
    @Test
    void givenAnIdTokenThatTheProviderHasNotSigned_whenSomebodyComesBackWithIt_thenNobodyIsIn() throws Exception {
        var claims = claims(begins(), Map.of("roles", "it"));
        var foreign = new ECKeyGenerator(Curve.P_256).keyID(KEY.getKeyID()).generate();
        for (var made : List.of(
                signed(claims, JWSAlgorithm.ES256, new ECDSASigner(foreign)),
                signed(claims, JWSAlgorithm.HS256, new MACSigner(RunningGatehouse.SECRET)),
                unsigned(claims),
                "x.y.z")) {
            idToken = made;
            assertNotBelieved(returns(begins()));
        }
    }

    /** RFC 9207 section 2.4. */
    @Test
    void givenAnAnswerThatNamesItsIssuer_whenThatIsAnother_thenNobodyIsInAndOtherwiseTheyAre() throws Exception {
        for (var other : List.of("https://elsewhere.example", "", issuer() + "/")) {
            var asked = begins();
            idToken = signed(claims(asked, Map.of("roles", "it")), JWSAlgorithm.ES256, new ECDSASigner(KEY));

            assertNotBelieved(browser.gets(
                    OperatorProvider.RETURN + "?code=a-code&state=" + asked.get("state") + "&iss=" + other));
        }
        var asked = begins();
        idToken = signed(claims(asked, Map.of("roles", "it")), JWSAlgorithm.ES256, new ECDSASigner(KEY));

        assertThat(browser.gets(OperatorProvider.RETURN + "?code=a-code&state=" + asked.get("state") + "&iss="
                                + issuer())
                        .status())
                .isEqualTo(200);
    }

    @Test
    void givenSomebodyWhoGivesUpThere_whenTheyComeBack_thenTheyMayBeginAnew() {
        var state = begins().get("state");

        var back = browser.gets(OperatorProvider.RETURN + "?error=access_denied&state=" + state);

        assertThat(back.status()).isEqualTo(403);
        assertThat(back.body()).contains("The provider has not signed you in. Begin anew.");
    }

    private void assertNotBelieved(Browser.Page back) {
        assertThat(back.status()).isEqualTo(403);
        assertThat(back.body()).contains("What the provider answered is not believed. The log says why.");
        assertNobodyIsIn();
    }

    private void assertNobodyIsIn() {
        assertThat(browser.gets("/panel").status()).isEqualTo(303);
    }

    /** What the provider was asked. Attempts of before are forgotten, so that none of these is one too many. */
    private Map<String, String> begins() {
        gatehouse.elapse(Duration.ofMinutes(1));
        return Browser.parameters(browser.gets("/panel/sign-in/provider").header("Location"));
    }

    private Browser.Page comesBackWith(Map<String, ?> claims) {
        var asked = begins();
        try {
            idToken = signed(claims(asked, claims), JWSAlgorithm.ES256, new ECDSASigner(KEY));
        } catch (JOSEException broken) {
            throw new AssertionError(broken);
        }
        return returns(asked);
    }

    private Browser.Page returns(Map<String, String> asked) {
        return browser.gets(OperatorProvider.RETURN + "?code=a-code&state=" + asked.get("state"));
    }

    private static Map<String, Object> claims(Map<String, String> asked, Map<String, ?> others) {
        var now = gatehouse.clock().instant().getEpochSecond();
        var claims = new HashMap<String, Object>(Map.of(
                "iss",
                issuer(),
                "sub",
                "4711",
                "aud",
                CLIENT,
                "nonce",
                String.valueOf(asked.get("nonce")),
                "iat",
                now,
                "exp",
                now + 60,
                "preferred_username",
                "alice"));
        claims.putAll(others);
        return claims;
    }

    private static String signed(Map<String, Object> claims, JWSAlgorithm algorithm, JWSSigner signer)
            throws JOSEException {
        var header = new JWSHeader.Builder(algorithm).keyID(KEY.getKeyID()).build();
        var jws = new JWSObject(header, new Payload(claims));
        jws.sign(signer);
        return jws.serialize();
    }

    private static String unsigned(Map<String, Object> claims) throws ParseException {
        return new PlainJWT(JWTClaimsSet.parse(claims)).serialize();
    }

    private static ECKey key() {
        try {
            return new ECKeyGenerator(Curve.P_256).keyID("of-the-provider").generate();
        } catch (JOSEException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static void answers(String path, Supplier<Map<String, Object>> document) {
        provider.createContext(path, http -> {
            try (http) {
                var body = JSON.writeValueAsString(document.get()).getBytes(UTF_8);
                http.getResponseHeaders().set("Content-Type", "application/json");
                http.sendResponseHeaders(200, body.length);
                http.getResponseBody().write(body);
            }
        });
    }
}
