package io.gatehouse.sites;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.oidc.token.DpopProof;
import io.gatehouse.testing.OwnCertificate;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** nginx speaks TLS before Gatehouse, set up as docs/operate/run.md says. */
@Tag("sites")
class TlsProxyTest {

    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void givenATlsProxy_whenAClientSendsADpopProofForTheIssuer_thenItGetsItsBearerToken(@TempDir Path folder)
            throws Exception {
        var own = OwnCertificate.in(folder);
        var spot = Nginx.Spot.free();
        var issuer = spot.at("").replace("http:", "https:");
        try (var gatehouse = RunningGatehouse.start(
                        "gatehouse.issuer=" + issuer,
                        "gatehouse.trusted-proxies=1",
                        "gatehouse.api-clients.nightly.secret=" + SECRET,
                        "gatehouse.api-clients.nightly.scopes=rooms.read");
                var nginx = Nginx.start(spot, documented(spot, gatehouse.issuer(), own))) {
            var client = HttpClient.newBuilder().sslContext(own.trusted()).build();
            var now = gatehouse.clock().instant();

            for (var proof : List.of(DpopProof.of(issuer + "/token", now), "rubbish")) {
                var request = Login.posting(
                        issuer + "/token", Login.basic("nightly", SECRET), "grant_type=client_credentials");
                var answer = Login.send(client, request.header("DPoP", proof));

                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                assertThat(answer.text("token_type")).isEqualTo("Bearer");
            }
            assertThat(nginx.handle().isAlive()).isTrue();
        }
    }

    @Test
    void givenATlsProxy_whenOpenidClientPushesSignsAndBindsItsTokens_thenAllIsForTheIssuersAddress(@TempDir Path folder)
            throws Exception {
        var own = OwnCertificate.in(folder);
        var spot = Nginx.Spot.free();
        var issuer = spot.at("").replace("http:", "https:");
        var key = DpopProof.key();
        var address = NodeSite.freeAddress();
        var environment = Map.of(
                "ISSUER",
                issuer,
                "NODE_EXTRA_CA_CERTS",
                own.pem().toString(),
                "AUTH",
                "key",
                "KEY",
                key.toJSONString(),
                "CLIENT",
                "strict",
                "DPOP",
                "yes");
        try (var gatehouse = RunningGatehouse.with(
                                "gatehouse.issuer=" + issuer,
                                "gatehouse.trusted-proxies=1",
                                "gatehouse.rooms.shop.capacity=1000",
                                "gatehouse.sites.strict.room=shop",
                                "gatehouse.sites.strict.jwk="
                                        + key.toPublicJWK().toJSONString(),
                                "gatehouse.sites.strict.pushed-requests=required",
                                "gatehouse.sites.strict.dpop=required",
                                "gatehouse.sites.strict.refresh=true",
                                "gatehouse.sites.strict.redirect-uris=" + address + "/callback")
                        .starts();
                var nginx = Nginx.start(spot, documented(spot, gatehouse.issuer(), own));
                var site = NodeSite.start("openid-client.mjs", address, gatehouse, environment);
                var visitor = new WebVisitor(issuer).trustingAll()) {
            var inside = JSON.readTree(
                    visitor.opens(site.at("/login?push")).getWebResponse().getContentAsString());
            var refreshed = JSON.readTree(
                    visitor.opens(site.at("/refresh")).getWebResponse().getContentAsString());

            for (var answer : List.of(inside, refreshed)) {
                assertThat(answer.path("type").asString()).as(answer.toString()).isEqualToIgnoringCase("dpop");
                assertThat(answer.at("/userinfo/room").asString()).isEqualTo("shop");
            }
            assertThat(nginx.handle().isAlive()).isTrue();
        }
    }

    private static String documented(Nginx.Spot spot, String gatehouse, OwnCertificate own) throws Exception {
        return Nginx.block(Path.of("..", "docs", "operate", "run.md"))
                .replace("listen 443 ssl;", "listen 127.0.0.1:" + spot.port() + " ssl;")
                .replace("/etc/ssl/wait.example.com.pem", own.pem().toString())
                .replace("/etc/ssl/wait.example.com.key", own.pem().toString())
                .replace("127.0.0.1:8080", URI.create(gatehouse).getAuthority());
    }
}
