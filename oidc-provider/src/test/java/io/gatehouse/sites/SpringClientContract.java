package io.gatehouse.sites;

import static io.gatehouse.sites.WebVisitor.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.htmlunit.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Spring Security's OAuth2 client behind a waiting room: one login a session, a deep link, a session that runs out. The
 * fresh limit goes by Gatehouse's clock, which stands during a test, however long that takes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SpringClientContract {

    private static final Duration LONGER_THAN_THE_FRESH_LIMIT = Duration.ofSeconds(3); // Spring bears 60 between clocks

    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private RunningGatehouse gatehouse;
    private AutoCloseable sites;
    private WebVisitor visitor;

    /** Starts sites with these arguments each, and ends them when it is closed. */
    abstract AutoCloseable starts(List<List<String>> sites) throws Exception;

    @BeforeAll
    void start() throws Exception {
        var settings = new ArrayList<String>();
        for (var name : List.of("spring", "stubborn")) {
            ports.put(name, FreePorts.next());
            settings.addAll(settings(name));
        }
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        sites = starts(ports.entrySet().stream()
                .map(site -> SpringSite.arguments(gatehouse, site.getKey(), site.getValue()))
                .toList());
    }

    @AfterAll
    void stop() throws Exception {
        sites.close();
        gatehouse.close();
    }

    @BeforeEach
    void begin() {
        gatehouse.clock().goesOn();
        gatehouse.clock().stands();
        gatehouse.reopens("shop");
        visitor = new WebVisitor(gatehouse.issuer());
    }

    @AfterEach
    void closeBrowser() {
        visitor.close();
    }

    /** Section 7, test 1. */
    @Test
    void givenNobodyWaits_whenAVisitorOpensAPage_thenTheyAreInWithoutSeeingUs() {
        gatehouse.letIn("shop", 1);

        var page = opens("spring", "/deep/link");

        assertThat(text(page)).startsWith("/deep/link for ");
        assertThat(visitor.logins()).isEqualTo(1);
        assertThat(visitor.pagesOfGatehouse()).isZero();
    }

    /** Section 7, test 2. */
    @Test
    void givenALine_whenTheVisitorHasWaited_thenTheyLandOnThePageTheyWanted() {
        var wait = opens("spring", "/deep/link");
        gatehouse.letIn("shop", 1);

        var page = visitor.continues(wait);

        assertThat(wait.getUrl().getPath()).isEqualTo("/rooms/shop/wait");
        assertThat(text(page)).startsWith("/deep/link for ");
        assertThat(visitor.logins()).isEqualTo(1);
        assertThat(text(opens("spring", "/other"))).startsWith("/other for ");
    }

    /** Section 7, test 3: the site has forgotten the visitor, and with them the page that they wanted. */
    @Test
    void givenASessionThatRanOut_whenTheTurnComes_thenTheVisitorIsInTheSite() {
        var wait = opens("spring", "/deep/link");
        outlastsTheSession("spring");

        var page = visitor.continues(wait);

        assertThat(text(page)).startsWith("/ for ");
        assertThat(visitor.logins()).isEqualTo(2);
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** Section 7, test 4. */
    @Test
    void givenReentryIsOff_whenTheSessionRanOut_thenTheVisitorEndsOnSpringsError() {
        var wait = opens("stubborn", "/deep/link");
        outlastsTheSession("stubborn");

        assertThat(visitor.continues(wait).getUrl().toString()).endsWith("/login?error");
        assertThat(visitor.logins()).isEqualTo(1);
    }

    /** Section 7, test 14. */
    @Test
    void givenTwoTabs_whenTheOlderOneGoesOn_thenBothEndInsideAndNoneOnAnError() {
        var older = opens("spring", "/first");
        var newer = opens("spring", "/second");
        gatehouse.letIn("shop", 1);

        var first = visitor.continues(older);
        var second = visitor.continues(newer);

        assertThat(text(first)).startsWith("/second for ");
        assertThat(second.getUrl().toString()).startsWith(page("spring", "/")).doesNotContain("error");
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** The control: what happens to the same visitor without us. */
    @Test
    void givenReentryIsOff_whenTheOlderTabGoesOn_thenItsLoginIsNotAnswered() {
        var older = opens("stubborn", "/first");
        opens("stubborn", "/second");
        gatehouse.letIn("shop", 1);

        assertThat(WebVisitor.text(visitor.continues(older))).contains("You are in");
    }

    /** Section 7, test 3: the entry begins a login anew, and Spring still knows which page it was for. */
    @Test
    void givenAWaitBeyondTheSitesPatience_whenTheTurnComes_thenTheVisitorLandsOnThePageTheyWanted() {
        var wait = opens("spring", "/deep/link");
        gatehouse.pass(LONGER_THAN_THE_FRESH_LIMIT);
        gatehouse.letIn("shop", 1);

        var page = visitor.continues(wait);

        assertThat(text(page)).startsWith("/deep/link for ");
        assertThat(visitor.logins()).isEqualTo(2);
    }

    private List<String> settings(String name) {
        var prefix = "gatehouse.sites." + name;
        return List.of(
                prefix + ".room=shop",
                prefix + ".preset=spring",
                prefix + ".secret=" + RunningGatehouse.SECRET,
                prefix + ".fresh-limit=2s",
                prefix + ".reentry=" + !name.endsWith("stubborn"),
                prefix + ".redirect-uris=" + page(name, "/login/oauth2/code/gatehouse"));
    }

    /** One of a site's pages, which all need a login. */
    private String page(String site, String path) {
        return SpringSite.address(ports.getOrDefault(site, 0)) + path;
    }

    /** Waits until the session of a visitor is over and their request is old, and is called. */
    private void outlastsTheSession(String site) {
        opens(site, SpringSite.EXPIRED);
        gatehouse.pass(LONGER_THAN_THE_FRESH_LIMIT);
        gatehouse.letIn("shop", 1);
    }

    private Page opens(String site, String path) {
        return visitor.opens(page(site, path));
    }
}
