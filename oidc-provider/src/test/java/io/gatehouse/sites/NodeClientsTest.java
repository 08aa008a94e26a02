package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.htmlunit.Page;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites on Node that keep one pending login a browser, so that the second tab kills the first one's. */
@Tag("sites")
class NodeClientsTest {

    private static final Duration LONGER_THAN_THE_FRESH_LIMIT = Duration.ofMinutes(11);

    /** Longer than a login takes on a busy machine; a test waits for its end. */
    private static final Duration VISIT = Duration.ofSeconds(10);

    private final List<WebVisitor> visitors = new ArrayList<>();

    @AfterEach
    void closeBrowsers() {
        visitors.forEach(WebVisitor::close);
    }

    /** Section 7, test 1. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenNobodyWaits_whenAPageIsOpened_thenTheVisitorIsInside(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var visitor = visitor(gatehouse);
            gatehouse.letIn("shop", 1);

            var page = visitor.opens(site.at("/deep/link"));

            assertInside(page, "/deep/link");
            assertThat(visitor.logins()).isEqualTo(1);
            assertThat(visitor.pagesOfGatehouse()).isZero();
        }
    }

    /** Section 7, test 2. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenALine_whenTheTurnComesSoon_thenTheVisitorIsOnThePageTheyWanted(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var visitor = visitor(gatehouse);
            var waiting = visitor.opens(site.at("/deep/link"));
            gatehouse.letIn("shop", 1);

            var page = visitor.continues(waiting);

            assertInside(page, "/deep/link");
            assertThat(visitor.logins()).isEqualTo(1);
        }
    }

    /** Section 7, test 15. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenTwoTabsInLine_whenTheTurnComes_thenBothEndInsideTheSite(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var visitor = visitor(gatehouse);
            var older = visitor.opens(site.at("/older"));
            var newer = visitor.opens(site.at("/newer"));
            gatehouse.letIn("shop", 1);

            var first = visitor.continues(older);
            var second = visitor.continues(newer);

            assertInside(first);
            assertInside(second);
        }
    }

    /** Section 7, tests 4 and 15: shows that the test above bites. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenTwoTabsInLineAndNoReentry_whenTheOlderOneGoesOn_thenItsLoginIsNotAnswered(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, false);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var visitor = visitor(gatehouse);
            var older = visitor.opens(site.at("/older"));
            visitor.opens(site.at("/newer"));
            gatehouse.letIn("shop", 1);

            var page = visitor.continues(older);

            assertThat(WebVisitor.text(page)).contains("You are in");
        }
    }

    /** Section 7, test 3: the site has forgotten the visitor, and with them the login that it had begun. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenALoginThatHasGrownOld_whenTheTurnComes_thenAFreshOneEndsInsideTheSite(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, true);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var visitor = visitor(gatehouse);

            var page = waitsUntilTheSiteForgets(gatehouse, site, visitor);

            assertInside(page, "/");
            assertThat(visitor.logins()).isEqualTo(2);
            assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
        }
    }

    /** Section 7, test 4: what becomes of the same visitor without re-entry. */
    @ParameterizedTest
    @ValueSource(strings = {"express-openid-connect", "passport-openidconnect"})
    void givenALoginThatHasGrownOld_whenItIsAnsweredAllTheSame_thenTheSiteRefusesIt(String library) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(address, false);
                var site = NodeSite.start(library + ".mjs", address, gatehouse, Map.of())) {
            var visitor = visitor(gatehouse);

            waitsUntilTheSiteForgets(gatehouse, site, visitor);

            assertRefused(visitor);
        }
    }

    /** The configuration that we print, as it stands. */
    @ParameterizedTest
    @CsvSource({
        "express-openid-connect, Express, /, /",
        "passport-openidconnect, Express with Passport, /login, /deep/link?of=1"
    })
    void givenTheSetupThatWePrint_whenTheVisitorHasWaited_thenTheyAreInTheSite(
            String preset, String heading, String entry, String afterReentry) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = RunningGatehouse.start(
                        "gatehouse.sites.shop.preset=" + preset,
                        "gatehouse.sites.shop.redirect-uris=" + address + "/callback",
                        "gatehouse.sites.shop.entry=" + address + entry);
                var site = NodeSite.start("printed.cjs", address, gatehouse, printed(gatehouse, heading))) {
            var soon = visitor(gatehouse);
            var late = visitor(gatehouse);
            var atOnce = soon.opens(site.at("/deep/link?of=1"));
            var waiting = late.opens(site.at("/deep/link?of=1"));
            gatehouse.letIn("shop", 1);
            assertInside(soon.continues(atOnce), "/deep/link?of=1");
            gatehouse.pass(LONGER_THAN_THE_FRESH_LIMIT);
            gatehouse.letIn("shop", 1);

            assertInside(late.continues(waiting), afterReentry);
            assertThat(soon.logins()).isEqualTo(1);
            assertThat(late.logins()).isEqualTo(2);
        }
    }

    private static Map<String, String> printed(RunningGatehouse gatehouse, String heading) {
        return Map.of(
                "PRINTED",
                Printed.configuration(gatehouse, "shop", heading),
                "SHOP_SECRET",
                RunningGatehouse.SECRET,
                "SESSION_SECRET",
                "a secret for the cookies of this site alone");
    }

    /**
     * Section 7, test 17: what express-openid-connect asks for unless it is told otherwise, refused before
     * any wait.
     */
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

    /** As printed: the library sends the page that is open to all, and exactly that must be registered. */
    @Test
    void givenAVisitorInsideExpress_whenTheyLogOut_thenTheSiteForgetsThemAndTheirSlotIsFree() {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(
                        address,
                        true,
                        "gatehouse.sites.shop.preset=express-openid-connect",
                        "gatehouse.sites.shop.backchannel-logout-uri=" + address + "/backchannel-logout",
                        "gatehouse.sites.shop.post-logout-redirect-uris=" + address + "/goodbye");
                var site = NodeSite.start("printed.cjs", address, gatehouse, printed(gatehouse, "Express"))) {
            var browser = gatehouse.browser();
            gatehouse.letIn("shop", 1);
            assertThat(site.opens(browser, "/page").body()).contains("\"sub\":");
            assertThat(gatehouse.room("shop").snapshot().slots()).isOne();

            var toGatehouse = browser.gets(site.at("/logout")).header("location");
            var bye = browser.opens(toGatehouse);

            assertThat(toGatehouse).startsWith(gatehouse.issuer() + "/logout?");
            assertThat(bye.url()).isEqualTo(address + "/goodbye");
            assertThat(site.opens(browser, "/goodbye").body()).isEqualTo("Goodbye.");
            assertThat(gatehouse.room("shop").snapshot().slots()).isZero();
            assertThat(site.opens(browser, "/page").url()).contains("/rooms/shop/wait?");
        }
    }

    /** The one that Gatehouse's own page ends: the site hears of it by the back channel alone. */
    @Test
    void givenAVisitorInsideExpress_whenTheyLogOutHere_thenTheSiteForgetsThemAndTheirSlotIsFree() {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(
                        address,
                        true,
                        "gatehouse.sites.shop.preset=express-openid-connect",
                        "gatehouse.sites.shop.backchannel-logout-uri=" + address + "/backchannel-logout");
                var site = NodeSite.start("printed.cjs", address, gatehouse, printed(gatehouse, "Express"))) {
            var visitor = visitor(gatehouse);
            gatehouse.letIn("shop", 1);
            assertInside(visitor.opens(site.at("/page")));

            visitor.confirms(visitor.opens(gatehouse.issuer() + "/logout"));

            assertThat(gatehouse.room("shop").snapshot().slots()).isZero();
            assertThat(visitor.waits(visitor.opens(site.at("/page")))).isTrue();
        }
    }

    /** The printed sessions last an hour, and longer with each request; the visit lasts for seconds. */
    @ParameterizedTest
    @CsvSource({"express-openid-connect, Express", "passport-openidconnect, Express with Passport"})
    void givenTheSetupThatWePrint_whenTheVisitorGoesOnUntilTheVisitEnds_thenTheSessionEnds(
            String preset, String heading) {
        var address = NodeSite.freeAddress();
        try (var gatehouse = start(
                        address,
                        true,
                        "gatehouse.sites.shop.preset=" + preset,
                        "gatehouse.rooms.shop.admission-ttl=" + VISIT.toSeconds() + "s");
                var site = NodeSite.start("printed.cjs", address, gatehouse, printed(gatehouse, heading))) {
            var visitor = visitor(gatehouse);
            gatehouse.letIn("shop", 1);
            assertInside(visitor.opens(site.at("/page")));
            assertInside(visitor.opens(site.at("/page")));

            await("the end of the visit")
                    .atMost(VISIT.plusMinutes(1))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> visitor.waits(visitor.opens(site.at("/page"))));
        }
    }

    private static RunningGatehouse start(String address, boolean reentry, String... more) {
        var settings = new ArrayList<>(List.of(
                "gatehouse.sites.shop.redirect-uris=" + address + "/callback",
                "gatehouse.sites.shop.entry=" + address + "/",
                "gatehouse.sites.shop.reentry=" + reentry));
        settings.addAll(List.of(more));
        return RunningGatehouse.start(settings.toArray(String[]::new));
    }

    private WebVisitor visitor(RunningGatehouse gatehouse) {
        var visitor = new WebVisitor(gatehouse.issuer());
        visitors.add(visitor);
        return visitor;
    }

    /** Begins to wait, and goes on when the site's cookies have run out. */
    private static Page waitsUntilTheSiteForgets(RunningGatehouse gatehouse, NodeSite site, WebVisitor visitor) {
        var waiting = visitor.opens(site.at("/page"));
        gatehouse.pass(LONGER_THAN_THE_FRESH_LIMIT);
        visitor.losesCookiesOf(site.at("/"));
        gatehouse.letIn("shop", 1);
        return visitor.continues(waiting);
    }

    /** It has been answered, and the answer came too late. */
    private static void assertRefused(WebVisitor visitor) {
        assertThat(visitor.last().url()).contains("/callback?");
        assertThat(visitor.last().status()).isBetween(400, 499);
    }

    private static void assertInside(Page page, String path) {
        assertInside(page);
        assertThat(WebVisitor.text(page)).contains("\"page\":\"" + path + "\"");
    }

    private static void assertInside(Page page) {
        assertThat(WebVisitor.text(page)).as(page.getUrl().toString()).contains("\"page\":", "\"sub\":");
    }
}
