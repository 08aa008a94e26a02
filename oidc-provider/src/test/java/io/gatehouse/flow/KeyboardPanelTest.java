package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.panel.Desk;
import io.gatehouse.room.Rooms;
import io.gatehouse.testing.Chromium;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.interactions.Actions;

/** An owner without a mouse. That the keyboard alone does for every screen is seen by {@code EveryPageTest}. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyboardPanelTest {

    /** More than any screen here has. */
    private static final int MOST_STOPS = 100;

    @AutoClose
    private final RunningGatehouse gatehouse = RunningGatehouse.start(Operator.SETTING);

    @AutoClose
    private final Chromium chromium = new Chromium("--hide-scrollbars");

    @Test
    void givenTheKeyboardAlone_whenAnOwnerRunsASale_thenAllOfItCanBeDone() {
        var doors = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES)
                .plusHours(2);

        chromium.driver().get(gatehouse.issuer() + "/panel");
        types("alice", Keys.TAB, Desk.PASSWORD, Keys.ENTER);
        isAt("Rooms");
        types(Keys.TAB);
        assertThat(focused()).isEqualTo("Skip to the content");
        types(Keys.ENTER);
        goesTo("Shop");
        leaves(Keys.ENTER);
        isAt("Shop");
        presses("Pause the room", "Paused.");
        fills("Rate", "300/1m");
        leaves(Keys.ENTER);
        sees("Settings saved.");
        follows("Schedule", "Schedule of Shop");
        fills("Mode", "scheduled");
        fills("Zone", "UTC");
        fills("Lobby from", doors.minusHours(1));
        fills("Doors open", doors);
        fills("Who is called first", "A draw, by the r");
        presses("Save the schedule", "Schedule saved.");
        follows("Draw", "Draw of Shop");
        sees("Commitment");

        follows("Words", "Words to the visitors of Shop");
        fills("English", "Doors open at ten.");
        presses("Save", "Saved.");

        follows("Rooms", "Rooms");
        follows("New room\u2026", "New room");
        fills("Name", "expo");
        presses("Add the room", "The room is there.");

        follows("Rooms", "Rooms");
        follows("Shop", "Shop");
        follows("Ledger", "Ledger of Shop");
        fills("Kind", "act");
        presses("Show", "rate none -> 300/1m");
        eventually("[...document.querySelectorAll('[data-kind]')].every(entry => entry.dataset.kind === 'act')");

        follows("Sign out", "Sign in");
        assertThat(gatehouse.bean(Rooms.class).find("expo")).isPresent();
    }

    /** How long a person may take for one field, to read its label and to decide; their shop's facts are at hand. */
    private static final Duration TO_DECIDE = Duration.ofSeconds(10);

    /** And to read a page before the button that leaves it is pressed. */
    private static final Duration TO_READ = Duration.ofSeconds(15);

    /** An average typist who is no secretary (keystroke-level model of Card, Moran and Newell). */
    private static final Duration TO_STRIKE_A_KEY = Duration.ofMillis(280);

    /**
     * What a person has done.
     *
     * @param fields filled in
     * @param presses of buttons and links
     * @param keys struck, those of fields and presses too
     */
    private record Work(int fields, int presses, int keys) {

        Duration takes() {
            return TO_DECIDE
                    .multipliedBy(fields)
                    .plus(TO_READ.multipliedBy(presses))
                    .plus(TO_STRIKE_A_KEY.multipliedBy(keys));
        }
    }

    private int fields;
    private int presses;
    private int keys;

    /**
     * All that is done is said on the screens: the sale, its warning, its rehearsal, and what was sold there.
     * A person knows what a computer does not need: so the fields, presses and keys are counted, and not its
     * time. Each width and each theme comes once: EveryPageTest looks at the screens in all of them.
     */
    @ParameterizedTest
    @CsvSource({"spring, Spring sale, 390, dark", "winter, Winter sale, 1280, light"})
    void givenAnOwnerWhoHasSetUpNoSale_whenTheScreensAreFollowedByTheKeyboard_thenASaleIsThereAndWasRehearsed(
            String room, String title, int width, String theme) {
        chromium.shows(theme, width);
        var doors = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES)
                .plusDays(1);
        chromium.driver().get(gatehouse.issuer() + "/panel");
        types("alice", Keys.TAB, Desk.PASSWORD, Keys.ENTER);
        isAt("Rooms");
        isClean(width);
        fields = 0;
        presses = 0;
        keys = 0;

        follows("Set up a sale\u2026", "Set up a sale");
        isClean(width);
        fills("Name of the room", room);
        fills("Title", title);
        fills("Zone", "UTC");
        fills("Lobby from", doors.minusHours(1));
        fills("Doors open", doors);
        fills("Close, if any", doors.plusHours(1));
        fills("Stock", "1000");
        fills("Rate", "200/1m");
        fills("Expected visitors", "800");
        fills("Lobby work", "2000");
        fills("Name", "members");
        fills("Weight", "3");
        fills("Name", "access");
        fills("Order", "Is called");
        fills("Address of the keys of passes", "https://shop.example/.well-known/jwks.json");
        fills("Site", "A new");
        fills("Name of the site", room + "-shop");
        fills("Redirect URIs", shop());
        isClean(width);
        presses("Look it over", "What to know before you go on");
        isClean(width);
        follows("Change something", "Set up a sale");
        isClean(width);
        fills("Slot after a logout", "Freed");
        presses("Look it over", "There is nothing to warn of.");
        isClean(width);
        presses("Set up the sale", "What comes next for " + title);
        isClean(width);
        var sale = new Work(fields, presses, keys);
        presses("Make the rehearsal", "what to do now");
        isClean(width);
        tells(sale, new Work(fields, presses, keys));

        buys(room + "-rehearsal", chromium.asks("document.getElementById('secret').value"));
        follows("Watch the rehearsal", "Rehearsal: " + title);
        sees("1 is consumed");
        isClean(width);

        follows("All rooms", "Rooms");
        follows(title, title);
        isClean(width);
        follows("Schedule", "Schedule of " + title);
        isClean(width);
        follows("Rehearse this sale\u2026", "What comes next for " + title);
        isClean(width);
        follows("Take the rehearsal away\u2026", "Take the rehearsal away?");
        isClean(width);
        presses("Take the rehearsal away", "Make the rehearsal");
        isClean(width);
        follows("Sign out", "Sign in");

        var rooms = gatehouse.bean(Rooms.class);
        assertThat(rooms.get(room + "-rehearsal").isRetired()).isTrue();
        assertThat(rooms.get(room).isRetired()).isFalse();
        assertThat(rooms.get(room).lanes().declared()).hasSize(2);
        assertThat(gatehouse.room(room).snapshot().issued()).isZero();
    }

    /** The sale alone, and the rehearsal with it, take a person less than ten minutes. */
    private static void tells(Work sale, Work rehearsed) {
        System.out.printf(
                "a sale by the keyboard alone: %d fields, %d presses, %d keys, %d s for a person; with its rehearsal:"
                        + " %d presses, %d keys, %d s%n",
                sale.fields,
                sale.presses,
                sale.keys,
                sale.takes().toSeconds(),
                rehearsed.presses,
                rehearsed.keys,
                rehearsed.takes().toSeconds());
        assertThat(sale.fields).isLessThanOrEqualTo(19);
        assertThat(sale.presses).isLessThanOrEqualTo(5);
        assertThat(rehearsed.presses).isLessThanOrEqualTo(6);
        assertThat(rehearsed.takes()).isLessThan(Duration.ofMinutes(10));
    }

    /** A visitor in another window waits in the lobby, is drawn, goes in, and logs out of the shop. */
    private void buys(String client, String secret) {
        var panel = chromium.driver().getWindowHandle();
        chromium.driver().switchTo().newWindow(WindowType.TAB);
        gatehouse.pass(Duration.ofMinutes(2));
        chromium.driver().get(gatehouse.issuer() + Login.authorize("client_id", client, "redirect_uri", shop()));
        isAt("The doors are not open yet");
        gatehouse.pass(Duration.ofMinutes(5));
        gatehouse.tick();
        chromium.driver().get(gatehouse.issuer() + "/rooms/" + client + "/wait");
        isAt("It is your turn");
        goesTo("Continue");
        types(Keys.ENTER);
        isAt("This is a waiting room");
        chromium.driver().get(gatehouse.issuer() + Login.authorize("client_id", client, "redirect_uri", shop()));
        var bought = Login.post(
                gatehouse.issuer() + "/token",
                Login.basic(client, secret),
                Map.of(
                        "grant_type",
                        "authorization_code",
                        "code",
                        Browser.parameters(chromium.driver().getCurrentUrl()).getOrDefault("code", ""),
                        "redirect_uri",
                        shop()));
        assertThat(bought.status()).as(bought.body()).isEqualTo(200);
        chromium.driver().get(gatehouse.issuer() + "/logout?client_id=" + client);
        isAt("End your visit?");
        goesTo("Yes, end my visit");
        types(Keys.SPACE);
        isAt("Your visit has ended");
        chromium.driver().close();
        chromium.driver().switchTo().window(panel);
        gatehouse.tick();
    }

    /** Where a shop would be, which keeps the code in its address. */
    private String shop() {
        return gatehouse.issuer() + "/shop";
    }

    private void isClean(int width) {
        assertThat(chromium.violations()).isEmpty();
        assertThat(chromium.asks("document.documentElement.scrollWidth")).isEqualTo(String.valueOf(width));
    }

    private void follows(String link, String headline) {
        goesTo(link);
        leaves(Keys.ENTER);
        isAt(headline);
    }

    private void presses(String button, String said) {
        goesTo(button);
        leaves(Keys.SPACE);
        sees(said);
    }

    private void fills(String field, String text) {
        goesTo(field);
        fields++;
        keys += 2 + text.length();
        new Actions(chromium.driver())
                .keyDown(Keys.CONTROL)
                .sendKeys("a")
                .keyUp(Keys.CONTROL)
                .sendKeys(text)
                .perform();
    }

    /** A date and time, as the browser has parted it. */
    private void fills(String field, LocalDateTime time) {
        goesTo(field);
        fields++;
        types(
                DateTimeFormatter.ofPattern("MMdduuuu").format(time),
                Keys.ARROW_RIGHT,
                DateTimeFormatter.ofPattern("hhmma", Locale.ENGLISH).format(time));
    }

    /** From now on only the next page is looked at. */
    private void leaves(Keys key) {
        chromium.asks("window.isLeft = true");
        presses++;
        types(key);
    }

    /** What has the focus, as its label or its own text has it. */
    private String focused() {
        return chromium.asks("(e => e.labels && e.labels[0] || e)(document.activeElement).innerText");
    }

    private void goesTo(String name) {
        for (var stops = 0; stops < MOST_STOPS && !focused().equals(name); stops++) {
            types(Keys.TAB);
        }
        assertThat(focused()).isEqualTo(name);
    }

    private void types(CharSequence... struck) {
        keys += Stream.of(struck).mapToInt(CharSequence::length).sum();
        new Actions(chromium.driver()).sendKeys(struck).perform();
    }

    private void isAt(String headline) {
        eventually("!window.isLeft && document.querySelector('h1').innerText === '" + headline + "'");
    }

    private void sees(String text) {
        eventually("!window.isLeft && document.querySelector('main').innerText.includes('" + text + "')");
    }

    private void eventually(String fact) {
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptionsInstanceOf(WebDriverException.class)
                .untilAsserted(() -> assertThat(chromium.asks(fact)).as(fact).isEqualTo("true"));
    }
}
