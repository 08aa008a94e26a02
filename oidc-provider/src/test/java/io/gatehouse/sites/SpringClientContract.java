package io.gatehouse.sites;

import static io.gatehouse.sites.WebVisitor.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.htmlunit.Page;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spring Security's OAuth2 client behind a waiting room: one login a session, a deep link, a session that
 * runs out. The fresh limit goes by Gatehouse's clock, which stands during a test, however long that takes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SpringClientContract {

    private static final Duration LONGER_THAN_THE_FRESH_LIMIT = Duration.ofSeconds(3); // Spring bears 60 between clocks

    /** Longer than a login takes on a busy machine; a test waits for its end. */
    private static final Duration VISIT = Duration.ofSeconds(15);

    private static final String PRINTED = "printed";

    @TempDir
    static Path folder;

    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private RunningGatehouse gatehouse;
    private AutoCloseable sites;
    private WebVisitor visitor;

    /** What the sites are compiled against. */
    abstract String classPath() throws IOException;

    /**
     * Starts sites with these arguments each, and ends them when it is closed.
     *
     * @param printed the folder of the class that we print
     */
    abstract AutoCloseable starts(List<List<String>> sites, Path printed) throws Exception;

    @BeforeAll
    void start() throws Exception {
        var settings = new ArrayList<String>();
        for (var name : List.of("spring", "stubborn")) {
            ports.put(name, FreePorts.next());
            settings.addAll(settings(name));
        }
        ports.put(PRINTED, FreePorts.next());
        settings.addAll(settingsOfPrinted());
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        Printed.compiles(Printed.file(gatehouse, PRINTED, "Visits.java", folder), classPath());
        sites = starts(
                List.of(
                        SpringSite.arguments(gatehouse, "spring", ports.getOrDefault("spring", 0)),
                        SpringSite.arguments(gatehouse, "stubborn", ports.getOrDefault("stubborn", 0)),
                        SpringSite.printed(
                                PRINTED,
                                ports.getOrDefault(PRINTED, 0),
                                Printed.file(gatehouse, PRINTED, "application.yaml", folder),
                                "Visits")),
                folder);
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
        gatehouse.reopens("brief");
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

    /** The container counts its timeout from the last request, so that each of these would prolong the session. */
    @Test
    void givenTheSetupThatWePrint_whenTheVisitorGoesOnUntilTheVisitEnds_thenTheSessionEndsAndTheNextOneIsIn()
            throws IOException {
        gatehouse.clock().goesOn();
        var form = (HtmlPage) opens(PRINTED, SpringSite.FORM);
        try (var next = new WebVisitor(gatehouse.issuer())) {
            var wait = next.opens(page(PRINTED, "/deep/link"));
            assertThat(text(submits(form))).isEqualTo(SpringSite.TAKEN);
            assertThat(next.waits(wait)).as("capacity").isTrue();

            await("the end of the visit")
                    .atMost(VISIT.plusMinutes(1))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> !text(submits(form)).equals(SpringSite.TAKEN));

            gatehouse.tick();
            assertThat(text(next.continues(wait))).startsWith("/deep/link for ");
            assertThat(visitor.waits(opens(PRINTED, "/deep/link"))).isTrue();
        }
    }

    @Test
    void givenTheSetupThatWePrint_whenTheVisitorLogsOut_thenTheirSlotIsFreeAtOnce() throws IOException {
        var form = (HtmlPage) opens(PRINTED, SpringSite.FORM + "?to=/logout");
        assertThat(gatehouse.room("brief").snapshot().slots()).isOne();

        var bye = submits(form);

        assertThat(text(bye)).isEqualTo("/goodbye for anyone");
        assertThat(gatehouse.room("brief").snapshot().slots()).isZero();
    }

    /** They keep their session at the site, unless it is told. */
    @Test
    void givenTheSetupThatWePrint_whenTheVisitorLogsOutHere_thenTheSiteEndsTheirSession() {
        opens(PRINTED, "/");
        var logins = visitor.logins();

        visitor.confirms(visitor.opens(gatehouse.issuer() + "/logout"));

        assertThat(gatehouse.room("brief").snapshot().slots()).isZero();
        assertThat(text(opens(PRINTED, "/deep/link"))).startsWith("/deep/link for ");
        assertThat(visitor.logins()).isGreaterThan(logins);
    }

    private static Page submits(HtmlPage form) throws IOException {
        return form.getElementsByTagName("button").get(0).click();
    }

    private List<String> settingsOfPrinted() {
        var prefix = "gatehouse.sites." + PRINTED;
        return List.of(
                "gatehouse.rooms.brief.title=Brief",
                "gatehouse.rooms.brief.capacity=1",
                "gatehouse.rooms.brief.admission-ttl=" + VISIT.toSeconds() + "s",
                prefix + ".room=brief",
                prefix + ".preset=spring",
                prefix + ".secret=" + RunningGatehouse.SECRET,
                prefix + ".redirect-uris=" + page(PRINTED, "/login/oauth2/code/gatehouse"),
                prefix + ".post-logout-redirect-uris=" + page(PRINTED, "/goodbye"),
                prefix + ".backchannel-logout-uri=" + page(PRINTED, "/logout/connect/back-channel/gatehouse"));
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
