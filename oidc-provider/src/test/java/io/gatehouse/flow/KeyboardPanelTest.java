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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.interactions.Actions;

/** An owner without a mouse. That the keyboard alone does for every screen is seen by {@code EveryPageTest}. */
@Tag("browser")
class KeyboardPanelTest {

    /** More than any screen here has. */
    private static final int MOST_STOPS = 100;

    @AutoClose
    private final RunningGatehouse gatehouse = RunningGatehouse.start(Operator.SETTING);

    @AutoClose
    private final Chromium chromium = new Chromium(Map.of());

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
        types(Keys.ENTER, Keys.TAB);
        assertThat(focused()).isEqualTo("Shop");
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
        types(
                DateTimeFormatter.ofPattern("MMdduuuu").format(time),
                Keys.ARROW_RIGHT,
                DateTimeFormatter.ofPattern("hhmma", Locale.ENGLISH).format(time));
    }

    /** From now on only the next page is looked at. */
    private void leaves(Keys key) {
        chromium.asks("window.isLeft = true");
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

    private void types(CharSequence... keys) {
        new Actions(chromium.driver()).sendKeys(keys).perform();
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
