package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.util.WebConnectionWrapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Spring Security's OAuth2 client behind a waiting room: one login a session, a deep link, a session that runs out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SpringClientContract {

    private static final Duration SESSION = Duration.ofSeconds(2);
    private static final Duration LONGER_THAN_THE_FRESH_LIMIT = Duration.ofSeconds(3); // Spring bears 60 between clocks

    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final List<String> requests = new ArrayList<>();
    private RunningGatehouse gatehouse;
    private AutoCloseable sites;
    private WebClient browser;

    /** Starts sites with these arguments each, and ends them when it is closed. */
    abstract AutoCloseable starts(List<List<String>> sites) throws Exception;

    @BeforeAll
    void start() throws Exception {
        var settings = new ArrayList<String>();
        for (var name : List.of("spring", "stubborn", "hasty", "hasty-stubborn")) {
            ports.put(name, RunningGatehouse.freePort());
            settings.addAll(settings(name));
        }
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        sites = starts(ports.entrySet().stream()
                .map(site -> SpringSite.arguments(
                        gatehouse,
                        site.getKey(),
                        site.getValue(),
                        site.getKey().startsWith("hasty") ? SESSION.toSeconds() + "s" : "30m"))
                .toList());
    }

    @AfterAll
    void stop() throws Exception {
        sites.close();
        gatehouse.close();
    }

    @BeforeEach
    void emptyTheLine() {
        var shop = gatehouse.room("shop");
        shop.open(shop.snapshot().opening());
        requests.clear();
        browser = browser();
    }

    @AfterEach
    void closeBrowser() {
        browser.close();
    }

    /** Section 7, test 1. */
    @Test
    void givenNobodyWaits_whenAVisitorOpensAPage_thenTheyAreInWithoutSeeingUs() throws IOException {
        gatehouse.letIn("shop", 1);

        var page = browser.getPage(page("spring", "/deep/link"));

        assertThat(text(page)).startsWith("/deep/link for ");
        var ours = requests.stream()
                .filter(url -> url.startsWith(gatehouse.issuer()))
                .toList();
        assertThat(ours).filteredOn(url -> !url.contains("/authorize?")).allMatch(url -> url.contains("/enter"));
        assertThat(requests)
                .filteredOn(url -> url.startsWith(page("spring", "/oauth2/authorization")))
                .hasSize(1);
    }

    /** Section 7, test 2. */
    @Test
    void givenALine_whenTheVisitorHasWaited_thenTheyLandOnThePageTheyWanted() throws IOException {
        var wait = opens("spring", "/deep/link");
        gatehouse.letIn("shop", 1);

        var page = continues(wait);

        assertThat(wait.getUrl().getPath()).isEqualTo("/rooms/shop/wait");
        assertThat(text(page)).startsWith("/deep/link for ");
        assertThat(text(browser.getPage(page("spring", "/other")))).startsWith("/other for ");
    }

    /** Section 7, test 3: the site has forgotten the visitor, and with them the page that they wanted. */
    @Test
    void givenASessionThatRanOut_whenTheTurnComes_thenTheVisitorIsInTheSite() throws IOException {
        var wait = opens("hasty", "/deep/link");
        outlastsTheSession();
        gatehouse.letIn("shop", 1);

        var page = continues(wait);

        assertThat(text(page)).startsWith("/ for ");
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** Section 7, test 4. */
    @Test
    void givenReentryIsOff_whenTheSessionRanOut_thenTheVisitorEndsOnSpringsError() throws IOException {
        var wait = opens("hasty-stubborn", "/deep/link");
        outlastsTheSession();
        gatehouse.letIn("shop", 1);

        assertThat(continues(wait).getUrl().toString()).endsWith("/login?error");
    }

    /** Section 7, test 14. */
    @Test
    void givenTwoTabs_whenTheOlderOneGoesOn_thenBothEndInsideAndNoneOnAnError() throws IOException {
        var older = opens("spring", "/first");
        var newer = opens("spring", "/second");
        gatehouse.letIn("shop", 1);

        var first = continues(older);
        var second = continues(newer);

        assertThat(text(first)).startsWith("/second for ");
        assertThat(second.getUrl().toString()).startsWith(page("spring", "/")).doesNotContain("error");
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** The control: what happens to the same visitor without us. */
    @Test
    void givenReentryIsOff_whenTheOlderTabGoesOn_thenItEndsOnSpringsError() throws IOException {
        var older = opens("stubborn", "/first");
        opens("stubborn", "/second");
        gatehouse.letIn("shop", 1);

        assertThat(continues(older).getUrl().toString()).endsWith("/login?error");
    }

    @Test
    void givenAWaitBeyondTheSitesPatience_whenTheTurnComes_thenTheVisitorLandsOnThePageTheyWanted() throws IOException {
        var wait = opens("spring", "/deep/link");
        gatehouse.pass(LONGER_THAN_THE_FRESH_LIMIT);
        gatehouse.letIn("shop", 1);

        var page = continues(wait);

        assertThat(text(page)).startsWith("/deep/link for ");
    }

    private List<String> settings(String name) {
        var prefix = "gatehouse.sites." + name;
        return List.of(
                prefix + ".room=shop",
                prefix + ".preset=spring",
                prefix + ".secret=" + RunningGatehouse.SECRET,
                prefix + ".fresh-limit=2s",
                prefix + ".reentry=" + !name.endsWith("stubborn"),
                prefix + ".redirect-uris=" + page(name, "/login/oauth2/code/gatehouse"),
                prefix + ".entry=" + page(name, "/oauth2/authorization/gatehouse"));
    }

    /** One of a site's pages, which all need a login. */
    private String page(String site, String path) {
        return SpringSite.address(ports.getOrDefault(site, 0)) + path;
    }

    private WebClient browser() {
        var client = new WebClient();
        client.getOptions().setJavaScriptEnabled(false);
        client.getOptions().setCssEnabled(false);
        client.setRefreshHandler((page, url, seconds) -> {}); // the tests say when
        client.setWebConnection(new WebConnectionWrapper(client) {
            @Override
            public WebResponse getResponse(WebRequest request) throws IOException {
                requests.add(request.getUrl().toString());
                return super.getResponse(request);
            }
        });
        return client;
    }

    /** The site's clock is the machine's. */
    private void outlastsTheSession() {
        await().pollDelay(SESSION.plusSeconds(1)).until(() -> true);
        gatehouse.pass(LONGER_THAN_THE_FRESH_LIMIT);
    }

    private HtmlPage opens(String site, String path) throws IOException {
        return browser.getPage(page(site, path));
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
