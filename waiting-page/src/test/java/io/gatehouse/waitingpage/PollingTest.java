package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script's pure functions, asked one by one in a browser. */
class PollingTest {

    private static final String BOARD = "{opening: 3, serving: 1000, polls: [{ahead: 50, every: 2},"
            + " {ahead: 500, every: 5}, {ahead: 5000, every: 15}, {every: 30}]}";
    private static final StubRoom ROOM = new StubRoom();
    private static final Visitor VISITOR = Visitor.speaking("en");

    @BeforeAll
    static void open() {
        VISITOR.opens(ROOM.page()).waitsFor("You are in line");
    }

    @AfterAll
    static void close() {
        VISITOR.close();
        ROOM.close();
    }

    private static Object asks(String expression) {
        return VISITOR.runs("String(waitingPage." + expression + ")");
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "50, 2", "51, 5", "500, 5", "501, 15", "5000, 15", "5001, 30", "1000000, 30"})
    void givenPeopleAhead_whenTheNextPollIsDue_thenTheBoardDictatesIt(int ahead, String seconds) {
        assertThat(asks("nextPoll(" + BOARD + ", " + ahead + ")")).isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({"{}, 30", "{polls: []}, 30", "{polls: [{every: 0}]}, 1", "{polls: [{every: 9999}]}, 300"})
    void givenABoardThatDictatesNonsense_whenTheNextPollIsDue_thenItStaysWithinReason(String board, String seconds) {
        assertThat(asks("nextPoll(" + board + ", 7)")).isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({"0, 8", "0.5, 10", "0.999999, 12"})
    void givenChance_whenJitterIsAdded_thenItIsAFifthEitherWay(double chance, long seconds) {
        assertThat(VISITOR.runs("Math.round(waitingPage.jitter(10, " + chance + ") * 1000) / 1000 <= 12"))
                .isEqualTo(true);
        assertThat(asks("jitter(10, " + chance + ").toFixed(0)")).isEqualTo(Long.toString(seconds));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 0.5, 2", "5001, 0.5, 30", "1000000, 0.999, 60"})
    void givenALineThatWasLost_whenPagesReportBack_thenTheyAreSpreadOverTwoPolls(int ahead, double chance, long wait) {
        assertThat(asks("reportIn(" + BOARD + ", " + ahead + ", " + chance + ").toFixed(0)"))
                .isEqualTo(Long.toString(wait));
    }

    @Test
    void givenFailures_whenBackingOff_thenTheWaitGrowsToAMinuteAndNeverShrinksBelowTheBoards() {
        assertThat(asks("backOff(2, 1)")).isEqualTo("4");
        assertThat(asks("backOff(2, 6)")).isEqualTo("60");
        assertThat(asks("backOff(120, 1)")).isEqualTo("120");
    }

    @ParameterizedTest
    @CsvSource({"1341, 340, false", "1002, 1, false", "1001, 0, false", "1000, 0, true", "1, 0, true"})
    void givenAPosition_whenThePlaceIsWorkedOut_thenPeopleAheadAreCounted(int position, String ahead, String called) {
        String place = "placeOf(" + BOARD + ", {opening: 3, position: " + position + "})";

        assertThat(asks(place + ".ahead")).isEqualTo(ahead);
        assertThat(asks(place + ".called")).isEqualTo(called);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1000, 60000 / 90, 60000 / 50] | 340   | 3 7",
                "[1000, 60000 / 100, 60000 / 100] | 499   | 5 6",
                "[1000, 60000 / 20, 60000 / 10] | 0     | 0 1",
                "[1000, 60000 / 220, 60000 / 150] | 3400  | 15 25",
                "[1000, 60000 / 16, 60000 / 10] | 1500  | 90 165",
                "[1000, 60000 / 2, 60000 / 1] | 999   | 480 1020",
                "[1000, 60000 / 1, 60000 / 1] | 9999  | 8640 10080"
            })
    void givenAForecast_whenTheWaitIsEstimated_thenItIsARangeRoundedOutwards(String point, int ahead, String range) {
        String estimate = "estimateOf({forecast: {points: [" + point + "]}}, " + ahead + ")";

        assertThat(asks(estimate + ".low") + " " + asks(estimate + ".high")).isEqualTo(range);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "499  | 5 10 | between nothing and the first point",
                "999  | 10 20 | at a point",
                "1499 | 25 40 | between two points",
                "3999 | 75 120 | behind the last one"
            })
    void givenSeveralPoints_whenTheWaitIsEstimated_thenItLiesBetweenThem(int ahead, String range, String where) {
        String estimate = "estimateOf({forecast: {points: [[1000, 600, 1200], [2000, 2400, 3600]]}}, " + ahead + ")";

        assertThat(asks(estimate + ".low") + " " + asks(estimate + ".high"))
                .as(where)
                .isEqualTo(range);
    }

    @Test
    void givenManyPaces_whenTheWaitIsEstimated_thenTheTruthLiesWithinAndNeverOnASingleFigure() {
        Object wrong = VISITOR.runs("var wrong = []; for (var a = 0; a < 30000; a = a * 2 + 1)"
                + " for (var r = 1; r < 2000; r = r * 1.7) { var e = waitingPage.estimateOf({forecast: {points: [[60, 3600"
                + " / r / 1.3, 3600 / r]]}}, a); if (!(e.low < e.high) || e.low > (a + 1) / r / 1.3 || e.high < (a + 1) / r)"
                + " wrong.push([a, r, e.low, e.high]); } wrong.join(';')");

        assertThat(wrong).isEqualTo("");
    }

    @Test
    void givenAnInstantWithNanoseconds_whenTimeIsLeft_thenItIsCountedByTheServersClock() {
        assertThat(asks("secondsLeft({until: '2026-11-21T04:20:00.123456789Z'},"
                        + " Date.parse('2026-11-21T04:10:00Z'), 60000)"))
                .isEqualTo("540");
        assertThat(asks("clock(540)")).isEqualTo("9:00");
        assertThat(asks("clock(7)")).isEqualTo("0:07");
    }

    @Test
    void givenAPlaceThatIsGivenUpWhenNobodyAsks_whenHalfOfTheTimeIsOver_thenThePageAsks() {
        String place = "{now: '2026-11-21T04:00:00Z', until: '2026-11-22T04:00:00Z'}";

        assertThat(asks("mustAsk(" + place + ", Date.parse('2026-11-21T15:59:00Z'), 0)"))
                .isEqualTo("false");
        assertThat(asks("mustAsk(" + place + ", Date.parse('2026-11-21T16:01:00Z'), 0)"))
                .isEqualTo("true");
        assertThat(asks("mustAsk({now: '2026-11-21T04:00:00Z'}, Date.parse('2027-11-21T16:01:00Z'), 0)"))
                .isEqualTo("false");
    }

    @Test
    void givenALanguageWithManyPluralForms_whenCounted_thenThePatternsChoose() {
        String polish = "{group: ' ', plurals: {one: '^1$', few: '(^|[^1])[2-4]$'},"
                + " texts: {people: {one: '{n} osoba', few: '{n} osoby', other: '{n} osób'}}}";

        assertThat(asks("count(" + polish + ", 'people', 1)")).isEqualTo("1 osoba");
        assertThat(asks("count(" + polish + ", 'people', 23)")).isEqualTo("23 osoby");
        assertThat(asks("count(" + polish + ", 'people', 12)")).isEqualTo("12 osób");
        assertThat(asks("count(" + polish + ", 'people', 1234567)")).isEqualTo("1 234 567 osób");
    }

    @ParameterizedTest
    @CsvSource({
        "1234, '1.234', '', ''",
        "1234567, '12.34.567', '\\\\d(?=(\\\\d\\\\d)*\\\\d{3}$)', ''",
        "123, 123, '\\\\d(?=(\\\\d\\\\d)*\\\\d{3}$)', ''",
        "9999, 9999, '(\\\\d\\\\d|^\\\\d(?=\\\\d{6}))(?=(\\\\d{3})+$)', ''",
        "10000, 10.000, '(\\\\d\\\\d|^\\\\d(?=\\\\d{6}))(?=(\\\\d{3})+$)', ''",
        "1234567, 1.234.567, '(\\\\d\\\\d|^\\\\d(?=\\\\d{6}))(?=(\\\\d{3})+$)', ''",
        "1026, '۱.۰۲۶', '', '۰۱۲۳۴۵۶۷۸۹'"
    })
    void givenALanguagesGroupsAndDigits_whenANumberIsWritten_thenItIsWrittenSo(
            long number, String written, String groups, String digits) {
        assertThat(asks("number(" + number + ", {group: '.', groups: '" + groups + "', digits: '" + digits + "'})"))
                .isEqualTo(written);
    }
}
