package io.gatehouse.panel.room;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.panel.answer.PanelPaths;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.htmlunit.WebClient;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The screens in a browser, with scripts and without. */
@PanelTest
class ScreensTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenAnOperator_whenTheySignIn_thenTheySeeEveryRoom(boolean scripts, Desk desk) throws IOException {
        try (var browser = browser(scripts)) {
            var rooms = signIn(browser, desk, "/panel");

            assertThat(rooms.asNormalizedText()).contains("Rooms", "Shop", "Town <hall>", "Club", "alice");
            assertThat(rooms.querySelectorAll("article[data-room]")).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenARoomByHand_whenAnOperatorLetsSomeIn_thenTheScreenShowsThemCalled(boolean scripts, Desk desk)
            throws IOException {
        desk.visitors("hall", 5);
        try (var browser = browser(scripts)) {
            var room = signIn(browser, desk, "/panel/rooms/hall");

            var after = send(form(room, "let-in"), "count", "3");

            assertThat(counter(after, "turns")).isEqualTo("3");
            assertThat(counter(after, "waiting")).isEqualTo("2");
            assertThat(after.asNormalizedText()).contains("Let in: they are called as the line allows.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenARoom_whenAnOperatorPausesAndResumes_thenTheScreenSaysSo(boolean scripts, Desk desk) throws IOException {
        try (var browser = browser(scripts)) {
            var paused = send(form(signIn(browser, desk, "/panel/rooms/shop"), "pause"));
            assertThat(paused.querySelector("[data-state]").getTextContent()).isEqualTo("Paused");

            var resumed = send(form(paused, "resume"));

            assertThat(resumed.querySelector("[data-state]").getTextContent()).isEqualTo("Open");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenTwoOperators_whenBothChangeSettings_thenTheSecondIsToldAndMayTryAgain(boolean scripts, Desk desk)
            throws IOException {
        try (var browser = browser(scripts)) {
            var seenByBoth = form(signIn(browser, desk, "/panel/rooms/shop"), "settings");
            desk.send(
                    "PATCH",
                    "/panel/api/rooms/shop",
                    "{\"capacity\":400}",
                    "Authorization",
                    "Bearer writes",
                    "If-Match",
                    desk.etag("shop"));

            var refused = send(seenByBoth, "rate", "300/1m");

            assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(412);
            assertThat(refused.asNormalizedText()).contains("someone has changed the settings since you looked");
            assertThat(desk.room("shop").path("settings").path("rate").asString())
                    .isEqualTo("200/1m");
            var saved = send(form(refused, "settings"), "capacity", "450");
            assertThat(saved.asNormalizedText()).contains("Settings saved.");
            assertThat(desk.room("shop").path("settings").toString())
                    .isEqualTo(
                            "{\"rate\":\"300/1m\",\"capacity\":450,\"paused\":false,\"mode\":\"queueing\",\"schedule\":[]}");
            HtmlPage question = saved.getAnchorByText("Back to the configured settings\u2026")
                    .click();
            assertThat(question.asNormalizedText()).contains("rate", "300/1m \u2192 200/1m", "450 \u2192 500");
            var reset = send(form(question, "settings/reset"));
            assertThat(reset.asNormalizedText()).contains("Back to the configured settings.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenNonsenseInAForm_whenItIsSent_thenItComesBackWithTheReason(boolean scripts, Desk desk) throws IOException {
        try (var browser = browser(scripts)) {
            var room = signIn(browser, desk, "/panel/rooms/shop");

            var answer = send(form(room, "settings"), "rate", "<b>fast</b>");

            assertThat(answer.getWebResponse().getStatusCode()).isEqualTo(400);
            assertThat(answer.asNormalizedText()).contains("Rate: a rate looks like 200/1m", "<b>fast</b>");
            assertThat(form(answer, "settings").getInputByName("rate").getValue())
                    .isEqualTo("<b>fast</b>");
        }
    }

    @Test
    void givenADrawSourceWithASlip_whenItIsTyped_thenTheFormNamesTheChoicesAndNothingChanges(Desk desk)
            throws IOException {
        try (var browser = browser(false)) {
            var form = form(signIn(browser, desk, "/panel/rooms/shop/schedule"), "schedule");
            fills(form, 0, "UTC", "2999-11-27T09:00", "2999-11-27T10:00", "");
            form.getSelectByName("dates-0-order").setSelectedAttribute("source", true);
            form.getInputByName("dates-0-source").setValue("reciepts");

            var answer = send(form);

            assertThat(answer.getWebResponse().getStatusCode()).isEqualTo(400);
            assertThat(answer.asNormalizedText())
                    .contains("Date 1, Source: must be \"receipts\", or the name or address");
            assertThat(desk.room("shop").path("settings").path("schedule").isEmpty())
                    .isTrue();
        }
    }

    @Test
    void givenSeveralFaultsInAForm_whenItIsSent_thenEachStandsAtItsFieldInTheFieldsWords(Desk desk) throws IOException {
        try (var browser = browser(false)) {
            var settings = form(signIn(browser, desk, "/panel/rooms/shop"), "settings");
            settings.getInputByName("rate").setValue("fast");
            settings.getInputByName("stock").setValue("many");
            settings.getInputByName("consumedBy").setValue("completed");

            var answer = send(settings);

            assertThat(answer.asNormalizedText())
                    .contains("3 fields need another value")
                    .contains("Rate: a rate looks like", "Stock: must be a whole number")
                    .contains("Consumed by: needs a stock")
                    .doesNotContain("gatehouse.");
            isAtItsField(answer, "rate");
            isAtItsField(answer, "stock");
            assertThat(answer.getHtmlElementById("capacity").hasAttribute("aria-invalid"))
                    .isFalse();
        }
    }

    @Test
    void givenSeveralFaultsInASchedule_whenItIsSent_thenEachStandsAtItsField(Desk desk) throws IOException {
        try (var browser = browser(false)) {
            var settings = form(signIn(browser, desk, "/panel/rooms/shop/schedule"), "schedule");
            fills(settings, 0, "Mars", "", "27.11.2026 10:00", "");

            var first = send(settings);
            var again = form(first, "schedule");
            fills(again, 0, "UTC", "2999-11-27T09:00", "2999-11-27T08:00", "2999-11-27T07:00");
            var second = send(again);

            assertThat(first.asNormalizedText())
                    .contains("3 fields need another value", "Date 1, Zone: must be a time zone")
                    .contains(
                            "Date 1, Lobby: is needed", "Date 1, Doors: must be a date and time like 2026-11-27T10:00")
                    .doesNotContain("gatehouse.");
            isAtItsField(first, "dates-0-doors", "");
            assertThat(second.asNormalizedText())
                    .contains("Date 1, Lobby: must not be after doors", "Date 1, Close: must be after doors");
            assertThat(desk.room("shop").path("settings").path("schedule").isEmpty())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenTheFormOfASchedule_whenDatesAreAddedChangedAndTakenOut_thenTheyAreWhatWasFilledIn(
            boolean scripts, Desk desk) throws IOException {
        try (var browser = browser(scripts)) {
            var form = form(signIn(browser, desk, "/panel/rooms/shop/schedule"), "schedule");
            form.getSelectByName("mode").setSelectedAttribute("scheduled", true);
            fills(form, 0, "Europe/Berlin", "2999-11-27T09:00", "2999-11-27T10:00", "2999-11-27T18:00");
            form.getSelectByName("dates-0-order").setSelectedAttribute("receipts", true);
            form.getSelectByName("dates-0-atClose").setSelectedAttribute("end", true);

            var added = send(form);
            assertThat(added.asNormalizedText()).contains("Schedule saved.", "27 Nov 2999, 10:00 Europe/Berlin");
            form = form(added, "schedule");
            fills(form, 1, "Europe/Berlin", "2999-11-27T17:00", "2999-11-28T10:00", "");
            var overlapping = send(form);
            assertThat(overlapping.asNormalizedText())
                    .contains("Date 1, Close: must be set, and not after the lobby of");
            form = form(overlapping, "schedule");
            form.getInputByName("dates-1-lobby").setAttribute("value", "2999-11-28T09:00");
            form.getSelectByName("dates-1-order").setSelectedAttribute("source", true);
            form.getInputByName("dates-1-source").setValue("drand round 123456");
            var both = send(form);
            var lines = dates(desk);
            form = form(both, "schedule");
            form.getInputByName("dates-0-remove").setChecked(true);
            send(form);

            assertThat(lines)
                    .containsExactly(
                            "2999-11-27T10:00 2999-11-27T18:00 end receipts",
                            "2999-11-28T10:00  let-in drand round 123456");
            assertThat(dates(desk)).containsExactly("2999-11-28T10:00  let-in drand round 123456");
        }
    }

    @Test
    void givenASourceOfADraw_whenTheOrderIsAnotherOne_thenItIsNotDropped(Desk desk) throws IOException {
        try (var browser = browser(false)) {
            var form = form(signIn(browser, desk, "/panel/rooms/shop/schedule"), "schedule");
            fills(form, 0, "UTC", "2999-11-27T09:00", "2999-11-27T10:00", "");
            form.getInputByName("dates-0-source").setValue("drand round 123456");

            var refused = send(form);
            var again = form(refused, "schedule");
            again.getSelectByName("dates-0-order").setSelectedAttribute("source", true);
            send(again);

            assertThat(refused.asNormalizedText()).contains("must be empty, unless the draw is by an outside source");
            assertThat(dates(desk)).containsExactly("2999-11-27T10:00  let-in drand round 123456");
            assertThat(desk.room("shop").path("settings").path("mode").asString())
                    .as("dates that a room has got count")
                    .isEqualTo("scheduled");
        }
    }

    @Test
    void givenDatesOfAnotherOperator_whenAStaleFormIsSentTwice_thenTheyAreKept(Desk desk) throws IOException {
        try (var browser = browser(false);
                var second = browser(false)) {
            var stale = form(signIn(browser, desk, "/panel/rooms/shop/schedule"), "schedule");
            var other = form(signIn(second, desk, "/panel/rooms/shop/schedule"), "schedule");
            fills(other, 0, "UTC", "2999-11-27T09:00", "2999-11-27T10:00", "");
            send(other);
            fills(stale, 0, "UTC", "2999-12-27T09:00", "2999-12-27T10:00", "");

            var once = send(stale);
            var twice = send(form(once, "schedule"));

            assertThat(twice.getWebResponse().getStatusCode()).isEqualTo(412);
            assertThat(dates(desk)).containsExactly("2999-11-27T10:00  let-in ");
        }
    }

    private static List<String> dates(Desk desk) {
        return desk.room("shop")
                .path("settings")
                .path("schedule")
                .valueStream()
                .map(date -> Stream.of("doors", "close", "atClose", "draw")
                        .map(name -> date.path(name).asString(""))
                        .collect(Collectors.joining(" ")))
                .toList();
    }

    private static void fills(HtmlForm form, int row, String zone, String lobby, String doors, String close) {
        form.getInputByName("dates-" + row + "-zone").setValue(zone);
        Map.of("lobby", lobby, "doors", doors, "close", close)
                .forEach((field, text) ->
                        form.getInputByName("dates-" + row + "-" + field).setAttribute("value", text));
    }

    private static void isAtItsField(HtmlPage page, String field) {
        isAtItsField(page, field, field + "-hint");
    }

    private static void isAtItsField(HtmlPage page, String field, String hint) {
        var element = page.getHtmlElementById(field);
        var described = element.getAttribute("aria-describedby").split(" ");
        assertThat(element.getAttribute("aria-invalid")).as(field).isEqualTo("true");
        assertThat(String.join(" ", described)).as(field).isEqualTo((field + "-fault " + hint).strip());
        assertThat(page.getHtmlElementById(described[0]).getTextContent()).isNotBlank();
        assertThat(page.getAnchorByHref("#" + field)).isNotNull();
    }

    @Test
    void givenWordsToVisitors_whenAnOperatorWritesThem_thenTheyAreKeptAndOthersAreNotOverwrittenUnseen(Desk desk)
            throws IOException {
        try (var browser = browser(false)) {
            var words = signIn(browser, desk, "/panel/rooms/shop/words");
            form(words, "words")
                    .getTextAreaByName("texts.en")
                    .setText("NEXT.headline = <b>Soon</b>\nleave = Go = away");

            var saved = says(words, "always.en", "Late, see [news](https://shop.example/news)");
            var stale = says(words, "always.en", "Nothing new");
            var refused = says(stale, "paused.de", "\u0007");

            assertThat(saved.asNormalizedText()).contains("Pages say it within a tick.", "leave = Go = away");
            assertThat(desk.get("/panel/api/rooms/shop/words", "Authorization", "Bearer reads")
                            .body())
                    .isEqualTo(
                            """
                            {"messages":{"always":{"severity":"info","text":{"en":"Late, see [news](https://shop.example/news)"}}},"texts":{"en":{"NEXT.headline":"<b>Soon</b>","leave":"Go = away"}}}""");
            assertThat(stale.getWebResponse().getStatusCode()).isEqualTo(412);
            assertThat(refused.getWebResponse().getStatusCode()).isEqualTo(400);
            assertThat(refused.asNormalizedText()).contains("must be plain text", "Nothing new");
        }
    }

    private static HtmlPage says(HtmlPage page, String field, String text) throws IOException {
        var form = form(page, "words");
        form.getTextAreaByName(field).setText(text);
        return send(form);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenAnAdmission_whenAnOperatorFindsAndEndsIt_thenItsSlotIsFree(boolean scripts, Desk desk)
            throws IOException {
        desk.admitted("club");
        try (var browser = browser(scripts)) {
            var place = send(form(signIn(browser, desk, "/panel/rooms/club"), "place"), "number", "1");
            assertThat(place.asNormalizedText()).contains("Number 1", "Inside");

            var after = send(form(place, "end"));

            assertThat(counter(after, "admitted")).isEqualTo("0");
            assertThat(after.asNormalizedText()).contains("Admission ended.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenANewOpening_whenAnOperatorAsksForIt_thenTheyAreAskedFirst(boolean scripts, Desk desk) throws IOException {
        desk.visitors("hall", 4);
        try (var browser = browser(scripts)) {
            var room = signIn(browser, desk, "/panel/rooms/hall/schedule");

            HtmlPage question = room.getAnchorByText("New opening…").click();

            assertThat(question.asNormalizedText()).contains("Start Town <hall> anew?", "4 in line lose their place");
            assertThat(desk.room("hall").path("opening").asLong()).isEqualTo(1);
            var after = send(form(question, "openings"));
            assertThat(counter(after, "opening")).isEqualTo("2");
            assertThat(desk.room("hall").path("waiting").asLong()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givenAnOperator_whenTheySignOut_thenTheScreensAreClosed(boolean scripts, Desk desk) throws IOException {
        try (var browser = browser(scripts)) {
            var page = signIn(browser, desk, "/panel");

            send((HtmlForm) page.querySelector("form.who"));

            HtmlPage again = browser.getPage(desk.address("/panel"));
            assertThat(again.getUrl().getPath()).isEqualTo(PanelPaths.SIGN_IN);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/panel", "/panel/rooms/hall"})
    void givenAScreenLeftOpen_whenTheRoomChanges_thenTheCountersFollow(String screen, Desk desk) throws IOException {
        try (var browser = browser(true)) {
            var page = signIn(browser, desk, screen);

            desk.post("/panel/api/rooms/hall/pause", "", "Authorization", "Bearer writes");
            desk.visitors("hall", 1340);

            waitFor(browser, () -> counter(page, "waiting").equals("1,340"));
            assertThat(page.querySelector("[data-room=hall] [data-state]").getTextContent())
                    .isEqualTo("Paused");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/panel", "/panel/rooms/hall"})
    void givenAScreenLeftOpen_whenADrawBeginsToWaitForItsValue_thenTheButtonToItAppears(String screen, Desk desk)
            throws IOException {
        try (var browser = browser(true)) {
            var page = signIn(browser, desk, screen);
            HtmlElement needs = page.querySelector("[data-room=hall] [data-needs]");
            assertThat(needs.isDisplayed()).isFalse();

            desk.waitsForItsValue("hall");

            waitFor(browser, needs::isDisplayed);
            assertThat(needs.asNormalizedText())
                    .contains("Town <hall> needs you", "from drand round 123456.", "Tell the public value");
            assertThat(page.querySelector("[data-room=hall] [data-state]").getTextContent())
                    .isEqualTo("Needs the public value");
        }
    }

    @Test
    void givenAScreenLeftOpen_whenTheSignInEnds_thenItAsksToSignInAgain(Desk desk) throws IOException {
        try (var browser = browser(true)) {
            signIn(browser, desk, "/panel/rooms/hall");

            desk.later(Duration.ofHours(1));

            waitFor(browser, () -> isAtSignIn(browser));
        }
    }

    private static boolean isAtSignIn(WebClient browser) {
        return browser.getCurrentWindow().getEnclosedPage().getUrl().getPath().equals(PanelPaths.SIGN_IN);
    }

    /** The page asks again, without its two seconds in between, until the test sees what it looks for. */
    private static void waitFor(WebClient browser, BooleanSupplier seen) {
        for (var left = 20; left > 0 && !seen.getAsBoolean(); left--) {
            ScriptsByHand.goOn(browser);
        }
        assertThat(seen.getAsBoolean()).isTrue();
    }

    private static WebClient browser(boolean scripts) {
        var browser = new WebClient();
        browser.setJavaScriptEngine(new ScriptsByHand(browser));
        browser.getOptions().setJavaScriptEnabled(scripts);
        browser.getOptions().setCssEnabled(false);
        browser.getOptions().setThrowExceptionOnFailingStatusCode(false);
        return browser;
    }

    private static HtmlPage signIn(WebClient browser, Desk desk, String screen) throws IOException {
        HtmlPage page = browser.getPage(desk.address(screen));
        var form = page.getForms().get(0);
        form.getInputByName("name").setValue("alice");
        return send(form, "password", Desk.PASSWORD);
    }

    private static HtmlForm form(HtmlPage page, String act) {
        return page.querySelector("form[action$='/" + act + "']");
    }

    private static HtmlPage send(HtmlForm form, String field, String value) throws IOException {
        HtmlInput input = form.getInputByName(field);
        input.setValue(value);
        return send(form);
    }

    private static HtmlPage send(HtmlForm form) throws IOException {
        HtmlElement button = form.querySelector("button");
        return button.click();
    }

    private static String counter(HtmlPage page, String name) {
        var room = page.querySelector("[data-room=hall]") != null ? "[data-room=hall] " : "";
        return page.querySelector(room + "[data-counter=" + name + "]").getTextContent();
    }
}
