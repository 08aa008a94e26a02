package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.htmlunit.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What every relying party has to live through in front of a line: tests 1 to 4 of section 7 of what is known
 * of relying parties (docs/sites/acceptance.md). A party stands there three times, in the three
 * {@link Temper}s.
 *
 * <p>A site's patience must be longer than a busy machine takes for a login, and its end has to be waited
 * for. So those who come late begin before the first test, and wait while the others run: they stand in room
 * {@code late}, which no test empties, and all others in room {@code shop}.
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

    /** A visitor who has begun a login and outlasts the site's patience with it. */
    protected record Late(WebVisitor visitor, Page waiting) {

        /** Presses <em>Continue</em>. */
        Page continues() {
            return visitor.continues(waiting);
        }
    }

    /** The rooms of those who come late, and of all others. */
    private static final String LATE = "late";

    private static final String SHOP = "shop";
    private static final String WANTED_BY_THE_HASTY = "/deep/link?of=3&more=1";
    private static final String WANTED_BY_THE_STUBBORN = "/deep/link?of=4";

    private final Map<String, Late> late = new HashMap<>();
    private WebVisitor visitor;
    private long lastBegan;
    private boolean hasBegun;
    private boolean haveTheirTurn;

    protected abstract RunningGatehouse gatehouse();

    /** The address of a page that needs a login. */
    protected abstract String page(Temper temper, String path);

    /** How long the hasty and the stubborn one wait for a visitor to come back: longer than any login takes. */
    protected abstract Duration patience();

    /** What further visitors of the hasty one want who come late; none, unless a party has more such tests. */
    protected List<String> wantedByMoreOfTheHasty() {
        return List.of();
    }

    /** Where a visitor of the hasty one ends who wanted this path and was sent to the entry. */
    protected abstract String afterReentry(String path);

    /** Fails unless a late answer has ended here. */
    protected abstract void assertTooLate(Page page);

    /** Settings of Gatehouse for one site, each {@code name=value}. */
    protected static List<String> settings(String site, String preset, String redirectUri, String... more) {
        return settings(SHOP, site, preset, redirectUri, more);
    }

    private static List<String> settings(String room, String site, String preset, String redirectUri, String... more) {
        var settings = Stream.concat(
                Stream.of(
                        "room=" + room,
                        "preset=" + preset,
                        "secret=" + RunningGatehouse.SECRET,
                        "redirect-uris=" + redirectUri),
                Stream.of(more));
        return settings.map(setting -> "gatehouse.sites." + site + "." + setting)
                .toList();
    }

    /** Settings of Gatehouse for the site of this temper. */
    protected final List<String> settings(Temper temper, String preset, String redirectUri, String... more) {
        var room = temper == Temper.PATIENT ? SHOP : LATE;
        var settings = new ArrayList<>(settings(room, temper.site(), preset, redirectUri, more));
        settings.add("gatehouse.rooms." + LATE + ".title=Late");
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
        if (!hasBegun) {
            hasBegun = true;
            warmUp();
            lateOnesBegin();
        }
        emptyTheLine();
        visitor = new WebVisitor(gatehouse().issuer());
    }

    /** The hasty one's visitors come back within its patience: what it does then, it must not do for the first time. */
    private void warmUp() {
        gatehouse().letIn(LATE, 1);
        try (var first = new WebVisitor(gatehouse().issuer())) {
            first.opens(page(Temper.HASTY, "/"));
        }
    }

    private void lateOnesBegin() {
        begins(Temper.HASTY, WANTED_BY_THE_HASTY);
        begins(Temper.STUBBORN, WANTED_BY_THE_STUBBORN);
        wantedByMoreOfTheHasty().forEach(path -> begins(Temper.HASTY, path));
        lastBegan = System.nanoTime();
    }

    private void begins(Temper temper, String path) {
        var one = new WebVisitor(gatehouse().issuer());
        late.put(path, new Late(one, one.opens(page(temper, path))));
    }

    /** The one who wants this and has come to their turn, later than the site bears it. */
    protected final Late late(String path) {
        if (!haveTheirTurn) {
            waitsLongerThanTheSite();
            gatehouse().letIn(LATE, late.size());
            haveTheirTurn = true;
        }
        return Objects.requireNonNull(late.get(path), path);
    }

    @AfterAll
    final void closeTheBrowsersOfTheLate() {
        late.values().forEach(one -> one.visitor().close());
    }

    @AfterEach
    final void closeTheBrowser() {
        visitor.close();
    }

    /** Section 7, test 1. */
    @Test
    void givenNobodyWaits_whenAVisitorOpensAPage_thenTheyAreInWithoutSeeingUs() {
        gatehouse().letIn(SHOP, 1);

        var page = visitor.opens(page(Temper.PATIENT, "/deep/link?of=1"));

        assertInside(page, "/deep/link?of=1");
        assertThat(visitor.logins()).isEqualTo(1);
        assertThat(visitor.pagesOfGatehouse()).isZero();
    }

    /** Section 7, test 2. */
    @Test
    void givenAShortWait_whenTheTurnComes_thenTheVisitorLandsOnThePageTheyWanted() {
        var wait = visitor.opens(page(Temper.PATIENT, "/deep/link?of=2"));
        gatehouse().letIn(SHOP, 1);

        var page = visitor.continues(wait);

        assertInside(page, "/deep/link?of=2");
        assertThat(visitor.logins()).isEqualTo(1);
    }

    /** Section 7, test 3. */
    @Test
    void givenAWaitBeyondTheSitesPatience_whenTheTurnComes_thenTheVisitorEndsInside() {
        var hasty = late(WANTED_BY_THE_HASTY);

        var page = hasty.continues();

        assertInside(page, afterReentry(WANTED_BY_THE_HASTY));
        assertThat(hasty.visitor().logins()).isEqualTo(2);
        assertThat(gatehouse().room(LATE).snapshot().issued())
                .as("places of the late and of the one who came before them")
                .isEqualTo(late.size() + 1);
    }

    /** Section 7, test 4: what becomes of the same visitor without re-entry. */
    @Test
    void givenAWaitBeyondTheSitesPatience_whenTheOldLoginIsAnswered_thenTheSiteRefusesIt() {
        var stubborn = late(WANTED_BY_THE_STUBBORN);

        var page = stubborn.continues();

        assertThat(stubborn.visitor().logins()).isEqualTo(1);
        assertTooLate(page);
    }

    /** Starts a new opening: no place of the old one counts any more. */
    protected final void emptyTheLine() {
        gatehouse().reopens(SHOP);
    }

    protected final WebVisitor visitor() {
        return visitor;
    }

    /** Until the site's own clock says that it is too late: a process of its own has no clock that we could move. */
    protected void waitsLongerThanTheSite() {
        var over = lastBegan + patience().plusSeconds(1).toNanos();
        await("the site's patience").atMost(patience().plusSeconds(60)).until(() -> System.nanoTime() - over > 0);
    }

    /** The page was shown to a visitor whom the site knows. */
    protected static void assertInside(Page page, String path) {
        assertThat(WebVisitor.text(page))
                .as(page.getUrl().toString())
                .startsWith(path + " for ")
                .doesNotEndWith("null");
    }
}
