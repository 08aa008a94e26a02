package io.gatehouse.albexample.alb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the stand-in says to a request without a session (facts/relying-parties.md, 6.1). */
@Tag("acceptance")
class LoginTest {

    private Bench bench = new Bench();

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void givenNoSession_whenAPageIsOpened_thenTheAuthorizeRequestIsAnAlbs() {
        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        String host = bench.host().replace(":", "%3A");
        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Server")).contains("awselb/2.0");
        assertThat(PlainBrowser.location(answer))
                .matches("\\Q" + bench.provider.issuer() + "/authorize?client_id=shop&redirect_uri=http%3A%2F%2F" + host
                        + "%2Foauth2%2Fidpresponse&response_type=code&scope=openid&state=\\E[A-Za-z0-9%]+");
    }

    @Test
    void givenNoSession_whenAPageIsOpened_thenTheNonceCookieIsSet() {
        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        assertThat(PlainBrowser.setCookies(answer))
                .singleElement()
                .asString()
                .matches("AWSALBAuthNonce=[A-Za-z0-9]{16}; Path=/; HttpOnly");
    }

    @Test
    void X() {
        reopened(options -> options.quirks(Options.Quirks.OF_AWS), config -> config);

        HttpResponse<String> redirect = bench.browser.get(bench.url("/"));
        HttpResponse<String> welcome = bench.callback(Bench.stateOf(redirect), "code=c0de");

        assertThat(PlainBrowser.setCookies(redirect).get(0)).endsWith("; Path=/; Secure; HttpOnly");
        assertThat(PlainBrowser.setCookies(welcome).get(0)).endsWith("; Path=/; Secure; HttpOnly");
    }

    @Test
    void givenManyLogins_whenTheirStatesAreLookedAt_thenSomeHoldPlusSlashAndPadding() {
        boolean found = false;
        for (int n = 0; n < 500 && !found; n++) {
            String state = bench.beginLogin("/" + "x".repeat(n % 3));
            found = state.contains("+") && state.contains("/") && state.endsWith("=");
            if (found) {
                assertThat(bench.callback(state, "code=c0de").statusCode()).isEqualTo(302);
            }
        }

        assertThat(found).isTrue();
    }

    @Test
    void givenExtraParamsAndAnEndpointWithAQuery_whenAPageIsOpened_thenBothAreKept() {
        reopened(options -> options, config -> config.authorizationEndpoint(
                        URI.create("https://op.example/authorize?p=1"))
                .scope("openid profile")
                .extraParam("prompt", "login")
                .extraParam("entry", "drop42"));

        HttpResponse<String> answer = bench.browser.get(bench.url("/"));

        assertThat(PlainBrowser.location(answer))
                .startsWith("https://op.example/authorize?p=1&client_id=shop&")
                .contains("&scope=openid%20profile&state=")
                .endsWith("&prompt=login&entry=drop42");
    }

    @Test
    void givenNoSession_whenAFormIsPosted_thenTheBrowserIsRedirectedAllTheSame() {
        HttpResponse<String> answer =
                bench.browser.send("POST", bench.url("/checkout"), BodyPublishers.ofString("lamp=1"));

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(bench.target.seen).isEmpty();
    }

    @Test
    void givenAnotherHostHeader_whenAPageIsOpened_thenItStandsInTheRedirectUri() throws IOException {
        String answer = raw("GET / HTTP/1.1\r\nHost: Evil.example:81\r\nConnection: close\r\n\r\n");

        assertThat(answer)
                .startsWith("HTTP/1.1 302")
                .contains("redirect_uri=http%3A%2F%2FEvil.example%3A81%2Foauth2%2Fidpresponse&");
    }

    @Test
    void givenAnotherHost_whenTheBrowserComesBackThere_thenTheCallbackAnswers() throws IOException {
        String answer = raw("GET /oauth2/idpresponse HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 401");
    }

    @Test
    void givenHttp10WithoutHost_whenAPageIsOpened_thenItIsRefused() throws Exception {
        String answer = raw("GET /no-host HTTP/1.0\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 401").contains("Server: awselb/2.0");
        assertThat(bench.reasonOf("/no-host")).isEqualTo("AuthMissingHostHeader");
    }

    @Test
    void givenDeny_whenThereIsNoSession_thenTheAnswerIs401() {
        HttpResponse<String> answer = bench.browser.get(bench.url("/api/stock"));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(PlainBrowser.setCookies(answer)).isEmpty();
    }

    @Test
    void givenDeny_whenTheSessionHasEnded_thenTheBrowserIsRedirected() {
        reopened(options -> options, config -> config.sessionTimeout(Duration.ofSeconds(60)));
        bench.logIn("/");
        bench.clock.advance(Duration.ofSeconds(61));

        HttpResponse<String> answer = bench.browser.get(bench.url("/api/stock"));

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(PlainBrowser.location(answer)).contains("/authorize?client_id=shop");
    }

    @Test
    void givenAllow_whenThereIsNoSession_thenTheTargetGetsTheRequestWithoutHeaders() {
        reopened(options -> options, config -> config.onUnauthenticatedRequest(OnUnauthenticatedRequest.ALLOW));

        HttpResponse<String> answer = bench.browser.get(bench.url("/"), "x-amzn-oidc-identity", "forged");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(bench.target.last().header("x-amzn-oidc-identity")).isEmpty();
    }

    private void reopened(UnaryOperator<Options> options, UnaryOperator<AuthenticateOidcConfig.Builder> config) {
        bench.close();
        bench = new Bench(options, config);
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("localhost", bench.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
