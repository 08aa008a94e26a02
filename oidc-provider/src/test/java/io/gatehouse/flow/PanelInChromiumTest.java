package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.panel.Desk;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.testing.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;

/** What the panel's screens do in a real browser beyond what {@code ScreensTest} sees of them. */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PanelInChromiumTest {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ENGLISH);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /** What is photographed, by the name of its picture. */
    private static final Map<String, String> SCREENS = Map.of(
            "rooms", "/panel",
            "room", "/panel/rooms/shop",
            "schedule", "/panel/rooms/shop/schedule",
            "calendar", "/panel/calendar",
            "reset", "/panel/rooms/shop/settings/reset");

    @AutoClose
    private final RunningGatehouse gatehouse = RunningGatehouse.start(
            Operator.SETTING,
            "gatehouse.rooms.shop.rate=200/1m",
            "gatehouse.rooms.shop.capacity=500",
            "gatehouse.rooms.hall.title=Town hall",
            "gatehouse.rooms.sale.title=Spring sale",
            "gatehouse.rooms.sale.capacity=20");

    @AutoClose
    private final Chromium chromium = new Chromium(Map.of(), "--hide-scrollbars");

    @BeforeAll
    void signsIn() {
        chromium.driver().get(gatehouse.issuer() + "/panel");
        chromium.driver().findElement(By.name("name")).sendKeys("alice");
        chromium.driver().findElement(By.name("password")).sendKeys(Desk.PASSWORD);
        chromium.driver().findElement(By.cssSelector("form button")).click();
        eventually("document.querySelector('h1').innerText === 'Rooms'");
    }

    /** The winter of Berlin is that of London and an hour more, and Tokyo is a day further in the evening. */
    @Test
    void givenABrowserInAnotherZone_whenTheCalendarIsRead_thenTheAnnouncedTimeStandsBesideItsOwn() {
        var doors = LocalDateTime.of(2999, 12, 24, 18, 0);
        follows(new ScheduledDate(BERLIN, doors.minusHours(1), doors, Optional.empty(), AtClose.LET_IN));

        assertThat(doorsIn("Europe/Berlin")).isEqualTo("18:00 Europe/Berlin");
        assertThat(doorsIn("Europe/Paris")).isEqualTo("18:00 Europe/Berlin");
        assertThat(doorsIn("Europe/London")).isEqualTo("18:00 Europe/Berlin = 17:00 Europe/London");
        assertThat(doorsIn("Asia/Tokyo")).isEqualTo("18:00 Europe/Berlin = 25 Dec 2999, 02:00 Asia/Tokyo");
    }

    @Test
    void givenABrowserInAnotherZone_whenARoomInItsLobbyIsLookedAt_thenDateAndCountdownAreRightWhileTheyGoOn() {
        var doors = LocalDateTime.ofInstant(gatehouse.clock().instant(), BERLIN)
                .truncatedTo(ChronoUnit.MINUTES)
                .plusMinutes(30);
        follows(new ScheduledDate(BERLIN, doors.minusHours(1), doors, Optional.empty(), AtClose.LET_IN));
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Tokyo"));
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/shop");

        var own = doors.atZone(BERLIN).withZoneSameInstant(ZoneId.of("Asia/Tokyo"));
        eventually("document.querySelector('[data-line]').innerText.startsWith('Doors in ')");
        assertThat(chromium.asks("document.querySelector('[data-dates]').innerText"))
                .contains("Doors", DATE.format(doors) + " Europe/Berlin", "= ", TIME.format(own) + " Asia/Tokyo");

        var later = doors.plusMinutes(7);
        follows(new ScheduledDate(BERLIN, doors.minusHours(1), later, Optional.empty(), AtClose.LET_IN));
        eventually("document.querySelector('[data-dates]').innerText.includes('" + DATE.format(later)
                + " Europe/Berlin')");
        assertThat(chromium.asks("document.querySelector('[data-dates]').innerText"))
                .contains(TIME.format(own.plusMinutes(7)) + " Asia/Tokyo");
        assertThat(chromium.violations()).isEmpty();
    }

    /** The room's state, the chart, pause and rate stand within two screens of a phone. */
    @Test
    void givenAPhone_whenARoomIsLookedAt_thenWhatIsUsedAtNightIsWithinTwoScreensAndOneButtonIsPrimary() {
        chromium.tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", false));
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/sale");

        for (var part : List.of("[data-line]", "[data-chart]", "form[action$='/pause'] button", "#rate", "#capacity")) {
            var bottom = chromium.asks("document.querySelector(\"" + part + "\").getBoundingClientRect().bottom");
            assertThat(Double.parseDouble(bottom)).as(part).isBetween(1.0, 2 * 844.0);
        }
        assertThat(
                        chromium.asks(
                                "document.querySelectorAll('main button:not(.plain), main .button:not(.plain):not(.danger)').length"))
                .isEqualTo("1");
        chromium.tell("Emulation.clearDeviceMetricsOverride", Map.of());
    }

    @Test
    void givenAFormWithFaults_whenAFaultIsFollowed_thenItsFieldHasTheFocusAndSaysWhy() {
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/shop");
        chromium.asks("document.getElementById('rate').value = 'fast'");
        chromium.asks("document.getElementById('capacity').value = 'all'");
        chromium.driver()
                .findElement(By.cssSelector("form[action$='/settings'] button"))
                .click();
        eventually("document.querySelectorAll('[role=alert] li').length === 2");

        chromium.driver().findElement(By.linkText("Capacity")).sendKeys(Keys.ENTER);

        eventually("document.activeElement.id === 'capacity'");
        assertThat(chromium.asks("document.getElementById('capacity').getAttribute('aria-describedby')"))
                .isEqualTo("capacity-fault capacity-hint");
        assertThat(chromium.asks("document.getElementById('capacity-fault').innerText"))
                .isEqualTo("must be a whole number, 0 to 100000000, was \"all\"");
        assertThat(chromium.violations()).isEmpty();
    }

    /**
     * The pictures of the documents, and the same screens narrow and dark, lie in target: {@code cp
     * oidc-provider/target/screenshots/panel-*.png docs/screenshots/} takes those of the documents over.
     */
    @Test
    void givenTheScreensOfASale_whenTheyArePhotographed_thenTheyAreAsWideAsTheScreen() throws IOException {
        var doors = LocalDateTime.ofInstant(gatehouse.clock().instant(), BERLIN)
                .truncatedTo(ChronoUnit.MINUTES)
                .plusHours(2);
        follows(new ScheduledDate(
                BERLIN, doors.minusHours(3), doors, Optional.empty(), AtClose.LET_IN, Optional.of("receipts")));
        gatehouse.tick();
        joins("shop", 147);
        joins("sale", 32);
        joins("hall", 12);
        gatehouse.room("hall").change(settings -> settings.paused(true));
        gatehouse.tick();
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Europe/Berlin"));

        for (var screen : SCREENS.entrySet()) {
            assertThat(photographed(screen, 1280, "light", "target/screenshots/panel-"))
                    .isEqualTo(1280);
            assertThat(photographed(screen, 390, "dark", "target/screenshots/narrow/panel-dark-"))
                    .isEqualTo(390);
            assertThat(photographed(screen, 320, "light", "target/screenshots/narrow/panel-"))
                    .isEqualTo(320);
        }
        chromium.tell("Emulation.clearDeviceMetricsOverride", Map.of());
    }

    /** As wide as the picture has become: a page that is wider would have to be scrolled. */
    private int photographed(Map.Entry<String, String> screen, int width, String theme, String files)
            throws IOException {
        chromium.tell(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        chromium.tell(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
        chromium.driver().get(gatehouse.issuer() + screen.getValue());
        var picture =
                chromium.tell("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", width < 1280));
        var file = Path.of(files + screen.getKey() + ".png");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(String.valueOf(picture.get("data"))));
        return Integer.parseInt(chromium.asks("document.documentElement.scrollWidth"));
    }

    private void joins(String room, int visitors) {
        for (var n = 0; n < visitors; n++) {
            gatehouse.room(room).join(new PlaceId(UUID.randomUUID()));
        }
    }

    private String doorsIn(String zone) {
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", zone));
        chromium.driver().get(gatehouse.issuer() + "/panel/calendar");
        return chromium.asks("document.querySelector('[data-is=Doors]').innerText")
                .replaceAll("\\s+", " ");
    }

    private void follows(ScheduledDate opening) {
        gatehouse.room("shop").change(settings -> new RoomSettings(settings.rate(), settings.capacity(), false)
                .open(Mode.SCHEDULED, new Schedule(List.of(opening))));
    }

    private void eventually(String fact) {
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptionsInstanceOf(WebDriverException.class)
                .untilAsserted(() -> assertThat(chromium.asks(fact)).as(fact).isEqualTo("true"));
    }
}
