package io.gatehouse.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.promise.Promises;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the provider says of itself, and the keys that go with it. */
@Tag("jdk")
class DiscoveryTest {

    private static final String CONFIGURATION = "/.well-known/openid-configuration";
    private static final String KEYS = "/.well-known/jwks.json";
    private static final RunningGatehouse.Settings SETTINGS = RunningGatehouse.with(
                    "gatehouse.rooms.shop.capacity=100000", "gatehouse.rooms.shop.admission-ttl=7d")
            .site("curve", "shop", "id-token-algorithm=es256")
            .site("gate", "shop", "access-token=jwt");

    @AutoClose
    private static final RunningGatehouse gatehouse = SETTINGS.starts();

    @Test
    void givenTheDocument_whenRead_thenItSaysWhatIsSo() {
        var document = json(CONFIGURATION);
        var issuer = gatehouse.issuer();

        assertThat(document.path("issuer").asString()).isEqualTo(issuer);
        assertThat(document.path("authorization_endpoint").asString()).isEqualTo(issuer + "/authorize");
        assertThat(document.path("token_endpoint").asString()).isEqualTo(issuer + "/token");
        assertThat(document.path("userinfo_endpoint").asString()).isEqualTo(issuer + "/userinfo");
        assertThat(document.path("jwks_uri").asString()).isEqualTo(issuer + KEYS);
        assertThat(document.path("end_session_endpoint").asString()).isEqualTo(issuer + "/logout");
        assertThat(texts(document, "response_types_supported")).containsExactly("code");
        assertThat(texts(document, "response_modes_supported")).containsExactly("query", "form_post");
        assertThat(texts(document, "grant_types_supported")).containsExactly("authorization_code");
        assertThat(texts(document, "subject_types_supported")).containsExactly("public");
        assertThat(texts(document, "id_token_signing_alg_values_supported")).containsExactly("RS256", "ES256");
        assertThat(texts(document, "token_endpoint_auth_methods_supported"))
                .containsExactly("client_secret_basic", "client_secret_post");
        assertThat(texts(document, "code_challenge_methods_supported")).containsExactly("S256");
        assertThat(document.path("authorization_response_iss_parameter_supported")
                        .asBoolean())
                .isTrue();
        Promises.kept("discovery", List.of(document), all -> "discovery");
        for (var off : List.of("request_parameter_supported", "request_uri_parameter_supported")) {
            assertThat(document.path(off).asBoolean(true)).isFalse();
        }
        assertThat(document.propertyNames())
                .doesNotContain(
                        "registration_endpoint",
                        "device_authorization_endpoint",
                        "pushed_authorization_request_endpoint",
                        "tls_client_certificate_bound_access_tokens",
                        "dpop_signing_alg_values_supported");
    }

    @Test
    void givenTheDocument_whenItsAddressesAreCalled_thenSomebodyAnswers() {
        var document = json(CONFIGURATION);

        for (var name : document.propertyNames()) {
            if (name.endsWith("_endpoint") || name.equals("jwks_uri")) {
                var status = Login.get(document.path(name).asString(), "").status();
                assertThat(status).as(name).isNotEqualTo(404).isLessThan(500);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CONFIGURATION, "/.well-known/oauth-authorization-server", KEYS})
    void givenAPublishedDocument_whenFetched_thenAnyCacheAndAnyOriginMayHaveIt(String path) {
        var browser = gatehouse.browser();

        var full = browser.gets(path);
        var head = browser.sends(
                browser.request(path).method("HEAD", BodyPublishers.noBody()).build());
        var again = browser.sends(browser.request(path)
                .header("If-None-Match", full.header("etag"))
                .GET()
                .build());

        assertThat(full.status()).isEqualTo(200);
        assertThat(full.header("cache-control")).isEqualTo("max-age=300, public");
        assertThat(full.header("access-control-allow-origin")).isEqualTo("*");
        assertThat(full.header("content-type")).startsWith("application/").doesNotContain("8859");
        assertThat(full.header("set-cookie")).isEmpty();
        assertThat(full.header("etag")).startsWith("\"");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(again.status()).isEqualTo(304);
    }

    @Test
    void givenBothAddresses_whenFetched_thenTheySayTheSame() {
        assertThat(json("/.well-known/oauth-authorization-server")).isEqualTo(json(CONFIGURATION));
    }

    @Test
    void givenTheKeys_whenRead_thenTheyArePublicAndDescribed() {
        for (var key : json(KEYS).path("keys")) {
            assertThat(key.path("kid").asString()).isNotEmpty();
            assertThat(key.path("use").asString()).isEqualTo("sig");
            assertThat(key.path("alg").asString()).isIn("RS256", "ES256");
            assertThat(key.propertyNames()).doesNotContain("d", "p", "q", "dp", "dq", "qi", "k");
        }
        assertThat(kids(gatehouse)).hasSize(2);
    }

    /** As docs/sites/api-gateway.md sets up a JWT authorizer: issuer, audience, RS256, keys by discovery. */
    @Test
    void givenAnAuthorizerOfAnApiGateway_whenTokensAreShown_thenItTakesThoseOfItsSiteThatHaveNotExpired() {
        var authorizer = authorizer(gatehouse.clock());
        var tokens = tokens("gate");
        var other = tokens("shop");
        var curve = tokens("curve");

        for (var good : List.of(tokens.text("access_token"), tokens.text("id_token"))) {
            assertThat(authorizer
                            .authenticate(new BearerTokenAuthenticationToken(good))
                            .isAuthenticated())
                    .isTrue();
        }
        for (var bad : List.of(
                other.text("id_token"),
                curve.text("id_token"),
                other.text("access_token"),
                tokens.text("id_token") + "A")) {
            assertThatThrownBy(() -> authorizer.authenticate(new BearerTokenAuthenticationToken(bad)))
                    .isInstanceOf(OAuth2AuthenticationException.class);
        }
        for (var expired : List.of(tokens.text("access_token"), tokens.text("id_token"))) {
            var later = authorizer(Clock.offset(gatehouse.clock(), Duration.ofDays(8)));
            assertThatThrownBy(() -> later.authenticate(new BearerTokenAuthenticationToken(expired)))
                    .isInstanceOf(OAuth2AuthenticationException.class)
                    .hasMessageContaining("expired");
        }
    }

    private static JwtAuthenticationProvider authorizer(Clock clock) {
        var decoder = NimbusJwtDecoder.withIssuerLocation(gatehouse.issuer())
                .jwsAlgorithm(SignatureAlgorithm.RS256)
                .build();
        var times = new JwtTimestampValidator();
        times.setClock(clock);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                times, new JwtIssuerValidator(gatehouse.issuer()), new JwtAudienceValidator("gate")));
        return new JwtAuthenticationProvider(decoder);
    }

    private static Login.Answer tokens(String site) {
        return Login.redeem(gatehouse, site, Login.authorizeCode(gatehouse.browser(), site));
    }

    @Test
    void givenARotation_whenTimePasses_thenTheNewKeyIsKnownBeforeItSignsAndTheOldOneOutlivesItsTokens()
            throws Exception {
        try (var rotating = SETTINGS.starts()) {
            var browser = rotating.browser();
            var old = signer(rotating, browser);

            rotating.bean(SigningKeys.class).rotate(List.of(JWSAlgorithm.RS256));
            rotating.bean(SigningKeys.class).rotate(List.of(JWSAlgorithm.RS256));
            var published = kids(rotating);
            var stillOld = signer(rotating, browser);
            rotating.clock().advance(Duration.ofMinutes(61));
            var signsNow = signer(rotating, browser);
            var other = signer(rotating, browser, "curve");
            rotating.clock().advance(Duration.ofDays(7));
            var overlapping = kids(rotating);
            rotating.clock().advance(Duration.ofMinutes(6));
            var after = kids(rotating);

            assertThat(published).hasSize(3).contains(old, signsNow);
            assertThat(stillOld).isEqualTo(old);
            assertThat(signsNow).isNotEqualTo(old);
            assertThat(other).isNotIn(old, signsNow);
            assertThat(overlapping).contains(old, signsNow, other);
            assertThat(after).containsExactlyInAnyOrder(signsNow, other);
        }
    }

    @Test
    void givenTokensOfARetiredKey_whenTheirAdmissionGoesOn_thenTheyAreGoodWhereverTheyComeBack() throws Exception {
        try (var rotating = SETTINGS.starts()) {
            var browser = rotating.browser();
            var tokens = Login.redeem(rotating, "gate", Login.authorizeCode(browser, "gate"));
            var hint = tokens.text("id_token");
            rotating.bean(SigningKeys.class).rotate(List.of(JWSAlgorithm.RS256));
            rotating.clock().advance(Duration.ofHours(27));
            rotating.bean(SigningKeys.class).rotate(List.of(JWSAlgorithm.RS256));

            var userinfo = Login.get(rotating.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));
            var silent = browser.opens(Login.authorize("client_id", "gate", "prompt", "none", "id_token_hint", hint));
            var logout = browser.opens("/logout?id_token_hint=" + hint);

            assertThat(userinfo.status()).isEqualTo(200);
            assertThat(silent.parameter("code")).isNotEmpty();
            assertThat(logout.status()).isEqualTo(200);
        }
    }

    @Test
    void givenAClockSetBackToBeforeAllKeys_whenTheyAreRotated_thenTheNewKeyIsKnownBeforeItSignsAllTheSame() {
        try (var rotating = SETTINGS.starts()) {
            var keys = rotating.bean(SigningKeys.class);
            var old = keys.active(JWSAlgorithm.RS256).kid();
            rotating.clock().advance(Duration.ofDays(-2));

            keys.rotate(List.of(JWSAlgorithm.RS256));
            var published = kids(rotating);
            var stillOld = keys.active(JWSAlgorithm.RS256).kid();
            rotating.clock().advance(Duration.ofMinutes(61));
            var signsNow = keys.active(JWSAlgorithm.RS256).kid();

            assertThat(published).hasSize(3).contains(old, signsNow);
            assertThat(stillOld).isEqualTo(old);
            assertThat(signsNow).isNotEqualTo(old);
        }
    }

    @Test
    void givenARestartOnTheSameData_whenSitesAndVisitorsComeBack_thenAllIsAsBefore() throws Exception {
        var first = SETTINGS.starts();
        var browser = first.browser();
        var code = Login.authorizeCode(browser, "shop");
        var tokens = Login.redeem(first, code);
        var kids = kids(first);
        var cookie = browser.cookie("gatehouse-place-shop");
        first.stop();
        var secrets = first.data().resolve("master.key");
        var permissions = Files.getPosixFilePermissions(secrets);
        var readable = readable(first);

        try (var second = SETTINGS.starts(first.data())) {
            var returned = second.browser().withCookie("gatehouse-place-shop", cookie);
            var user = Login.get(second.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"));

            assertThat(kids(second)).isEqualTo(kids);
            assertThat(user.status()).isEqualTo(200);
            assertThat(returned.opens(Login.authorize()).parameters()).containsKey("code");
            assertThat(Login.redeem(second, code).text("error")).isEqualTo("invalid_grant");
        }

        assertThat(PosixFilePermissions.toString(permissions)).isEqualTo("rw-------");
        assertThat(readable).doesNotContain("\"kty\"", "\"d\":", code, tokens.text("access_token"));
    }

    private static String readable(RunningGatehouse stopped) throws IOException {
        var text = new StringBuilder();
        try (var files = Files.walk(stopped.data())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                text.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return text.toString();
    }

    private static String signer(RunningGatehouse running, Browser browser) throws Exception {
        return signer(running, browser, "shop");
    }

    private static String signer(RunningGatehouse running, Browser browser, String site) throws Exception {
        var tokens = Login.redeem(running, site, Login.authorizeCode(browser, site));
        return SignedJWT.parse(tokens.text("id_token")).getHeader().getKeyID();
    }

    private static List<String> kids(RunningGatehouse running) {
        var keys = new JsonMapper()
                .readTree(Login.get(running.issuer() + KEYS, "").body())
                .path("keys");
        return StreamSupport.stream(keys.spliterator(), false)
                .map(key -> key.path("kid").asString())
                .toList();
    }

    private static JsonNode json(String path) {
        return Login.get(gatehouse.issuer() + path, "").json();
    }

    private static List<String> texts(JsonNode document, String name) {
        return StreamSupport.stream(document.path(name).spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }
}
