package io.gatehouse.albexample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.albexample.ProtectedShop;
import io.gatehouse.albexample.alb.Options;
import io.gatehouse.albexample.alb.PlainBrowser;
import io.gatehouse.albexample.alb.StubProvider;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.MutableClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The shop behind the load balancer: who sees what, and what it says about them. */
class ShopTest {

    private static final String CLAIMS =
            "{\"sub\":\"k7Qw2mZx90aB\",\"name\":\"Visitor <341>\",\"room\":\"shop\",\"position\":341,"
                    + "\"joined_at\":1795233600,\"admitted_at\":\"2026-11-21T04:10:00Z\",\"expires_at\":%d}";

    private final MutableClock clock = new MutableClock();
    private final PlainBrowser browser = new PlainBrowser();
    private final StubProvider provider;
    private final ProtectedShop shop;

    ShopTest() throws IOException {
        clock.stands();
        provider = new StubProvider(clock);
        provider.userinfoAnswer =
                CLAIMS.formatted(clock.instant().plusSeconds(3_570).getEpochSecond());
        shop = ProtectedShop.open(
                FreePorts.next(),
                new ProtectedShop.Registration(provider.issuer(), "shop", "s3cret"),
                Duration.ofHours(1),
                Options.defaults().clock(clock));
    }

    @AfterEach
    void close() {
        shop.close();
        provider.close();
    }

    @Test
    void givenAnAdmittedVisitor_whenTheyOpenTheShop_thenItSaysWhoTheyAreAndWhenTheirStayEnds() {
        logIn("/");

        String page = browser.get(url("/")).body();

        assertThat(page)
                .contains("<dd id=\"visitor\">k7Qw2mZx…</dd>")
                .contains("<dd>Visitor &lt;341&gt;</dd>")
                .contains("<dd id=\"position\">341</dd>")
                .contains("<time datetime=\"2026-11-21T04:00:00Z\">04:00:00 UTC</time>")
                .contains("<time datetime=\"2026-11-21T04:10:00Z\">")
                .contains("59 minutes left");
    }

    @Test
    void givenADeepLink_whenTheVisitorIsLetIn_thenTheySeeThatGood() {
        HttpResponse<String> welcome = logIn("/goods/lantern");

        HttpResponse<String> page = browser.get(PlainBrowser.location(welcome));

        assertThat(page.body()).contains("<h1>Storm lantern</h1>").contains("data-stock=\"lantern\"");
    }

    @Test
    void givenAnAdmittedVisitor_whenTheyBuy_thenThePageSaysSo() {
        logIn("/");

        HttpResponse<String> answer = browser.send("POST", url("/goods/lantern"), BodyPublishers.ofString(""));
        HttpResponse<String> page = browser.get(url(PlainBrowser.location(answer)));

        assertThat(page.body()).contains("Ordered.");
    }

    @Test
    void givenNoSession_whenTheApiIsAsked_thenTheAnswerIs401() {
        assertThat(browser.get(url("/api/stock")).statusCode()).isEqualTo(401);
    }

    @Test
    void givenASession_whenTheApiIsAsked_thenItAnswers() {
        logIn("/");

        HttpResponse<String> answer = browser.get(url("/api/stock"));

        assertThat(answer.body()).contains("\"lantern\":18");
    }

    @Test
    void givenNoSession_whenOpenPagesAreAsked_thenNobodyIsSentToWait() {
        assertThat(browser.get(url("/health")).statusCode()).isEqualTo(200);
        assertThat(browser.get(url("/shop.css")).statusCode()).isEqualTo(200);
        assertThat(browser.get(url("/favicon.ico")).statusCode()).isEqualTo(204);
        assertThat(browser.get(url("/goodbye")).body()).contains("Goodbye");
        assertThat(browser.cookies).isEmpty();
    }

    @Test
    void givenAVisitor_whenTheyLogOut_thenEveryShardExpiresAndTheRoomIsTold() {
        logIn("/");

        HttpResponse<String> answer = browser.get(url("/log-out"));

        String landing = url("/goodbye").replace(":", "%3A").replace("/", "%2F");
        assertThat(PlainBrowser.location(answer))
                .isEqualTo(provider.issuer() + "/logout?client_id=shop&post_logout_redirect_uri=" + landing);
        assertThat(PlainBrowser.setCookies(answer))
                .hasSize(4)
                .allMatch(cookie -> cookie.contains("=; Expires=Thu, 01 Jan 1970"));
        assertThat(browser.get(url("/")).statusCode()).isEqualTo(302);
    }

    @Test
    void givenSomebodyPastTheLoadBalancer_whenTheyForgeTheHeader_thenTheShopDoesNotBelieveIt() {
        Shop alone = Shop.onFreePort();
        alone.open(new ShopSettings(
                new ShopSettings.LoadBalancer(URI.create(url("/.alb/public-keys")), "arn:other"),
                URI.create("http://op/logout"),
                "shop",
                alone.address(),
                clock));

        HttpResponse<String> none = browser.get(alone.address() + "/");
        HttpResponse<String> forged = browser.get(alone.address() + "/", "x-amzn-oidc-data", "e30=.e30=.AAAA");
        alone.close();

        assertThat(none.statusCode()).isEqualTo(403);
        assertThat(forged.statusCode()).isEqualTo(403);
    }

    private HttpResponse<String> logIn(String path) {
        String authorize = PlainBrowser.location(browser.get(url(path)));
        String state = authorize.substring(authorize.indexOf("state=") + "state=".length());
        return browser.get(url("/oauth2/idpresponse?code=c0de&state=" + state));
    }

    private String url(String path) {
        return shop.address() + path;
    }
}
