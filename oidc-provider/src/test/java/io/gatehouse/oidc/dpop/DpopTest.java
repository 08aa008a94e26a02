package io.gatehouse.oidc.dpop;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static io.gatehouse.flow.RunningGatehouse.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.Login.Answer;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.token.DpopProof;
import java.net.http.HttpClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that are bound to a key (DPoP, RFC 9449): worth something to whoever holds the key, and to no other. */
class DpopTest {

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with("gatehouse.rooms.shop.capacity=100000")
            .site("bound", "shop", "dpop=accepted", "refresh=true", "pushed-requests=accepted")
            .site("must", "shop", "dpop=required", "access-token=jwt")
            .starts()
            .standing();

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Browser browser = gatehouse.browser();
    private final ECKey key;

    DpopTest() throws JOSEException {
        key = DpopProof.key();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bound", "must"})
    void givenAProof_whenACodeIsRedeemed_thenTheTokenIsBoundAndOnlyTheKeyOpensUserinfo(String site)
            throws JOSEException {
        var tokens = redeem(site, code(site), proof("/token"));
        var token = tokens.text("access_token");
        var other = DpopProof.of(DpopProof.key(), at("/userinfo"), now(), ath(token));

        var asked = Login.post(at("/introspect"), Login.basic(site, SECRET), Map.of("token", token));
        var bearer = userinfo("Bearer " + token, proof("/userinfo", ath(token)));
        var proof = proof("/userinfo", ath(token));
        var shown = userinfo("DPoP " + token, proof);

        assertThat(tokens.text("token_type")).isEqualTo("DPoP");
        assertThat(asked.json().at("/cnf/jkt").asString())
                .isEqualTo(key.computeThumbprint().toString());
        assertThat(asked.text("token_type")).isEqualTo("DPoP");
        assertThat(shown.text("sub"))
                .isEqualTo(Login.claims(tokens.text("id_token")).path("sub").asString());
        assertThat(bearer.status()).isEqualTo(401);
        assertThat(bearer.header("www-authenticate")).startsWith("Bearer").contains("invalid_token");
        for (var wrong : List.of(proof, other, proof("/userinfo"), proof("/token", ath(token)), "rubbish")) {
            var refused = userinfo("DPoP " + token, wrong);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("www-authenticate")).startsWith("DPoP").contains("algs=\"ES256");
        }
    }

    @Test
    void givenAJwt_whenItIsRead_thenItNamesItsKey() throws JOSEException {
        var tokens = redeem("must", code("must"), proof("/token"));

        assertThat(Login.claims(tokens.text("access_token")).at("/cnf/jkt").asString())
                .isEqualTo(key.computeThumbprint().toString());
    }

    @Test
    void givenABoundToken_whenAGateIsAskedWithItAlone_thenItOpensNone() throws JOSEException {
        var token = redeem("bound", code("bound"), proof("/token")).text("access_token");
        var bearers = Login.redeem(gatehouse, "bound", code("bound")).text("access_token");

        assertThat(Login.get(at("/verify?room=shop"), "Bearer " + token).status())
                .isEqualTo(401);
        assertThat(Login.get(at("/verify?room=shop"), "Bearer " + bearers).status())
                .isEqualTo(200);
    }

    @Test
    void givenBoundTokens_whenTheyAreRefreshed_thenTheSameKeyIsNeeded() throws JOSEException {
        var refresh = redeem("bound", code("bound"), proof("/token")).text("refresh_token");
        var form = Map.of("grant_type", "refresh_token", "refresh_token", refresh);

        var none = Login.post(at("/token"), Login.basic("bound", SECRET), form);
        var other = call("/token", "bound", form, DpopProof.of(at("/token"), now()));
        var same = call("/token", "bound", form, proof("/token"));

        assertThat(none.text("error")).isEqualTo("invalid_dpop_proof");
        assertThat(other.text("error")).isEqualTo("invalid_grant");
        assertThat(same.text("token_type")).isEqualTo("DPoP");
    }

    @Test
    void givenASiteThatMustProve_whenItShowsNoProof_thenItIsRefusedAndItsCodeStaysGood() throws JOSEException {
        var code = code("must");

        assertThat(Login.redeem(gatehouse, "must", code).text("error")).isEqualTo("invalid_dpop_proof");
        assertThat(redeem("must", code, proof("/token")).status()).isEqualTo(200);
    }

    @Test
    void givenARequestThatNamesTheKey_whenAnotherKeyRedeemsItsCode_thenItIsRefused() throws JOSEException {
        var named = code("bound", "dpop_jkt", key.computeThumbprint().toString());
        var pushed = call(
                "/par",
                "bound",
                Map.of("response_type", "code", "redirect_uri", SITE + "/callback", "scope", "openid"),
                proof("/par"));
        var request = Map.of("client_id", "bound", "request_uri", pushed.text("request_uri"));
        var ofPushed = browser.opens("/authorize?" + Browser.form(request)).parameter("code");

        for (var code : List.of(named, ofPushed)) {
            assertThat(redeem("bound", code, DpopProof.of(at("/token"), now())).text("error"))
                    .isEqualTo("invalid_grant");
            assertThat(redeem("bound", code, proof("/token")).status()).isEqualTo(200);
        }
    }

    @Test
    void givenAProof_whenManyUseItAtOnce_thenOneCallIsAnswered() throws Exception {
        var proof = proof("/token");
        var calls = new ArrayList<Callable<Answer>>();
        for (var call = 0; call < 8; call++) {
            var code = code("bound");
            calls.add(() -> redeem("bound", code, proof));
        }
        var threads = Executors.newFixedThreadPool(calls.size());
        try {
            var answered = 0;
            for (var answer : threads.invokeAll(calls)) {
                answered += answer.get().status() == 200 ? 1 : 0;
            }

            assertThat(answered).isOne();
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
            htm, GET
            htm, ''
            htu, https://elsewhere.example/token
            htu, ''
            jti, ''
            """)
    void givenAWrongClaim_whenTokensAreAskedFor_thenTheProofIsRefused(String name, String value) throws JOSEException {
        var text = value.isEmpty() ? null : value;

        expectRefused(proof("/token", claims -> claims.claim(name, text)));
    }

    @Test
    void givenAnotherFormOfTheAddress_whenTokensAreAskedFor_thenItIsTheSameAddress() throws JOSEException {
        var address = at("/token").replace("http://localhost", "HTTP://LOCALHOST") + "?query#fragment";

        var proof = DpopProof.of(key, address, now(), claims -> {});

        assertThat(redeem("bound", code("bound"), proof).text("token_type")).isEqualTo("DPoP");
    }

    @ParameterizedTest
    @ValueSource(longs = {-59, 60})
    void givenATimeAlmostAMinuteAway_whenTokensAreAskedForTwice_thenTheProofIsTakenOnce(long seconds)
            throws JOSEException {
        var proof = proof("/token", claims -> claims.issueTime(Date.from(now().plusSeconds(seconds))));

        assertThat(redeem("bound", code("bound"), proof).status()).isEqualTo(200);
        expectRefused(proof);
    }

    @ParameterizedTest
    @ValueSource(longs = {-62, 62})
    void givenAnOtherTime_whenTokensAreAskedFor_thenTheProofIsRefused(long seconds) throws JOSEException {
        expectRefused(proof("/token", claims -> claims.issueTime(Date.from(now().plusSeconds(seconds)))));
        expectRefused(proof("/token", claims -> claims.issueTime(null)));
    }

    @Test
    void givenAnOddHeader_whenTokensAreAskedFor_thenTheProofIsRefused() throws JOSEException {
        var type = new JOSEObjectType("dpop+jwt");
        var headers = List.of(
                new JWSHeader.Builder(JWSAlgorithm.ES256).jwk(key.toPublicJWK()),
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .type(JOSEObjectType.JWT)
                        .jwk(key.toPublicJWK()),
                new JWSHeader.Builder(JWSAlgorithm.ES256).type(type),
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .type(type)
                        .jwk(DpopProof.key().toPublicJWK()));
        for (var header : headers) {
            expectRefused(DpopProof.signed(key, header.build(), at("/token"), now(), claims -> {}));
        }
        expectRefused(proof("/token", claims -> claims.claim("more", "x".repeat(4_000))));
    }

    /** Each proof is new, and one character of it is another one; the last of the signature has unused bits. */
    @Test
    @Tag("faults")
    void givenProofsOfWhichEachLetterIsAlteredOnce_whenTheyAreShown_thenAllAreRefused() throws JOSEException {
        var token = redeem("bound", code("bound"), proof("/token")).text("access_token");
        var length = proof("/userinfo", ath(token)).length();
        for (var at = 0; at < length - 1; at++) {
            var proof = new StringBuilder(proof("/userinfo", ath(token)));
            proof.setCharAt(at, proof.charAt(at) == 'A' ? 'B' : 'A');

            assertThat(userinfo("DPoP " + token, proof.toString()).status())
                    .as(proof.toString())
                    .isEqualTo(401);
        }
    }

    private static Consumer<JWTClaimsSet.Builder> ath(String token) {
        return claims -> claims.claim("ath", DpopProof.hash(token));
    }

    private String proof(String path) throws JOSEException {
        return proof(path, claims -> {});
    }

    private String proof(String path, Consumer<JWTClaimsSet.Builder> change) throws JOSEException {
        return DpopProof.of(key, at(path), now(), change);
    }

    private String code(String site, String... more) {
        return Login.authorizeCode(browser, site, more);
    }

    private void expectRefused(String proof) {
        var answer = redeem("bound", code("bound"), proof);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("invalid_dpop_proof");
    }

    private static Answer redeem(String site, String code, String proof) {
        return call(
                "/token",
                site,
                Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", SITE + "/callback"),
                proof);
    }

    private static Answer call(String path, String site, Map<String, String> form, String proof) {
        var request = Login.posting(at(path), Login.basic(site, SECRET), Browser.form(form));
        return Login.send(CLIENT, request.header("DPoP", proof));
    }

    private static Answer userinfo(String authorization, String proof) {
        return Login.send(
                CLIENT, Login.posting(at("/userinfo"), authorization, "").header("DPoP", proof));
    }

    private static String at(String path) {
        return gatehouse.issuer() + path;
    }

    private static Instant now() {
        return gatehouse.clock().instant();
    }
}
