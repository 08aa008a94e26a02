package io.gatehouse.flow;

import static io.gatehouse.testing.Chromium.steadily;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.addition.Addition;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.Lanes;
import io.gatehouse.panel.Desk;
import io.gatehouse.room.Line;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.stock.Stock;
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
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
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
            "rooms",
            "/panel",
            "room",
            "/panel/rooms/shop",
            "schedule",
            "/panel/rooms/shop/schedule",
            "calendar",
            "/panel/calendar",
            "reset",
            "/panel/rooms/shop/settings/reset",
            "words",
            "/panel/rooms/shop/words",
            "looks",
            "/panel/rooms/shop/looks");

    private static final List<String> GERMAN = List.of(
            "/panel",
            "/panel/calendar",
            "/panel/alerts",
            "/panel/operators",
            "/panel/account",
            "/panel/clients/new",
            "/panel/sale",
            "/panel/new-room",
            "/panel/new-site",
            "/panel/bulk/say",
            "/panel/bulk/free-kept-slots",
            "/panel/rooms/shop",
            "/panel/rooms/shop/schedule",
            "/panel/rooms/shop/codes",
            "/panel/rooms/shop/words",
            "/panel/rooms/shop/looks",
            "/panel/rooms/shop/history",
            "/panel/rooms/shop/simulation?of=planned",
            "/panel/rooms/shop/ledger",
            "/panel/rooms/shop/definition",
            "/panel/rooms/shop/find",
            "/panel/rooms/shop/sale");

    @AutoClose
    private final RunningGatehouse gatehouse = RunningGatehouse.start(
            Operator.SETTING,
            "gatehouse.rooms.shop.rate=200/1m",
            "gatehouse.rooms.shop.capacity=500",
            "gatehouse.rooms.hall.title=Town hall",
            "gatehouse.rooms.sale.title=Spring sale",
            "gatehouse.rooms.sale.capacity=20");

    @AutoClose
    private final Chromium chromium = Chromium.browser(Map.of(), "--hide-scrollbars");

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
        follows(new ScheduledDate(
                BERLIN, doors.minusHours(1), doors, Optional.empty(), AtClose.LET_IN, Optional.empty()));

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
        follows(new ScheduledDate(
                BERLIN, doors.minusHours(1), doors, Optional.empty(), AtClose.LET_IN, Optional.empty()));
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Tokyo"));
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/shop");

        var own = doors.atZone(BERLIN).withZoneSameInstant(ZoneId.of("Asia/Tokyo"));
        eventually("document.querySelector('[data-line]').innerText.startsWith('Doors in ')");
        assertThat(chromium.asks("document.querySelector('[data-dates]').innerText"))
                .contains("Doors", DATE.format(doors) + " Europe/Berlin", "= ", TIME.format(own) + " Asia/Tokyo");

        var later = doors.plusMinutes(7);
        follows(new ScheduledDate(
                BERLIN, doors.minusHours(1), later, Optional.empty(), AtClose.LET_IN, Optional.empty()));
        eventually("document.querySelector('[data-dates]').innerText.includes('" + DATE.format(later)
                + " Europe/Berlin')");
        assertThat(chromium.asks("document.querySelector('[data-dates]').innerText"))
                .contains(TIME.format(own.plusMinutes(7)) + " Asia/Tokyo");
        assertThat(chromium.violations()).isEmpty();
    }

    /**
     * A state of a date whose doors open in so many hours, an hour after the lobby, for two hours.
     *
     * @param dates those that come next
     */
    private record Dated(String word, Mode mode, int doors, String dates, UnaryOperator<RoomSettings> change) {}

    private static final List<Dated> STATES = List.of(
            new Dated("Scheduled", Mode.SCHEDULED, 3, "Lobby Doors", all -> all),
            new Dated("Lobby", Mode.SCHEDULED, 1, "Doors", all -> all),
            new Dated("Paused", Mode.SCHEDULED, 1, "Doors", all -> all.paused(true)),
            new Dated("Sold out", Mode.SCHEDULED, 1, "Doors", PanelInChromiumTest::sellsNothing),
            new Dated("Sold out", Mode.SCHEDULED, 0, "Close", PanelInChromiumTest::sellsNothing),
            new Dated("Open", Mode.SCHEDULED, 0, "Close", all -> all),
            new Dated("By hand", Mode.SCHEDULED, 0, "Close", PanelInChromiumTest::byHand),
            new Dated("Closed", Mode.SCHEDULED, -9, "", all -> all),
            new Dated("Closed", Mode.CLOSED, 3, "Lobby Doors", all -> all),
            new Dated("On hold", Mode.HOLD, 3, "", all -> all),
            new Dated("Passes through", Mode.PASS_THROUGH, 3, "", all -> all));

    private static RoomSettings sellsNothing(RoomSettings settings) {
        return settings.admitting(Optional.of(new Stock(0, Stock.USUALLY)));
    }

    private static RoomSettings byHand(RoomSettings settings) {
        return new RoomSettings(Optional.empty(), OptionalLong.empty(), false)
                .open(settings.mode(), settings.schedule());
    }

    /** What the states say over HTTP is in {@code StateLineTest}; here their dates, as a reader far away sees them. */
    @Test
    void givenABrowserInAnotherZone_whenEachStateIsLookedAt_thenItsDatesAreInBothZonesAndItCountsDown() {
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Tokyo"));
        var minute =
                LocalDateTime.ofInstant(gatehouse.clock().instant(), BERLIN).truncatedTo(ChronoUnit.MINUTES);
        var usual = gatehouse.room("shop").configuration().configured();

        for (var state : STATES) {
            var doors = minute.plusHours(state.doors);
            var moments = Map.of("Lobby", doors.minusHours(1), "Doors", doors, "Close", doors.plusHours(2));
            var date = new ScheduledDate(
                    BERLIN, doors.minusHours(1), doors, Optional.of(doors.plusHours(2)), AtClose.END, Optional.empty());
            gatehouse
                    .room("hall")
                    .change(before -> state.change.apply(new RoomSettings(usual.rate(), usual.capacity(), false)
                            .open(state.mode, new Schedule(List.of(date)))));
            shows("hall", state.word, state.dates, moments);
        }
    }

    /** Its dates come no more, so none is shown. */
    @Test
    void givenABrowserInAnotherZone_whenARetiredRoomIsLookedAt_thenItSaysSoAndHasNoDate() {
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Tokyo"));
        var added = gatehouse.bean(AddedRooms.class).kept();
        var settings = Map.of(
                "title",
                "Fair",
                "schedule[0].zone",
                "Europe/Berlin",
                "schedule[0].lobby",
                "2999-11-27T09:00",
                "schedule[0].doors",
                "2999-11-27T10:00");
        added.replace("fair", added.find("fair"), new Addition(settings, false));
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/fair");
        eventually("document.querySelector('[data-state]').textContent === 'Scheduled'");

        added.replace("fair", added.find("fair"), new Addition(settings, true));

        shows("fair", "Retired", "", Map.of());
        assertThat(chromium.asks("document.querySelector('[data-line]').textContent"))
                .startsWith("No places are given.");
        assertThat(chromium.violations()).isEmpty();
        added.remove("fair", added.find("fair").orElseThrow());
    }

    @Test
    void givenAFoundVisitor_whenTheSentencesAreCopied_thenTheClipboardHasThem() {
        chromium.tell(
                "Browser.grantPermissions",
                Map.of(
                        "origin",
                        gatehouse.issuer(),
                        "permissions",
                        List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
        joins("sale", 1);
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/sale/find");
        chromium.driver().findElement(By.id("what")).sendKeys("1", Keys.ENTER);
        eventually("document.querySelector('[data-copy]').hidden === false");

        chromium.driver().findElement(By.cssSelector("[data-copy]")).click();

        eventually("document.querySelector('[data-copied]').textContent === 'Copied.'");
        assertThat(chromium.asks("navigator.clipboard.readText()"))
                .startsWith("Number 1 joined at ")
                .isEqualTo(chromium.asks("document.getElementById('says').textContent"));
    }

    /**
     * A state that a room comes to by what happens in it.
     *
     * @param doors when they open, in minutes from now
     * @param close when they close, in minutes from now
     */
    private record Reached(
            String word, int doors, int close, String draw, String dates, Consumer<PanelInChromiumTest> way) {}

    private static final List<Reached> REACHED = List.of(
            new Reached("Taken", -60, 60, "", "Close", test -> {
                test.gatehouse
                        .room("hall")
                        .change(settings -> settings.admitting(Optional.of(new Stock(1, Stock.USUALLY))));
                test.gatehouse.letIn("hall", 1);
            }),
            new Reached("Drawing", 1, 60, "receipts", "Close", test -> test.aMinuteLater()),
            new Reached("Needs the public value", 1, 60, "drand round 123456", "Close", test -> {
                test.aMinuteLater();
                Stream.of(1, 2, 3).forEach(step -> test.gatehouse.tick());
            }),
            new Reached("Draw cannot be done", 30, 60, "receipts", "Doors", test -> test.exchangesItsKey()),
            new Reached("Closing", -60, 1, "", "", test -> test.aMinuteLater()));

    @Test
    void givenABrowserInAnotherZone_whenARoomHasComeToAState_thenItsDatesAreInBothZonesAndItCountsDown() {
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Tokyo"));
        for (var state : REACHED) {
            gatehouse.reopens("hall");
            var minute =
                    LocalDateTime.ofInstant(gatehouse.clock().instant(), BERLIN).truncatedTo(ChronoUnit.MINUTES);
            var doors = minute.plusMinutes(state.doors);
            var close = minute.plusMinutes(state.close);
            var date = new ScheduledDate(
                    BERLIN,
                    doors.minusHours(1),
                    doors,
                    Optional.of(close),
                    AtClose.LET_IN,
                    Optional.of(state.draw).filter(draw -> !draw.isEmpty()));
            gatehouse.room("hall").change(before -> byHand(before.open(Mode.SCHEDULED, new Schedule(List.of(date)))));
            gatehouse.tick();
            joins("hall", 2);
            state.way.accept(this);

            shows("hall", state.word, state.dates, Map.of("Doors", doors, "Close", close));
        }
        gatehouse.reopens("hall");
    }

    private void aMinuteLater() {
        gatehouse.clock().advance(Duration.ofMinutes(1));
    }

    /** As where the store was taken over without the key that had announced the draw. */
    private void exchangesItsKey() {
        var room = gatehouse.room("hall");
        var line = new Line(
                gatehouse.bean(RoomStore.class), room.id(), room.configuration().terms(), Lanes.NONE);
        var seen = line.snapshot(gatehouse.clock().instant());
        var announced = seen.draw().orElseThrow().draw();
        line.draw(seen, new LobbyDraw(announced, "0".repeat(64), 0, Optional.empty(), Optional.empty(), 0));
    }

    private void shows(String room, String word, String dates, Map<String, LocalDateTime> moments) {
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/" + room);
        eventually("document.querySelector('[data-dates]').innerText.split('Asia/Tokyo').length - 1 === "
                + (dates.isEmpty() ? 0 : dates.split(" ").length));

        assertThat(chromium.asks("document.querySelector('[data-state]').textContent"))
                .isEqualTo(word);
        if (!dates.isEmpty()) {
            var verb = dates.split(" ")[0].replace("Close", "Closes");
            assertThat(chromium.asks("document.querySelector('[data-line]').textContent"))
                    .as(word)
                    .containsPattern(verb + " in \\d");
        }
        assertThat(chromium.asks("document.querySelector('[data-dates]').innerText")
                        .replaceAll("\\s+", " ")
                        .strip())
                .as(word)
                .isEqualTo(Stream.of(dates.split(" "))
                        .filter(what -> !what.isEmpty())
                        .map(what -> what + " " + inBothZones(Objects.requireNonNull(moments.get(what))))
                        .collect(Collectors.joining(" ")));
    }

    /** Chosen on the account page; the room is paused and resumed while its page is open. */
    @Test
    void givenThePanelInGerman_whenScriptsBringAPageUpToDate_thenTheyWriteGerman() {
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Asia/Tokyo"));
        chromium.driver().get(gatehouse.issuer() + "/panel/account");
        chromium.driver()
                .findElement(By.cssSelector("[name=language][value=de]"))
                .click();
        eventually("document.querySelector('h1').innerText === 'Ihre Anmeldung'");
        var doors = LocalDateTime.of(2999, 12, 24, 18, 0);
        follows(new ScheduledDate(
                BERLIN, doors.minusHours(1), doors, Optional.empty(), AtClose.LET_IN, Optional.empty()));
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/shop");
        assertThat(chromium.asks("document.querySelector('[data-state]').innerText"))
                .isEqualTo("Geplant");
        eventually("document.querySelector('[data-dates]').innerText.includes('= 25. Dez. 2999, 02:00 Asia/Tokyo')");

        gatehouse.room("shop").change(before -> before.paused(true).open(Mode.QUEUEING, Schedule.NONE));

        eventually("document.querySelector('[data-state]').textContent === 'Pausiert'");
        assertThat(chromium.asks("document.querySelector('[data-line]').innerText"))
                .isEqualTo("Kein Besucher wird aufgerufen. Die Schlange ist leer.");
        assertThat(chromium.asks("document.querySelector('[data-says]').innerText"))
                .isEqualTo("Pausiert: Niemand wird aufgerufen, alle Plätze bleiben erhalten.");
        assertThat(chromium.complaints())
                .noneMatch(complaint -> complaint.contains("de.json") || complaint.contains("language.js"));
        gatehouse.room("shop").change(before -> before.paused(false));
        chromium.driver().get(gatehouse.issuer() + "/panel/account");
        chromium.driver()
                .findElement(By.cssSelector("[name=language][value='']"))
                .click();
        eventually("document.querySelector('h1').innerText === 'Your sign-in'");
    }

    /** The longest words of each screen, on a phone and on a desk. */
    @Test
    void givenThePanelInGerman_whenItsScreensAreSeenNarrowAndWide_thenNobodyScrollsSideways() {
        chromium.driver().get(gatehouse.issuer() + "/panel/account");
        chromium.driver()
                .findElement(By.cssSelector("[name=language][value=de]"))
                .click();
        eventually("document.documentElement.lang === 'de'");
        for (var screen : GERMAN) {
            chromium.driver().get(gatehouse.issuer() + screen);
            for (var width : List.of(1280, 390, 320)) {
                chromium.shows("light", width);
                assertThat(chromium.asks("document.documentElement.scrollWidth"))
                        .as(screen + " at " + width)
                        .isEqualTo(String.valueOf(width));
            }
        }
        chromium.shows("light", 1280);
        chromium.driver().get(gatehouse.issuer() + "/panel/account");
        chromium.driver()
                .findElement(By.cssSelector("[name=language][value='']"))
                .click();
        eventually("document.documentElement.lang === 'en'");
    }

    @AfterEach
    void asBefore() {
        chromium.driver().manage().deleteCookieNamed("gatehouse-panel-language");
        gatehouse.room("hall").change(before -> byHand(before.open(Mode.QUEUEING, Schedule.NONE)));
        chromium.tell("Emulation.setTimezoneOverride", Map.of("timezoneId", "Europe/Berlin"));
    }

    private static String inBothZones(LocalDateTime time) {
        var own = time.atZone(BERLIN).withZoneSameInstant(ZoneId.of("Asia/Tokyo"));
        var isSameDay = own.toLocalDate().equals(time.toLocalDate());
        return DATE.format(time) + " Europe/Berlin = " + (isSameDay ? TIME : DATE).format(own) + " Asia/Tokyo";
    }

    /** The notifications are real ones; the page's own call of each is written down beside. */
    @Test
    void givenABrowserThatAllowsNotifications_whenAnAlertComes_thenItIsShownOnceAndNoneOfBefore() {
        chromium.tell(
                "Browser.grantPermissions",
                Map.of("origin", gatehouse.issuer(), "permissions", List.of("notifications")));
        var script = chromium.tell(
                "Page.addScriptToEvaluateOnNewDocument", Map.of("source", AlertsInChromiumTest.WRITES_DOWN));
        sendsATest();
        eventually("document.querySelector('[data-notify-says]').innerText.startsWith('New alerts are shown')");
        eventually("localStorage.getItem('gatehouse-alerts') !== null");
        chromium.asks("localStorage.removeItem('shown')");

        sendsATest();

        eventually("JSON.parse(localStorage.getItem('shown') || '[]').length === 1");
        assertThat(chromium.asks("JSON.parse(localStorage.getItem('shown'))[0]"))
                .matches("Shop: test\\|A test by operator alice\\. Nothing is wrong\\.\\|shop-test-\\d+");
        chromium.driver().get(gatehouse.issuer() + "/panel");
        var asked = "performance.getEntriesByType('resource').filter(one => one.name.endsWith('/panel/api/alerts'))";
        eventually(asked + ".length > 1");
        assertThat(chromium.asks("JSON.parse(localStorage.getItem('shown')).length"))
                .isEqualTo("1");
        chromium.tell("Page.removeScriptToEvaluateOnNewDocument", script);
    }

    private void sendsATest() {
        gatehouse.pass(Duration.ofSeconds(6));
        chromium.driver().get(gatehouse.issuer() + "/panel/alerts");
        chromium.driver()
                .findElement(By.cssSelector("form[action$='/test'] select option[value=shop]"))
                .click();
        chromium.driver()
                .findElement(By.cssSelector("form[action$='/test'] button"))
                .click();
        eventually("location.search === '?done=alert-test'");
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

    @Test
    void givenABranding_whenAColourIsPickedAndALogoChosen_thenTheFieldsHaveThem() throws IOException {
        chromium.driver().get(gatehouse.issuer() + "/panel/rooms/shop/looks");
        eventually("document.querySelectorAll('input[type=color]').length === 8");
        var accent = "document.getElementById('light.accent')";

        chromium.asks("(() => { var picker = " + accent + ".nextSibling; picker.value = '#aa1155';"
                + " picker.dispatchEvent(new Event('input', { bubbles: true })); })()");

        assertThat(chromium.asks(accent + ".value")).isEqualTo("#aa1155");
        assertThat(chromium.asks("document.querySelector('[data-theme=light] [data-contrast]').textContent"))
                .contains("Buttons and links: 7.19, enough");
        chromium.driver().findElement(By.id("light.ink")).sendKeys("#00ff00");
        assertThat(chromium.asks("document.getElementById('light.ink').nextSibling.value"))
                .isEqualTo("#00ff00");
        assertThat(chromium.asks("document.getElementById('dark-logo').hidden")).isEqualTo("true");
        var file = Files.writeString(
                Files.createDirectories(Path.of("target")).toAbsolutePath().resolve("logo.svg"),
                "<svg xmlns='http://www.w3.org/2000/svg'/>");
        chromium.driver().findElement(By.id("dark-logo-file")).sendKeys(file.toString());
        assertThat(chromium.asks("document.getElementById('logo').value")).isEmpty();
        eventually("document.getElementById('dark-logo').value.startsWith('data:image/svg+xml;base64,')");
        assertThat(chromium.violations()).isEmpty();
    }

    /**
     * The pictures of the documents, and the same screens narrow and dark, lie in target: {@code cp
     * oidc-provider/target/screenshots/panel-*.png docs/screenshots/} takes those of the documents over.
     */
    @Test
    void givenTheScreensOfASale_whenTheyArePhotographed_thenTheyAreAsWideAsTheScreen() throws IOException {
        gatehouse.tick();
        gatehouse.pass(Duration.ofMinutes(3)); // alerts of other tests are over then
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
            chromium.shows("light", 1280);
            chromium.driver().get(gatehouse.issuer() + screen.getValue());
            assertThat(photographed(screen, 1280, "light", "target/screenshots/panel-"))
                    .isEqualTo(1280);
            assertThat(photographed(screen, 390, "dark", "target/screenshots/narrow/panel-dark-"))
                    .isEqualTo(390);
            assertThat(photographed(screen, 320, "light", "target/screenshots/narrow/panel-"))
                    .isEqualTo(320);
        }
        chromium.tell("Emulation.clearDeviceMetricsOverride", Map.of());
    }

    /**
     * As wide as the picture has become: a page that is wider would have to be scrolled. Chromium refuses a
     * picture while it navigates, so the test asks again. It then checks that the screen is still the same.
     */
    private int photographed(Map.Entry<String, String> screen, int width, String theme, String files)
            throws IOException {
        chromium.shows(theme, width);
        var picture = steadily(() -> chromium.tell(
                "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", width < 1280)));
        assertThat(chromium.asks("location.pathname")).isEqualTo(screen.getValue());
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
