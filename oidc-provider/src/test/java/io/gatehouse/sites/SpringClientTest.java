package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Spring Security's OAuth2 client behind a waiting room: one login a session, a deep link, half an hour of patience. */
class SpringClientTest {

    private static RunningGatehouse gatehouse;
    private static SpringSite site;
    private static SpringSite stubborn;

    private final WebClient browser = browser();

    @BeforeAll
    static void start() {
        var port = RunningGatehouse.freePort();
        var other = RunningGatehouse.freePort();
        var settings = new ArrayList<>(settings("spring", port));
        settings.addAll(settings("stubborn", other));
        settings.add("gatehouse.sites.stubborn.reentry=false");
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        site = SpringSite.start(gatehouse, "spring", port);
        stubborn = SpringSite.start(gatehouse, "stubborn", other);
    }

    @AfterAll
    static void stop() {
        site.close();
        stubborn.close();
        gatehouse.close();
    }

    @BeforeEach
    void emptyTheLine() {
        var shop = gatehouse.room("shop");
        shop.open(shop.snapshot().opening());
    }

    @AfterEach
    void closeBrowser() {
        browser.close();
    }

    @Test
    void givenNobodyWaits_whenAVisitorOpensAPage_thenTheyAreInWithoutSeeingUs() throws IOException {
        gatehouse.letIn("shop", 1);

        var page = browser.getPage(site.page("/deep/link"));

        assertThat(text(page)).startsWith("/deep/link for ");
    }

    @Test
    void givenALine_whenTheVisitorHasWaited_thenTheyLandOnThePageTheyWanted() throws IOException {
        var wait = opens(site, "/deep/link");
        gatehouse.letIn("shop", 1);

        var page = continues(wait);

        assertThat(wait.getUrl().getPath()).isEqualTo("/rooms/shop/wait");
        assertThat(text(page)).startsWith("/deep/link for ");
        assertThat(text(browser.getPage(site.page("/other")))).startsWith("/other for ");
    }

    @Test
    void givenTwoTabs_whenTheOlderOneGoesOn_thenBothEndInsideAndNoneOnAnError() throws IOException {
        var older = opens(site, "/first");
        var newer = opens(site, "/second");
        gatehouse.letIn("shop", 1);

        var first = continues(older);
        var second = continues(newer);

        assertThat(text(first)).startsWith("/second for ");
        assertThat(second.getUrl().toString()).startsWith(site.page("/")).doesNotContain("error");
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** The control: what happens to the same visitor without us. */
    @Test
    void givenReentryIsOff_whenTheOlderTabGoesOn_thenItEndsOnSpringsError() throws IOException {
        var older = opens(stubborn, "/first");
        opens(stubborn, "/second");
        gatehouse.letIn("shop", 1);

        assertThat(continues(older).getUrl().toString()).endsWith("/login?error");
    }

    @Test
    void givenAWaitBeyondTheSitesPatience_whenTheTurnComes_thenTheVisitorLandsOnThePageTheyWanted() throws IOException {
        var wait = opens(site, "/deep/link");
        gatehouse.pass(Duration.ofSeconds(11)); // no more: Spring bears a minute between clocks
        gatehouse.letIn("shop", 1);

        var page = continues(wait);

        assertThat(text(page)).startsWith("/deep/link for ");
    }

    private static List<String> settings(String name, int port) {
        var prefix = "gatehouse.sites." + name;
        var address = SpringSite.address(port);
        return List.of(
                prefix + ".room=shop",
                prefix + ".preset=spring",
                prefix + ".secret=" + RunningGatehouse.SECRET,
                prefix + ".fresh-limit=10s",
                prefix + ".redirect-uris=" + address + "/login/oauth2/code/gatehouse",
                prefix + ".entry=" + address + "/oauth2/authorization/gatehouse");
    }

    private static WebClient browser() {
        var browser = new WebClient();
        browser.getOptions().setJavaScriptEnabled(false);
        browser.getOptions().setCssEnabled(false);
        browser.setRefreshHandler((page, url, seconds) -> {}); // the tests say when
        return browser;
    }

    private HtmlPage opens(SpringSite at, String path) throws IOException {
        return browser.getPage(at.page(path));
    }

    /** Looks at the waiting page again and presses <em>Continue</em>. */
    private Page continues(HtmlPage wait) throws IOException {
        HtmlPage page = browser.getPage(wait.getUrl());
        return page.getHtmlElementById("continue")
                .getElementsByTagName("button")
                .get(0)
                .click();
    }

    private static String text(Page page) {
        return page.getWebResponse().getContentAsString();
    }
}
