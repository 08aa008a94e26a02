package io.gatehouse.albexample.alb;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.util.Base64URL;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What reaches the target (facts/relying-parties.md, 6.3). */
@Tag("acceptance")
class ForwardingTest {

    private static final JsonMapper JSON = new JsonMapper();

    private final Bench bench = new Bench();

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void givenForgedHeaders_whenARuleDoesNotAuthenticate_thenTheyAreDropped() {
        bench.browser.get(bench.url("/open/x"), "X-Amzn-Oidc-Identity", "forged", "x-amzn-oidc-other", "forged");

        assertThat(bench.target.last().headers()).doesNotContainKeys("x-amzn-oidc-identity", "x-amzn-oidc-other");
    }

    @Test
    void givenForgedHeaders_whenTheVisitorHasASession_thenOnlyTheAlbsReachTheTarget() {
        bench.logIn("/");

        bench.browser.get(bench.url("/"), "x-amzn-oidc-identity", "forged");

        assertThat(bench.target.last().headers().get("x-amzn-oidc-identity")).containsExactly("visitor-1");
    }

    @Test
    void givenASession_whenTheDataIsRead_thenItsHeaderIsInTheAlbsOrder() {
        String[] parts = data().split("\\.", -1);

        JsonNode header = JSON.readTree(Base64.getUrlDecoder().decode(parts[0]));
        assertThat(header.propertyNames()).containsExactly("typ", "kid", "alg", "iss", "client", "signer", "exp");
        assertThat(header.get("typ").asString()).isEqualTo("JWT");
        assertThat(header.get("alg").asString()).isEqualTo("ES256");
        assertThat(UUID.fromString(header.get("kid").asString())).isNotNull();
        assertThat(header.get("iss").asString()).isEqualTo(bench.provider.issuer());
        assertThat(header.get("client").asString()).isEqualTo("shop");
        assertThat(header.get("signer").asString()).startsWith("arn:aws:elasticloadbalancing:eu-central-1:");
        assertThat(header.get("exp").asLong()).isBetween(now() + 100, now() + 121);
    }

    @Test
    void givenASession_whenTheDataIsRead_thenClaimsComeFirstAndEndAndIssuerLast() {
        String[] parts = data().split("\\.", -1);

        JsonNode payload = JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
        assertThat(payload.propertyNames()).containsExactly("sub", "name", "exp", "iss");
    }

    @Test
    void givenASession_whenTheDataIsRead_thenEachPartKeepsItsPadding() {
        String data = data();

        assertThat(data.split("\\.", -1)).hasSize(3).allMatch(part -> part.length() % 4 == 0);
        assertThat(data).endsWith("==");
    }

    @Test
    void givenASession_whenTheDataIsCheckedWithThePublishedKey_thenItsSignatureHolds() throws Exception {
        String data = data();

        assertThat(verified(data)).isTrue();
        assertThat(verified(data.replaceFirst("\\.[^.]{8}", ".AAAAAAAA"))).isFalse();
    }

    @Test
    void givenAnUnknownKeyId_whenItsKeyIsAsked_thenThereIsNone() {
        HttpResponse<String> answer = bench.browser.get(bench.url("/.alb/public-keys/" + UUID.randomUUID()));

        assertThat(answer.statusCode()).isEqualTo(404);
    }

    @Test
    void givenABody_whenItIsSent_thenItPassesBothWaysWithItsMethod() {
        byte[] body = new byte[3_000_000];

        HttpResponse<String> answer =
                bench.browser.send("PUT", bench.url("/open/x?y=%2F%20z"), BodyPublishers.ofByteArray(body));

        EchoTarget.Seen seen = bench.target.last();
        assertThat(answer.body()).hasSize(3_000_000);
        assertThat(seen.method()).isEqualTo("PUT");
        assertThat(seen.uri()).isEqualTo("/open/x?y=%2F%20z");
    }

    @Test
    void givenHopByHopHeaders_whenARequestPasses_thenTheyStayBehind() {
        HttpResponse<String> answer = bench.browser.get(bench.url("/open/x"), "TE", "trailers", "Accept", "text/html");

        assertThat(bench.target.last().headers())
                .doesNotContainKeys("te", "keep-alive", "upgrade")
                .containsKey("accept");
        assertThat(answer.headers().firstValue("Connection")).isEmpty();
        assertThat(answer.headers().firstValue("Server")).contains("echo");
    }

    @Test
    void givenAnEarlierProxy_whenARequestPasses_thenTheTargetSeesWhereItCameFrom() {
        bench.browser.get(bench.url("/open/x"), "X-Forwarded-For", "203.0.113.9");

        EchoTarget.Seen seen = bench.target.last();
        assertThat(seen.header("x-forwarded-for")).isEqualTo("203.0.113.9, 127.0.0.1");
        assertThat(seen.header("x-forwarded-proto")).isEqualTo("http");
        assertThat(seen.header("x-forwarded-port")).isEqualTo(Integer.toString(bench.port()));
        assertThat(seen.header("host")).isEqualTo(bench.host());
    }

    @Test
    void givenATargetThatIsGone_whenARequestPasses_thenTheAnswerIs502() {
        bench.target.close();

        HttpResponse<String> answer = bench.browser.get(bench.url("/open/x"));

        assertThat(answer.statusCode()).isEqualTo(502);
    }

    private String data() {
        bench.logIn("/");
        bench.browser.get(bench.url("/"));
        return bench.target.last().header("x-amzn-oidc-data");
    }

    private long now() {
        return bench.clock.instant().plus(Duration.ofMillis(500)).getEpochSecond();
    }

    private boolean verified(String data) throws ParseException, JOSEException, GeneralSecurityException {
        int lastDot = data.lastIndexOf('.');
        JWSHeader header = JWSHeader.parse(new Base64URL(data.substring(0, data.indexOf('.'))));
        return new ECDSAVerifier(publishedKey(header.getKeyID()))
                .verify(
                        header,
                        data.substring(0, lastDot).getBytes(StandardCharsets.US_ASCII),
                        new Base64URL(data.substring(lastDot + 1).replace("=", "")));
    }

    private ECPublicKey publishedKey(String id) throws GeneralSecurityException {
        String pem = bench.browser.get(bench.url("/.alb/public-keys/" + id)).body();
        byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
    }
}
