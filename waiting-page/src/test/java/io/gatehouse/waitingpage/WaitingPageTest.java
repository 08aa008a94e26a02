package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.htmlunit.html.HtmlForm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.CONCURRENT)
class WaitingPageTest {

    private final StubRoom room = new StubRoom();
    private final Visitor visitor = Visitor.speaking("en-GB");

    @AfterEach
    void closeAll() {
        assertThat(visitor.scriptErrors).isEmpty();
        visitor.close();
        room.close();
    }

    @Test
    void givenAVisitorInLine_whenTheyOpenThePage_thenItShowsPlaceRangeAndThatItIsSafe() {
        visitor.opens(room.page()).waitsFor("You are in line");

        assertThat(visitor.title()).isEqualTo("3 to 7 minutes - 340 people ahead - Shop & Söhne");
        assertThat(visitor.reads("figure")).isEqualTo("340");
        assertThat(visitor.reads("estimate")).isEqualTo("3 to 7 minutes");
        assertThat(visitor.reads("position")).isEqualTo("1,341");
        assertThat(visitor.reads("lead")).startsWith("Your place is safe.");
        assertThat(visitor.reads("next")).contains("You then have 10 minutes to press it.");
        assertThat(visitor.sees("continue")).isFalse();
    }

    @Test
    void givenTheServersPage_whenItIsOpened_thenItNeedsThreeFilesAndNothingElse() {
        room.board.put("polls", List.of(Map.of("every", 300)));

        visitor.opens(room.serversPage()).waitsFor("You are in line");

        assertThat(visitor.reads("figure")).isEqualTo("340");
        assertThat(visitor.sees("choices")).isTrue();
        assertThat(room.requests)
                .hasSizeLessThanOrEqualTo(4)
                .contains("GET /rooms/shop/wait", "GET /waiting-page/texts/en.json");
    }

    @Test
    void givenTheServersPage_whenTheTurnComes_thenItAsksForThePlaceAndShowsIt() {
        visitor.opens(room.serversPage()).waitsFor("You are in line");
        room.stage("TURN", Duration.ofMinutes(10), true);

        visitor.waitsFor("It is your turn");
        assertThat(room.asked("/place")).isEqualTo(1);
    }

    @Test
    void givenTheServersPageForNobody_whenItIsOpened_thenItOffersAPlace() {
        room.knowsThePlace = false;

        visitor.opens(room.serversPage()).waitsFor("We cannot find your place");

        assertThat(visitor.sees("enter")).isTrue();
        assertThat(room.asked("/place")).isZero();
    }

    @Test
    void givenTheLobby_whenTheVisitorsClockIsWrong_thenTheCountdownGoesByTheServers() {
        isLobby(Duration.ofMinutes(30));
        visitor.opens(room.serversPage()).waitsFor("The doors are not open yet");

        visitor.runs("var real = Date.now; Date.now = function () { return real() + 3600000; };");

        room.requests.clear();
        visitor.waitsUntil("two boards more", () -> room.asked("/board") > 1);
        visitor.waitsUntil("by the server's clock", () -> visitor.secondsLeft() > 1_500);
        assertThat(visitor.secondsLeft()).isLessThanOrEqualTo(1_802);
        assertThat(visitor.reads("date")).startsWith("The doors open on ");
        assertThat(visitor.sees("facts")).isFalse();
    }

    @Test
    void givenTheLobby_whenTheCountdownEnds_thenThePageAsksForNothingThatItWouldNotAskForAnyway() {
        isLobby(Duration.ofSeconds(2));
        room.board.put("polls", List.of(Map.of("every", 300)));
        visitor.opens(room.serversPage()).waitsFor("The doors are not open yet");

        visitor.waitsUntil("the end", () -> visitor.reads("figure").equals("0:00"));

        assertThat(room.asked("/board")).isZero();
        assertThat(room.asked("/place")).isZero();
    }

    private void isLobby(Duration left) {
        var doors = Instant.now().plus(left).toString();
        room.board.put("phase", "LOBBY");
        room.board.put("doors", Map.of("lobby", doors, "open", doors, "zone", "UTC"));
    }

    @Test
    void givenAClaimWindowOfSeconds_whenThePageIsOpened_thenItReadsAsSuch() {
        room.board.put("claimWindow", 25);

        visitor.opens(room.page()).waitsFor("You are in line");

        assertThat(visitor.reads("next")).contains("You then have 25 seconds to press it.");
    }

    @Test
    void givenTheLineMoves_whenThePageReadsTheBoard_thenItShowsItAndDoesNotAskForThePlaceAgain() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.board.put("serving", 1170);

        visitor.waitsUntil("170 ahead", () -> visitor.reads("figure").equals("170"));

        assertThat(visitor.reads("progress-text"))
                .isEqualTo("170 of 340 people ahead of you have had their turn since you came here.");
        assertThat(visitor.attribute("bar", "value")).isEqualTo("50");
        assertThat(room.asked("/place")).isEqualTo(1);
    }

    @Test
    void givenALineThatWasLost_whenTheBoardSaysSo_thenThePageReportsBackOnce() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.board.put("recovery", 1341);

        visitor.waitsUntil("asked once more", () -> room.asked("/place") == 2);
        long before = room.asked("/board");
        visitor.waitsUntil("three more boards", () -> room.asked("/board") > before + 2);

        assertThat(room.asked("/place")).isEqualTo(2);
        assertThat(visitor.reads("headline")).isEqualTo("You are in line");
    }

    @Test
    void givenALineThatIsLostAgain_whenTheBoardSaysSo_thenThePageReportsBackAgain() {
        room.board.put("recovery", 2000);
        visitor.opens(room.page()).waitsFor("You are in line");
        assertThat(room.asked("/place")).isEqualTo(1);

        room.board.put("recovery", 3000);

        visitor.waitsUntil("asked once more", () -> room.asked("/place") == 2);
    }

    @Test
    void givenALineThatWasLostBeforeTheyCame_whenTheBoardSaysSo_thenThePageDoesNotAsk() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.board.put("recovery", 1340);

        long before = room.asked("/board");
        visitor.waitsUntil("three more boards", () -> room.asked("/board") > before + 2);

        assertThat(room.asked("/place")).isEqualTo(1);
    }

    @Test
    void givenAnOlderBoardFromACache_whenThePageReadsIt_thenNothingGoesBack() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.board.put("serving", 1170);
        visitor.waitsUntil("170 ahead", () -> visitor.reads("figure").equals("170"));

        room.board.put("serving", 1100);
        long before = room.asked("/board");
        visitor.waitsUntil("two more boards", () -> room.asked("/board") > before + 1);

        assertThat(visitor.reads("figure")).isEqualTo("170");
    }

    @Test
    void givenAPageThatIsLoadedAgain_whenTheLineHasMoved_thenTheBarGoesOnWhereItWas() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.board.put("serving", 1170);

        visitor.opens(room.page()).waitsFor("You are in line");

        assertThat(visitor.attribute("bar", "value")).isEqualTo("50");
    }

    @Test
    void givenTheLineGetsSlower_whenTheEstimateGrows_thenThePageSaysWhy() {
        visitor.opens(room.page()).waitsFor("You are in line");
        var slower = new HashMap<>(StubRoom.forecast(450, 900));
        slower.put("change", "slower");
        room.board.put("forecast", slower);

        visitor.waitsUntil("a longer wait", () -> visitor.reads("estimate").equals("8 to 20 minutes"));

        assertThat(visitor.reads("notice")).contains("more slowly").contains("has grown");
        assertThat(visitor.reads("score")).isEqualTo("Forecasts of the wait that were right so far: 9 of 10.");
    }

    @Test
    void givenAnEstimateThatGrewByChance_whenThePageIsRead_thenItDoesNotSayThatTheLineIsSlower() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.board.put("forecast", StubRoom.forecast(450, 900));

        visitor.waitsUntil("a longer wait", () -> visitor.reads("estimate").equals("8 to 20 minutes"));

        assertThat(visitor.sees("notice")).isFalse();
    }

    @Test
    void givenALineLetInByHand_whenThePageIsOpened_thenItSaysWhyTheWaitIsNotKnown() {
        room.board.put("forecast", Map.of("by", "by-hand", "points", List.of(), "kept", 0, "judged", 0));

        visitor.opens(room.page()).waitsFor("You are in line");

        assertThat(visitor.reads("estimate")).isEqualTo("People are let in by hand, so the wait is not known");
        assertThat(visitor.sees("score")).isFalse();
    }

    @Test
    void givenALineThatEndsBefore_whenThePageIsOpened_thenItSaysSo() {
        var ends = new HashMap<>(StubRoom.forecast(200, 360));
        ends.put("most", 300);
        room.board.put("forecast", ends);

        visitor.opens(room.page()).waitsFor("You are in line");

        assertThat(visitor.reads("estimate")).isEqualTo("At this speed the doors close before your turn");
    }

    @Test
    void givenTheTurnComes_whenThePageNotices_thenTitleAlertIconAndButtonSayIt() {
        room.place.put("position", 1054);
        visitor.opens(room.page()).waitsFor("You are in line");
        String icon = visitor.attribute("icon", "href");
        assertThat(icon).contains("%3E53%3C/text%3E%3C/svg%3E");
        room.stage("TURN", Duration.ofMinutes(10), true);

        visitor.waitsFor("It is your turn");

        assertThat(visitor.title()).isEqualTo("Your turn - Shop & Söhne");
        assertThat(visitor.reads("alert")).startsWith("It is your turn. Please press Continue. You have 9 minutes");
        assertThat(visitor.attribute("icon", "href")).isNotEqualTo(icon).doesNotContain("text");
        assertThat(visitor.reads("figure")).matches("9:\\d\\d");
        assertThat(visitor.attribute("figures", "role")).isEqualTo("timer");
        assertThat(visitor.sees("extend")).isTrue();
        assertThat(room.asked("POST")).isZero();
    }

    @Test
    void givenATurn_whenContinueIsPressed_thenTheRequestIsPostedToTheRoom() {
        room.stage("TURN", Duration.ofMinutes(10), false);
        visitor.opens(room.page()).waitsFor("It is your turn");
        assertThat(visitor.sees("extend")).isFalse();

        visitor.presses("#continue button");

        assertThat(room.requests).contains("POST /rooms/shop/continue request=R-1");
    }

    @Test
    void givenAVisitorWhoWantsToHearOfTheTurn_whenTheySaySo_thenTheSoundIsFetchedAndHeardAtOnceAndAtTheTurn() {
        visitor.opens(room.page()).waitsFor("You are in line");
        assertThat(room.asked("GET /waiting-page/chime.js")).isZero();
        visitor.runs("heard = 0; window.AudioContext = function () { var any = function () {};"
                + " this.createGain = function () { return { connect: any, gain: { setValueAtTime: any,"
                + " exponentialRampToValueAtTime: any } }; }; this.createOscillator = function () {"
                + " return { connect: any, frequency: {}, start: function () { heard++; }, stop: any }; }; };");

        visitor.presses("#chime");
        visitor.waitsUntil("a first sound", () -> visitor.runs("String(heard)").equals("1"));
        room.stage("TURN", Duration.ofMinutes(10), true);
        visitor.waitsFor("It is your turn");

        assertThat(visitor.runs("String(heard)")).isEqualTo("2");
    }

    @Test
    void givenAVisitorWhoWantsToBeTakenIn_whenTheTurnComes_thenThePageGoesOnByItselfOnce() {
        visitor.opens(room.page()).waitsFor("You are in line");
        visitor.presses("#auto");
        room.stage("TURN", Duration.ofMinutes(10), true);
        visitor.waitsUntil("the claim", () -> room.asked("POST /rooms/shop/continue request=R-1") == 1);

        visitor.waitsUntil("the answer", () -> visitor.title().equals("Posted"));

        visitor.opens(room.page()).waitsFor("It is your turn");

        assertThat(visitor.runs("document.getElementById('auto').checked")).isEqualTo(true);
        assertThat(room.asked("POST")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"300, status, You have 5 minutes left to continue.", "20, alert, You have 20 seconds left to continue."
    })
    void givenATurn_whenTimeGetsShort_thenAMarkIsSpokenAndNotEverySecond(long mark, String region, String words) {
        room.stage("TURN", Duration.ofMinutes(10), true);
        visitor.opens(room.page()).waitsFor("It is your turn");
        visitor.stopsItsClock();
        visitor.passes(visitor.secondsLeft() - mark - 1);
        visitor.waitsUntil("the second before", () -> visitor.secondsLeft() == mark + 1);
        String before = visitor.reads(region);

        visitor.passes(1);
        visitor.waitsUntil("the mark", () -> visitor.secondsLeft() == mark);
        String atTheMark = visitor.reads(region);
        visitor.passes(1);
        visitor.waitsUntil("the second after", () -> visitor.secondsLeft() == mark - 1);

        assertThat(before).isNotEqualTo(words);
        assertThat(atTheMark).isEqualTo(words);
        assertThat(visitor.reads(region)).isEqualTo(words);
    }

    @Test
    void givenAVisitorInLine_whenNumbersFallWithinAMinute_thenTheReaderIsLeftInPeace() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.board.put("serving", 1300);

        visitor.waitsUntil("40 ahead", () -> visitor.reads("figure").equals("40"));

        assertThat(visitor.reads("status") + visitor.reads("alert")).isEmpty();
    }

    @Test
    void givenTheRoomIsAwayAtFirst_whenThePageIsOpened_thenItIsCalmAndFindsThePlaceLater() {
        room.reachable = false;
        visitor.opens(room.page());
        visitor.waitsUntil("a calm word", () -> visitor.reads("notice").contains("Your place is safe"));

        room.reachable = true;

        visitor.waitsFor("You are in line");
    }

    @Test
    void givenATurnThatRunsOut_whenTheTimeIsOver_thenThePageAsksAndOffersTheNextTurn() {
        room.stage("TURN", Duration.ofMinutes(10), false);
        visitor.opens(room.page()).waitsFor("It is your turn");
        visitor.stopsItsClock();
        room.place.put("stage", "LAPSED");
        visitor.passes(visitor.secondsLeft());

        visitor.waitsUntil("no button that comes too late", () -> !visitor.sees("continue"));
        visitor.waitsFor("Your turn went by");
        visitor.presses("#return button");

        assertThat(room.requests).contains("POST /rooms/shop/return request=R-1");
    }

    @Test
    void givenASecondChance_whenASlotIsFree_thenThePageNoticesThoughTheCounterStandsStill() {
        room.board.put("serving", 1341);
        room.stage("RETURNING");
        visitor.opens(room.page()).waitsFor("One of the next turns is yours");

        room.stage("TURN", Duration.ofMinutes(10), true);

        visitor.waitsFor("It is your turn");
    }

    @Test
    void givenAVisitorWhoHasComeLate_whenASlotIsFree_thenThePageGoesInByItself() {
        room.board.put("serving", 1341);
        room.stage("READY");
        visitor.opens(room.page()).waitsFor("One moment, the next free place is yours");
        assertThat(visitor.sees("continue")).isFalse();

        room.stage("TURN", Duration.ofMinutes(9), true);

        visitor.waitsUntil("it goes in", () -> room.asked("POST /rooms/shop/continue") == 1);
    }

    @ParameterizedTest
    @CsvSource({
        "LAPSED, Your turn went by, return",
        "ADMITTED, You are in, continue",
        "COMPLETED, Your visit is complete, enter",
        "ABANDONED, Your visit has ended, enter",
        "EXPIRED, Your time has run out, enter",
        "LEFT, You have left the line, enter"
    })
    void givenAStage_whenThePageIsOpened_thenItSaysSoAndOffersTheWayOn(String stage, String headline, String way) {
        room.stage(stage);

        visitor.opens(room.page()).waitsFor(headline);

        for (String one : new String[] {"return", "continue", "enter"}) {
            assertThat(visitor.sees(one)).as(one).isEqualTo(one.equals(way));
        }
        assertThat(visitor.reads("alert"))
                .as("a page that is read anyway need not speak")
                .isEmpty();
    }

    @Test
    void givenAVisitThatHasJustEnded_whenThePageIsOpened_thenItOffersTheWayBackWhileTheGraceLasts() {
        room.stage("EXPIRED", Duration.ofMinutes(4), false);

        visitor.opens(room.page()).waitsFor("Your time has run out");

        assertThat(visitor.sees("return")).isTrue();
        assertThat(visitor.sees("enter")).isFalse();
        assertThat(visitor.reads("lead")).startsWith("You are not back at the end");
        assertThat(visitor.reads("label")).isEqualTo("left to ask for it");
    }

    @Test
    void givenAPageOfACdn_whenItsRoomHasLooks_thenItHasThemTooAndWithoutLooksItAsksForNone() {
        room.board.put("words", "e1");
        room.words.put("edition", "e1");
        visitor.opens(room.page()).waitsFor("You are in line");
        assertThat(visitor.runs("'' + document.getElementById('looks')")).isEqualTo("null");

        room.words.putAll(Map.of("edition", "e2", "looks", true));
        room.board.put("words", "e2");

        visitor.waitsUntil("the looks", () -> visitor.runs(
                        "var l = document.getElementById('looks'); l ? l.getAttribute('href') : ''")
                .equals("/rooms/shop/looks/e2"));
    }

    @Test
    void givenANewOpening_whenThePageNotices_thenItIsSorryAndLeadsToANewPlace() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.stage("EXPIRED");
        room.board.put("opening", 4);
        room.board.put("serving", 0);

        visitor.waitsFor("The line has started anew");

        assertThat(visitor.reads("alert")).startsWith("The line has started anew.");
        assertThat(visitor.attribute("enter-link", "href")).isEqualTo("/rooms/shop/enter?request=R-1");
    }

    @Test
    void givenABrowserWithoutAPlace_whenThePageIsOpened_thenItLeadsToANewPlaceAndStopsAsking() {
        room.knowsThePlace = false;

        visitor.opens(room.page()).waitsFor("We cannot find your place");

        assertThat(visitor.sees("enter")).isTrue();
        assertThat(visitor.sees("leave")).isFalse();
    }

    @Test
    void givenAPausedRoom_whenThePageNotices_thenItSaysSoAtOnceAndCalmly() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.board.put("paused", true);

        visitor.waitsFor("The line is paused");

        assertThat(visitor.reads("alert")).contains("Your place is safe");
        assertThat(visitor.reads("estimate")).isEqualTo("Paused");
    }

    @Test
    void givenNobodyIsAhead_whenThePageReadsTheBoard_thenItSaysNext() {
        room.board.put("serving", 1340);

        visitor.opens(room.page()).waitsFor("You are next");

        assertThat(visitor.reads("estimate")).isEqualTo("Up to 1 minute");
    }

    @Test
    void givenNoForecastYet_whenThePageIsOpened_thenItSaysThatItCannotSay() {
        room.board.remove("forecast");

        visitor.opens(room.page()).waitsFor("You are in line");

        assertThat(visitor.reads("estimate")).isEqualTo("We cannot say yet");
        assertThat(visitor.title()).isEqualTo("340 people ahead - Shop & Söhne");
    }

    @Test
    void givenTheRoomCannotBeReached_whenItComesBack_thenThePageNeverLostThePlace() {
        visitor.opens(room.page()).waitsFor("You are in line");
        room.reachable = false;
        visitor.waitsUntil("a calm word", () -> visitor.reads("notice").contains("Your place is safe"));
        assertThat(visitor.reads("figure")).isEqualTo("340");

        room.reachable = true;
        room.board.put("serving", 1001);
        visitor.runs("window.dispatchEvent(new Event('online'))");

        visitor.waitsUntil("the next number", () -> visitor.reads("figure").equals("339"));
        assertThat(visitor.sees("notice")).isFalse();
        assertThat(visitor.reads("status")).contains("Your place was kept");
    }

    @Test
    void givenUpdatesArePaused_whenTheLineMoves_thenTheNumberStandsStillButTheTurnIsTold() {
        visitor.opens(room.page()).waitsFor("You are in line");
        visitor.presses("#freeze");
        room.board.put("serving", 1100);
        long before = room.asked("/board");
        visitor.waitsUntil("two more boards", () -> room.asked("/board") > before + 1);
        assertThat(visitor.reads("figure")).isEqualTo("340");
        assertThat(visitor.reads("notice")).startsWith("Updates are paused.");

        room.stage("TURN", Duration.ofMinutes(10), false);

        visitor.waitsFor("It is your turn");
    }

    @Test
    void givenAVisitorWhoLeaves_whenTheyConfirm_thenTheRequestIsPosted() {
        visitor.opens(room.page()).waitsFor("You are in line");

        visitor.presses("#leave summary");
        visitor.presses("#leave button");

        assertThat(room.requests).contains("POST /rooms/shop/leave request=R-1");
    }

    @Test
    void givenAHostileRequest_whenThePageIsOpened_thenItGoesIntoFieldsAndLinksEncoded() {
        visitor.opens(room.address("/waiting-page/index.html?room=shop&request=%22%3E%3Cscript%3E%26a%3D1%2Bb+c"))
                .waitsFor("You are in line");

        HtmlForm form = (HtmlForm) visitor.page().getElementById("continue");
        assertThat(form.getInputByName("request").getValue()).isEqualTo("\"><script>&a=1+b c");
        assertThat(visitor.attribute("enter-link", "href"))
                .isEqualTo("/rooms/shop/enter?request=%22%3E%3Cscript%3E%26a%3D1%2Bb%20c");
    }

    @Test
    void givenAnUnknownLanguage_whenThePageIsOpened_thenItSpeaksEnglishAndElseTheVisitorsOwn() {
        try (Visitor german = Visitor.speaking("de-AT");
                Visitor klingon = Visitor.speaking("tlh")) {
            german.opens(room.page()).waitsFor("Sie stehen in der Schlange");
            klingon.opens(room.page()).waitsFor("You are in line");

            assertThat(german.page().getDocumentElement().getAttribute("lang")).isEqualTo("de");
            assertThat(german.reads("position")).isEqualTo("1.341");
            assertThat(klingon.page().getDocumentElement().getAttribute("dir")).isEqualTo("ltr");
        }
    }
}
