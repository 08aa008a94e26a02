package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites on Node that keep one pending login a browser, so that the second tab kills the first one's. */
@Tag("sites")
class NodeClientsTest {

    /** Section 7, test 1. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenNobodyWaits_whenAPageIsOpened_thenTheVisitorIsInside(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            gatehouse.letIn("shop", 1);

            var page = site.opens(gatehouse.browser(), "/deep/link");

            assertInside(page);
            assertThat(page.body()).contains("/deep/link");
        }
    }

    /** Section 7, test 2. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenALine_whenTheTurnComesSoon_thenTheVisitorIsOnThePageTheyWanted(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var browser = gatehouse.browser();
            var waiting = site.opens(browser, "/deep/link");
            gatehouse.letIn("shop", 1);

            var page = continues(site, browser, waiting);

            assertInside(page);
            assertThat(page.body()).contains("/deep/link");
        }
    }

    /** Section 7, test 15. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenTwoTabsInLine_whenTheTurnComes_thenBothEndInsideTheSite(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var browser = gatehouse.browser();
            var older = site.opens(browser, "/older");
            var newer = site.opens(browser, "/newer");
            gatehouse.letIn("shop", 1);

            var first = continues(site, browser, older);
            var second = continues(site, browser, newer);

            assertInside(first);
            assertInside(second);
        }
    }

    /** Section 7, tests 4 and 15: shows that the test above bites. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenTwoTabsInLine_whenTheOlderOneIsAnsweredAsItStands_thenTheSiteRefusesIt(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, false);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var browser = gatehouse.browser();
            var older = site.opens(browser, "/older");
            site.opens(browser, "/newer");
            gatehouse.letIn("shop", 1);

            var refused = continues(site, browser, older);

            assertThat(refused.status()).as(refused.body()).isGreaterThanOrEqualTo(400);
        }
    }

    /** Section 7, test 3: a wait longer than the site's patience, which is none at all here. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenALoginThatHasGrownOld_whenTheTurnComes_thenAFreshOneEndsInsideTheSite(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true, "gatehouse.sites.shop.fresh-limit=0s");
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var browser = gatehouse.browser();
            var waiting = site.opens(browser, "/page");
            gatehouse.letIn("shop", 1);

            assertInside(continues(site, browser, waiting));
        }
    }

    /** Section 7, test 17: what express-openid-connect asks for unless it is told otherwise, refused before any wait. */
    @Test
    void givenExpressAsShipped_whenItAsksForAnIdTokenByForm_thenItIsToldThatThisIsNotSupported() {
        var address = NodeSite.freeAddress();
        var asShipped = Map.of("RESPONSE_TYPE", "id_token");
        try (var gatehouse = start(address, true);
                var site = NodeSite.start("express-openid-connect.mjs", address, gatehouse, asShipped)) {
            var browser = gatehouse.browser();

            var form = site.opens(browser, "/page");

            assertThat(form.url()).contains("response_type=id_token", "response_mode=form_post");
            assertThat(form.body())
                    .contains(address + "/callback", "value=\"unsupported_response_type\"")
                    .contains("response_type must be code");
            assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
            var told = Map.of("error", "unsupported_response_type", "state", form.parameter("state"));
            var page = browser.posts(site.at("/callback"), told);
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.body()).contains("unsupported_response_type");
        }
    }

    /** The library sends its own base address, without a slash: exactly that must be registered. */
    @Test
    void givenAVisitorInsideExpress_whenTheyLogOut_thenTheSiteForgetsThemAndTheirSlotIsFree() {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true, "gatehouse.sites.shop.post-logout-redirect-uris=" + address);
                var site = NodeSite.start("express-openid-connect.mjs", address, gatehouse, Map.of())) {
            var browser = gatehouse.browser();
            gatehouse.letIn("shop", 1);
            assertInside(site.opens(browser, "/page"));
            assertThat(gatehouse.room("shop").snapshot().slots()).isOne();

            var toGatehouse = browser.gets(site.at("/logout")).header("location");
            var bye = browser.opens(toGatehouse);

            assertThat(toGatehouse).startsWith(gatehouse.issuer() + "/logout?");
            assertThat(bye.url()).isEqualTo(address);
            assertThat(gatehouse.room("shop").snapshot().slots()).isZero();
            assertThat(site.opens(browser, "/page").url()).contains("/rooms/shop/wait?");
        }
    }

    private static RunningGatehouse start(String address, boolean reentry, String... more) {
        var settings = new java.util.ArrayList<>(java.util.List.of(
                "gatehouse.sites.shop.redirect-uris=" + address + "/callback",
                "gatehouse.sites.shop.entry=" + address + "/",
                "gatehouse.sites.shop.reentry=" + reentry));
        settings.addAll(java.util.List.of(more));
        return RunningGatehouse.start(settings.toArray(String[]::new));
    }

    private static Browser.Page continues(NodeSite site, Browser browser, Browser.Page waiting) {
        var request = Map.of("request", waiting.parameter("request"));
        return site.follows(browser, browser.submits("/rooms/shop/continue", request));
    }

    private static void assertInside(Browser.Page page) {
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        assertThat(page.body()).contains("\"page\":", "\"sub\":");
    }
}
