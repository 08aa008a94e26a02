package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.Chromium;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;

/** What only a real browser can tell: the policy, real keys, layout, colours. */
@Tag("browser")
class ChromiumTest {

    private static final List<String> STAGES =
            List.of("WAITING", "TURN", "LAPSED", "RETURNING", "ADMITTED", "COMPLETED", "ABANDONED", "EXPIRED", "LEFT");

    /** Keeps what the page shows as notifications, which the browser shows all the same. */
    private static final String RECORDING = "(Real => { shown = []; Notification = function (title, options) {"
            + " shown.push(title + ': ' + options.body); return new Real(title, options); };"
            + " Notification.requestPermission = done => Real.requestPermission(done); })(Notification)";

    private static final String BY_A_WORKER_ALONE = "Notification = Object.assign(function () { throw"
            + " TypeError(); }, { requestPermission: function (done) { done('granted'); } });";

    private static final String REFUSING = " unhandled = []; refused = 0;"
            + " refuse = () => { refused++; return Promise.reject(TypeError('refused')); };"
            + " window.addEventListener('unhandledrejection', event => unhandled.push(event.reason));";

    private final StubRoom room = new StubRoom();
    private final ChromiumVisitor visitor = new ChromiumVisitor(Chromium.browser(Map.of(), "--hide-scrollbars"));

    @AfterEach
    void closeAll() {
        visitor.close();
        room.close();
    }

    static Stream<Arguments> everyLanguageAndTheme() {
        return Stream.of("en", "de")
                .flatMap(language -> Stream.of("light", "dark").map(theme -> Arguments.of(language, theme)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @Execution(ExecutionMode.CONCURRENT)
    @MethodSource("everyLanguageAndTheme")
    void givenAnyStage_whenSeenOnASmallScreen_thenItIsAccessibleFitsAndKeepsThePolicy(String language, String theme) {
        visitor.wide(320, 640).theme(theme).language(language);
        for (String stage : STAGES) {
            comesTo(stage);
            visitor.opens(room.page());
            visitor.waitsUntil(
                    stage, () -> visitor.asks("document.body?.className").equals(stage));

            assertThat(visitor.asks("document.documentElement.lang")).isEqualTo(language);
            assertThat(sideways()).as("sideways scrolling of %s", stage).isZero();
            assertThat(visitor.violations()).as("axe on %s", stage).isEqualTo("");
        }
        assertThat(visitor.complaints()).isEmpty();
    }

    private void comesTo(String stage) {
        if (stage.equals("TURN") || stage.equals("ADMITTED")) {
            room.stage(stage, Duration.ofMinutes(10), true);
        } else {
            room.stage(stage);
        }
    }

    private int sideways() {
        return Integer.parseInt(
                visitor.asks("document.documentElement.scrollWidth - document.documentElement.clientWidth"));
    }

    @ParameterizedTest
    @CsvSource({"en-GB, 27 November 2026 at 10:00", "'en-US,en', 'November 27, 2026 at 10:00'"})
    void givenARegion_whenADateIsRead_thenItIsWrittenAsThere(String language, String date) {
        room.board.put("phase", "LOBBY");
        room.board.put("doors", Map.of("lobby", "2026-11-27T09:00:00Z", "open", "2026-11-27T10:00:00Z", "zone", "UTC"));
        visitor.zone("UTC").language(language);

        visitor.opens(room.page()).waitsFor("The doors are not open yet");

        assertThat(visitor.reads("date")).contains(date);
    }

    @Test
    void givenAKeyboardOnly_whenWaitingAndAtTheTurn_thenEverythingIsReachedAndSeen() {
        visitor.opens(room.page()).waitsFor("You are in line");
        visitor.presses(Keys.TAB);
        visitor.presses(Keys.SPACE);
        assertThat(visitor.asks("document.activeElement.id + document.activeElement.checked"))
                .isEqualTo("autotrue");
        assertThat(visitor.asks("getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
        visitor.presses(Keys.SPACE);
        visitor.presses(Keys.TAB);
        visitor.presses(Keys.TAB);
        visitor.presses(Keys.ENTER);
        assertThat(visitor.reads("freeze")).isEqualTo("Resume updates");
        visitor.presses(Keys.TAB);
        assertThat(visitor.asks("document.activeElement.id")).isEqualTo("move-link");
        visitor.presses(Keys.TAB);
        visitor.presses(Keys.ENTER);
        visitor.presses(Keys.TAB);
        assertThat(visitor.asks("document.activeElement.textContent")).isEqualTo("Yes, give up my place");

        room.stage("TURN", Duration.ofMinutes(10), true);
        visitor.waitsFor("It is your turn");
        visitor.opens(room.page()).waitsFor("It is your turn");
        visitor.presses(Keys.TAB);
        visitor.presses(Keys.ENTER);

        visitor.waitsUntil("the claim", () -> room.asked("POST /rooms/shop/continue request=R-1") == 1);
    }

    @Test
    void givenTwoTabsAtTheTurn_whenOneGoesIn_thenTheOtherAsksAtOnceAndOffersNothingMore() {
        room.stage("TURN", Duration.ofMinutes(10), true);
        visitor.opens(room.page()).waitsFor("It is your turn");
        var asked = room.asked("GET /rooms/shop/place");

        visitor.inAnotherTab(() -> {
            visitor.opens(room.page()).waitsFor("It is your turn");
            room.stage("COMPLETED");
            visitor.asks("document.querySelector('#continue button').click()");
            visitor.waitsUntil("the claim", () -> room.asked("POST /rooms/shop/continue request=R-1") == 1);
        });

        visitor.waitsFor("Your visit is complete");
        assertThat(room.asked("GET /rooms/shop/place")).isEqualTo(asked + 2);
    }

    @Test
    void givenAVisitorWhoWantsANotification_whenTheTurnComesInAnotherTab_thenTheBrowserShowsIt() {
        visitor.answersNotifications("granted").prepares(RECORDING);
        visitor.opens(room.page()).waitsFor("You are in line");
        assertThat(visitor.asks("document.getElementById('notices').hidden")).isEqualTo("true");
        room.board.put("notices", true);
        visitor.waitsUntil("the choice", () -> visitor.asks("document.getElementById('notices').hidden")
                .equals("false"));
        assertThat(room.asked("GET /waiting-page/notify.js")).isZero();
        visitor.asks("document.getElementById('notify').click()");
        visitor.waitsUntil("the script", () -> visitor.asks("typeof mayNotify").equals("function"));

        visitor.inAnotherTab(() -> {
            visitor.opens("about:blank");
            room.stage("TURN", Duration.ofMinutes(10), true);
            visitor.waitsUntil("the look", () -> room.asked("GET /rooms/shop/place") == 2);
        });

        visitor.waitsUntil(
                "the notification", () -> !visitor.asks("shown.join()").isEmpty());
        assertThat(visitor.asks("shown.join()"))
                .startsWith("Shop & Söhne: It is your turn. Please press Continue. You have 9 minutes");
        assertThat(visitor.complaints()).isEmpty();
    }

    @Test
    void givenAPhoneThatShowsThemByAWorkerAlone_whenTheTurnComes_thenTheWorkerShowsIt() {
        visitor.answersNotifications("granted").prepares(BY_A_WORKER_ALONE);
        room.board.put("notices", true);
        visitor.opens(room.page()).waitsFor("You are in line");
        visitor.asks("document.getElementById('notify').click()");
        visitor.waitsUntil("the script", () -> visitor.asks("typeof mayNotify").equals("function"));

        visitor.asks("notify('Shop', 'It is your turn', 'shop')");

        visitor.waitsUntil("the notification", () -> visitor.asks(
                        "navigator.serviceWorker.getRegistration('/waiting-page/').then(one => one &&"
                                + " one.getNotifications()).then(all => all && all.map(one => one.title + ' ' + one.tag +"
                                + " ' ' + one.data).join())")
                .equals("Shop gatehouse-shop " + room.page()));
    }

    @Test
    void givenAPhoneThatShowsNoneAfterAll_whenTheTurnComes_thenThePageGoesOn() {
        visitor.answersNotifications("granted").prepares(BY_A_WORKER_ALONE + REFUSING);
        room.board.put("notices", true);
        visitor.opens(room.page()).waitsFor("You are in line");
        visitor.asks("document.getElementById('notify').click()");
        visitor.waitsUntil("the script", () -> visitor.asks("typeof mayNotify").equals("function"));

        visitor.asks("ServiceWorkerRegistration.prototype.showNotification = refuse;"
                + " notify('Shop', 'It is your turn', 'shop')");
        visitor.waitsUntil("no notification", () -> visitor.asks("refused").equals("1"));
        visitor.asks("navigator.serviceWorker.register = refuse; notify('Shop', 'It is your turn', 'shop')");
        visitor.asks("Object.defineProperty(navigator, 'serviceWorker', { value: undefined });"
                + " notify('Shop', 'It is your turn', 'shop')");

        assertThat(visitor.asks("new Promise(later => setTimeout(later)).then(() => refused + ' ' + unhandled)"))
                .isEqualTo("2 ");
        assertThat(visitor.complaints()).isEmpty();
    }

    @Test
    void givenAVisitorWhoRefusesNotifications_whenTheyTickTheBox_thenItIsEmptyAgainAndSaysWhy() {
        visitor.answersNotifications("denied");
        room.board.put("notices", true);
        visitor.opens(room.page()).waitsFor("You are in line");

        visitor.asks("document.getElementById('notify').click()");

        visitor.waitsUntil("the reason", () -> visitor.asks("document.getElementById('notices').innerText")
                .contains("This browser allows no notifications from this page."));
        assertThat(visitor.asks("document.getElementById('notify').checked")).isEqualTo("false");
        assertThat(visitor.violations()).isEmpty();
    }

    @Test
    void givenALanguageWrittenRightToLeft_whenSeen_thenThePageTurnsRound() {
        room.direction = "rtl";
        visitor.wide(320, 640).opens(room.page()).waitsFor("You are in line");

        assertThat(sideways()).isZero();
        assertThat(visitor.asks("document.getElementById('auto').getBoundingClientRect().left > 200"))
                .isEqualTo("true");
        assertThat(visitor.asks("getComputedStyle(document.body).direction")).isEqualTo("rtl");
    }

    @Test
    void givenTextSpacingOfTheVisitorsOwn_whenApplied_thenNothingIsCutOff() {
        visitor.wide(320, 640).opens(room.page()).waitsFor("You are in line");

        visitor.asks("[].forEach.call(document.querySelectorAll('*'), e => { e.style.lineHeight = '1.5';"
                + " e.style.letterSpacing = '.12em'; e.style.wordSpacing = '.16em'; }), 0");

        assertThat(sideways()).isZero();
    }

    @Test
    void givenNoScripts_whenARefreshStandsInNoscript_thenItIsFollowedAndElsePassedOver() {
        room.extraPage = NoScriptRefreshTest.REFRESHING;
        visitor.opens(room.address("/extra"));
        room.board.put("serving", 1100);
        long end = System.nanoTime() + 2_000_000_000L;
        visitor.waitsUntil("two seconds", () -> System.nanoTime() > end);
        assertThat(visitor.asks("document.title")).isEqualTo("Before");

        visitor.withoutScripts();
        visitor.opens(room.address("/extra"));

        visitor.waitsUntil("the refresh", () -> visitor.asks("document.title").equals("Waiting room"));
    }

    @Test
    void givenTheNetworkIsLostAndTheTurnComesMeanwhile_whenItIsBack_thenTheVisitorIsToldAtOnce() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.reachable = false;
        visitor.waitsUntil("a calm word", () -> visitor.reads("notice").contains("Your place is safe"));
        room.stage("TURN", Duration.ofMinutes(10), true);
        room.reachable = true;

        visitor.asks("window.dispatchEvent(new Event('online'))");

        visitor.waitsFor("It is your turn");
        assertThat(visitor.asks("document.title")).startsWith("Your turn");
    }

    /** The pictures lie in target, for the documents and for whoever changes the styles. */
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @CsvSource({"light, 320, 640", "light, 1280, 900", "dark, 320, 640", "dark, 1280, 900"})
    void givenAThemeAndAScreen_whenThePageIsPhotographed_thenItIsAsWideAndAsDarkAsThey(
            String theme, int width, int height) {
        room.board.put("title", "Shop");
        visitor.theme(theme).wide(width, height);
        for (String stage : List.of("WAITING", "TURN")) {
            room.board.put("serving", 900);
            room.stage("WAITING");
            visitor.opens(room.page()).waitsFor("You are in line");
            room.board.put("serving", 1100);
            comesTo(stage);
            visitor.waitsUntil(
                    "the stage",
                    () -> visitor.asks("document.body?.className").equals(stage)
                            && !visitor.reads("figure").equals("440"));

            BufferedImage picture = visitor.screenshot(Path.of("target/screenshots/waiting-page-"
                    + stage.toLowerCase(Locale.ROOT) + "-" + width + (theme.equals("dark") ? "-dark" : "") + ".png"));

            assertThat(picture.getWidth()).isEqualTo(width);
            assertThat(picture.getHeight()).isGreaterThanOrEqualTo(height);
            Color paper = new Color(picture.getRGB(0, height / 2));
            assertThat(paper.getGreen() < 128).as("%s of %s", paper, stage).isEqualTo(theme.equals("dark"));
            assertThat(colours(picture)).as("colours of %s", stage).isGreaterThan(2);
        }
    }

    private static long colours(BufferedImage picture) {
        return Arrays.stream(picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth()))
                .distinct()
                .count();
    }
}
