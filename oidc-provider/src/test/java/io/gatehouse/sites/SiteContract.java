package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.htmlunit.Page;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What every relying party has to live through in front of a line: tests 1 to 4 of section 7 of what is known
 * of relying parties (docs/sites/acceptance.md). A party stands there three times, in the three {@link Temper}s, all for room {@code shop}.
 */
@Tag("sites")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SiteContract {

    /** How one site of the party is set up. */
    enum Temper {
        /** As it is shipped. */
        PATIENT,
        /** It waits {@link #patience} for a visitor to come back, and Gatehouse knows. */
        HASTY,
        /** As hasty, and Gatehouse answers all the same. */
        STUBBORN;

        /** Its name in Gatehouse's configuration, and its client id. */
        String site() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private WebVisitor visitor;
    private boolean isWarm;

    protected abstract RunningGatehouse gatehouse();

    /** The address of a page that needs a login. */
    protected abstract String page(Temper temper, String path);

    /** How long the hasty and the stubborn one wait for a visitor to come back. */
    protected abstract Duration patience();

    /** Where a visitor of the hasty one ends who wanted this path and was sent to the entry. */
    protected abstract String afterReentry(String path);

    /** Fails unless a late answer has ended here. */
    protected abstract void assertTooLate(Page page);

    /** Settings of Gatehouse for one site, each {@code name=value}. */
    protected static List<String> settings(String site, String preset, String redirectUri, String... more) {
        var settings = Stream.concat(
                Stream.of(
                        "room=shop",
                        "preset=" + preset,
                        "secret=" + RunningGatehouse.SECRET,
                        "redirect-uris=" + redirectUri),
                Stream.of(more));
        return settings.map(setting -> "gatehouse.sites." + site + "." + setting)
                .toList();
    }

    /** Settings of Gatehouse for the site of this temper. */
    protected final List<String> settings(Temper temper, String preset, String redirectUri, String... more) {
        var settings = new ArrayList<>(settings(temper.site(), preset, redirectUri, more));
        var prefix = "gatehouse.sites." + temper.site() + ".";
        if (temper == Temper.HASTY) {
            settings.add(prefix + "login-state-ttl=" + patience().toSeconds() + "s");
        }
        if (temper == Temper.STUBBORN) {
            settings.add(prefix + "reentry=false");
        }
        return settings;
    }

    @BeforeEach
    final void begin() {
        if (!isWarm) {
            warmUp();
        }
        emptyTheLine();
        visitor = new WebVisitor(gatehouse().issuer());
    }

    /** The hasty one's visitors come back within seconds: what it does then, it must not do for the first time. */
    private void warmUp() {
        isWarm = true;
        gatehouse().letIn("shop", 1);
        try (var first = new WebVisitor(gatehouse().issuer())) {
            first.opens(page(Temper.HASTY, "/"));
        }
    }

    @AfterEach
    final void closeTheBrowser() {
        visitor.close();
    }

    /** Section 7, test 1. */
    @Test
    void givenNobodyWaits_whenAVisitorOpensAPage_thenTheyAreInWithoutSeeingUs() {
        gatehouse().letIn("shop", 1);

        var page = visitor.opens(page(Temper.PATIENT, "/deep/link?of=1"));

        assertInside(page, "/deep/link?of=1");
        assertThat(visitor.logins()).isEqualTo(1);
        assertThat(visitor.pagesOfGatehouse()).isZero();
    }

    /** Section 7, test 2. */
    @Test
    void givenAShortWait_whenTheTurnComes_thenTheVisitorLandsOnThePageTheyWanted() {
        var wait = visitor.opens(page(Temper.PATIENT, "/deep/link?of=2"));
        gatehouse().letIn("shop", 1);

        var page = visitor.continues(wait);

        assertInside(page, "/deep/link?of=2");
        assertThat(visitor.logins()).isEqualTo(1);
    }

    /** Section 7, test 3. */
    @Test
    void givenAWaitBeyondTheSitesPatience_whenTheTurnComes_thenTheVisitorEndsInside() {
        var wait = visitor.opens(page(Temper.HASTY, "/deep/link?of=3&more=1"));
        waitsLongerThanTheSite();
        gatehouse().letIn("shop", 1);

        var page = visitor.continues(wait);

        assertInside(page, afterReentry("/deep/link?of=3&more=1"));
        assertThat(visitor.logins()).isEqualTo(2);
        assertThat(gatehouse().room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** Section 7, test 4: what becomes of the same visitor without re-entry. */
    @Test
    void givenAWaitBeyondTheSitesPatience_whenTheOldLoginIsAnswered_thenTheSiteRefusesIt() {
        var wait = visitor.opens(page(Temper.STUBBORN, "/deep/link?of=4"));
        waitsLongerThanTheSite();
        gatehouse().letIn("shop", 1);

        var page = visitor.continues(wait);

        assertThat(visitor.logins()).isEqualTo(1);
        assertTooLate(page);
    }

    /** Starts a new opening: no place of the old one counts any more. */
    protected final void emptyTheLine() {
        var shop = gatehouse().room("shop");
        shop.open(shop.snapshot().opening());
    }

    protected final WebVisitor visitor() {
        return visitor;
    }

    /** Until the site's own clock says that it is too late: a process of its own has no clock that we could move. */
    protected void waitsLongerThanTheSite() {
        var late = System.nanoTime() + patience().plusSeconds(1).toNanos();
        await("the site's patience").atMost(patience().plusSeconds(60)).until(() -> System.nanoTime() > late);
    }

    /** The page was shown to a visitor whom the site knows. */
    protected static void assertInside(Page page, String path) {
        assertThat(WebVisitor.text(page))
                .as(page.getUrl().toString())
                .startsWith(path + " for ")
                .doesNotEndWith("null");
    }
}
