package io.gatehouse.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.words.Texts;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MessagePageRenderingTest {

    private static final Texts TEXTS = Texts.load();

    static Stream<Arguments> everyMessageInEveryLanguage() {
        return Pages.languages(TEXTS)
                .flatMap(language -> Pages.MESSAGES.stream().map(message -> Arguments.of(message, language)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyMessageInEveryLanguage")
    void givenAnyMessageAndLanguage_whenRendered_thenThePageIsWholeAndStrict(String message, Texts.Language language) {
        String html = Pages.render(MessagePage.of(language, message));

        assertThat(html).contains("lang=\"" + language.tag() + "\"", language.text(message + ".headline"));
        assertThat(html).doesNotContain("th:", "{", "}", " style=", "<style", "<script", "<form", "refresh");
        assertThat(html).containsOnlyOnce("<a ");
        assertThat(html).contains("<a href=\"/waiting-page/wrong-text?ui_locales=" + language.tag() + "\"");
    }

    @Test
    void givenALinkAndAForm_whenRendered_thenBothAreThereAndHostileValuesStayText() {
        String html = Pages.render(MessagePage.of(TEXTS.in("en"), "logout")
                .title(Pages.HOSTILE)
                .link("back", URI.create("https://shop.example/?a=1&b=2"))
                .form("logout-yes", "/logout", Map.of("token", Pages.HOSTILE)));

        assertThat(html)
                .doesNotContain(Pages.HOSTILE, "<script>")
                .contains("href=\"https://shop.example/?a=1&amp;b=2\">Go back</a>")
                .contains("action=\"/logout\"", "name=\"token\"", ">Yes, end my visit</button>");
    }

    @Test
    void givenTwoVisitorsOfOneForm_whenRendered_thenEachPageIsAsIfItWereTheOnlyOne() {
        var pages = Stream.of("first", Pages.HOSTILE).map(visitor -> MessagePage.of(TEXTS.in("de"), "work")
                .title(visitor)
                .form("continue", "/rooms/" + visitor, Map.of("request", visitor, visitor, ""))
                .task(visitor, true));

        assertThat(pages).allSatisfy(page -> assertThat(Pages.render(page)).isEqualTo(Pages.renderAnew(page)));
    }

    @Test
    void givenAPageToTryAgainFrom_whenRendered_thenItIsALinkAndNothingReloadsThatCannotBeStopped() {
        String html = Pages.render(MessagePage.of(TEXTS.in("en"), "away")
                .again(Duration.ofSeconds(7), URI.create("/rooms/shop/wait?a=1&b=2")));

        assertThat(html)
                .contains("href=\"/rooms/shop/wait?a=1&amp;b=2\">Try again</a>", "data-after=\"7\"", "message.js")
                .doesNotContain("http-equiv=\"refresh\"", "onclick");
    }
}
