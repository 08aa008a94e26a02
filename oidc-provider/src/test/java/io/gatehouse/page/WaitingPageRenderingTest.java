package io.gatehouse.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.schedule.Phase;
import io.gatehouse.words.Texts;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WaitingPageRenderingTest {

    private static final Texts TEXTS = Texts.load();
    private static final Texts.Language ENGLISH = TEXTS.in("en");

    static Stream<Arguments> everyStateInEveryLanguage() {
        return Pages.languages(TEXTS).flatMap(language -> Pages.everyState(language).entrySet().stream()
                .map(state -> Arguments.of(state.getKey(), language, state.getValue())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyStateInEveryLanguage")
    void givenAnyStateAndLanguage_whenRendered_thenThePageIsWholeAndStrict(
            String state, Texts.Language language, WaitingPage page) {
        String html = Pages.render(page);

        assertThat(page.frame().stage()).isEqualTo(state);
        assertThat(html).contains("lang=\"" + language.tag() + "\"", "dir=\"" + language.direction() + "\"");
        assertThat(html).contains(language.text(state + ".headline"));
        assertThat(html)
                .doesNotContain("th:", "{", "}", " style=", "<style", "onclick", "javascript:", ">null<", "\"null\"");
        assertThat(html)
                .containsOnlyOnce("<script")
                .contains("<script src=\"/waiting-page/waiting-page.js\"></script>");
    }

    @Test
    void givenAVisitorInLine_whenRendered_thenNumbersAndRangeAreShown() {
        String html = Pages.render(Pages.waiting(ENGLISH).build());

        assertThat(html)
                .contains("<title>3 to 7 minutes - 340 people ahead - Shop &amp; Söhne</title>")
                .contains("<strong id=\"figure\">340</strong>")
                .contains("<dd id=\"estimate\">3 to 7 minutes</dd>")
                .contains("<dd id=\"position\">1,341</dd>")
                .contains("100 of 440 people ahead of you have had their turn since you came here.")
                .contains("You then have 10 minutes to press it.")
                .contains("<noscript><meta http-equiv=\"refresh\""
                        + " content=\"10;url=/rooms/shop/wait?request=R-1&amp;from=900\"></noscript>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | Friday, November 27, 2026.* 10:00.AM \\(Central European Time\\)",
                "de | Freitag, 27. November 2026.* 10:00 \\(Mitteleuropäische Zeit\\)"
            })
    void givenTheLobby_whenRendered_thenTheDateIsThatOfTheOpeningsZoneAndNoPositionIsShown(
            String language, String date) {
        var page = Pages.waiting(TEXTS.in(language))
                .phase(Phase.LOBBY, Pages.DOORS, Duration.ofMinutes(61))
                .build();

        assertThat(Pages.render(page))
                .containsPattern("<p class=\"lead\" id=\"date\">[^<]*" + date)
                .containsPattern("<strong id=\"figure\">1.(h|Std\\.) 1.(min|Min\\.)</strong>")
                .contains("<dl id=\"facts\" hidden", "<noscript><meta http-equiv=\"refresh\"");
    }

    /** Each kind of page is rendered once, and two visitors' values put into it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("everyStateInEveryLanguage")
    void givenOnePageForMany_whenAVisitorsValuesAreFilledIn_thenItIsTheirsAndNobodyElses(
            String state, Texts.Language language, WaitingPage page) {
        var others = Pages.everyState(() -> Pages.waiting(language, Pages.HOSTILE)
                .request(Pages.HOSTILE)
                .from(7)
                .forecast(Pages.told(9_000, 18_000)));
        var other = Objects.requireNonNull(others.get(state));

        assertThat(Pages.render(page)).isEqualTo(Pages.renderAnew(page));
        assertThat(Pages.render(other)).isEqualTo(Pages.renderAnew(other));
    }

    @Test
    void givenAClaimWindowOfSeconds_whenRendered_thenItReadsAsSuch() {
        var page = Pages.waiting(ENGLISH).claimWindow(Duration.ofSeconds(25)).build();

        assertThat(Pages.render(page)).contains("You then have 25 seconds to press it.");
    }

    @Test
    void givenNoScript_whenRefreshIsTurnedOff_thenNothingJumpsAndTheWayBackIsOffered() {
        WaitingPage page =
                Pages.waiting(ENGLISH).refreshing(Duration.ofSeconds(5), false).build();

        String html = Pages.render(page);

        assertThat(html).doesNotContain("http-equiv=\"refresh\"");
        assertThat(html).contains("href=\"/rooms/shop/wait?request=R-1&amp;from=900&amp;refresh=off\"");
        assertThat(html).contains("href=\"/rooms/shop/wait?request=R-1&amp;from=900\"");
    }

    @Test
    void givenATurn_whenRendered_thenItRefreshesWhenTheTurnEndsAndNotUnderTheHand() {
        WaitingPage.Builder turn = Pages.waiting(ENGLISH).at(Stage.TURN, 1341).serving(1341);

        assertThat(turn.left(Duration.ofMinutes(9)).build().refresh()).startsWith("60;");
        assertThat(turn.left(Duration.ofSeconds(30)).build().refresh()).startsWith("31;");
        assertThat(turn.left(Duration.ofSeconds(-3)).build().refresh()).startsWith("1;");
    }

    @Test
    void givenAHostileRequestAndTitle_whenRendered_thenTheyStayText() {
        for (WaitingPage page : Pages.everyState(ENGLISH).values()) {
            assertThat(Pages.render(page)).doesNotContain(Pages.HOSTILE);
        }
        WaitingPage page = WaitingPage.of(ENGLISH, new RoomId("shop"), Pages.HOSTILE)
                .request(Pages.HOSTILE)
                .at(Stage.TURN, 5)
                .build();

        String html = Pages.render(page);

        assertThat(html)
                .doesNotContain("<script>", "\">&lt;")
                .contains("name=\"request\" value=\"&quot;&gt;&lt;script");
        assertThat(page.refresh()).contains("request=%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E%26x%3D%27y%27%20");
    }
}
