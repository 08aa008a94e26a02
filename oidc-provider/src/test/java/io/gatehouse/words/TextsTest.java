package io.gatehouse.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class TextsTest {

    private static final Texts TEXTS = Texts.load();

    @ParameterizedTest
    @CsvSource({
        "'', '', en",
        "'', 'de', de",
        "'', 'de-AT,de;q=0.9,en;q=0.8', de",
        "'', 'cy,eu;q=0.9', en",
        "'', 'en;q=0.1,de;q=0.9', de",
        "'', 'de;q=0,cy', en",
        "'', '*', en",
        "'cy de en', 'en', de",
        "'cy', 'de', de",
        "'../../etc/passwd', ';;;=q', en",
        "'de-', '', de"
    })
    void givenTheWishesOfSiteAndBrowser_whenALanguageIsChosen_thenTheSiteGoesFirst(
            String uiLocales, String acceptLanguage, String tag) {
        assertThat(TEXTS.negotiate(uiLocales, acceptLanguage).tag()).isEqualTo(tag);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/accept-languages.csv", numLinesToSkip = 1)
    void givenWhatBrowsersSend_whenALanguageIsChosen_thenItIsTheOneThatTheVisitorReads(
            String acceptLanguage, String tag) {
        assertThat(TEXTS.negotiate("", acceptLanguage).tag()).isEqualTo(tag);
    }

    @Test
    void givenAMoment_whenEachLanguageTellsIt_thenTheYearIsTheGregorianOne() {
        for (var language : TEXTS.languages()) {
            assertThat(language.date(Instant.parse("2036-11-27T09:00:00Z"), ZoneOffset.UTC))
                    .as(language.tag())
                    .contains(language.number(20) + language.number(36));
        }
    }

    @Test
    void givenAnEndlessWish_whenALanguageIsChosen_thenItIsNotEvenRead() {
        assertThat(TEXTS.negotiate("de ".repeat(10_000), "de,".repeat(10_000)).tag())
                .isEqualTo("en");
    }

    @Test
    void givenATitleThatLooksLikeAPlaceholder_whenATextIsFilled_thenItStaysWhatItIs() {
        assertThat(TEXTS.in("en").text("title", Map.of("state", "{room}", "room", "$1 \\ {state}")))
                .isEqualTo("{room} - $1 \\ {state}");
    }

    @Test
    void givenANumber_whenCounted_thenFormAndGroupingAreTheLanguages() {
        assertThat(TEXTS.in("en").count("minutes", 1, Map.of())).isEqualTo("1 minute");
        assertThat(TEXTS.in("de").count("minutes", 1234567, Map.of())).isEqualTo("1.234.567 Minuten");
    }

    @Test
    void givenALanguageWithManyForms_whenCounted_thenThePatternsChoose() {
        Texts.Language polish = new Texts.Language(
                "pl",
                new JsonMapper()
                        .readTree(
                                """
                {"dir": "ltr", "group": " ", "plurals": {"one": "^1$", "few": "(^|[^1])[2-4]$"},
                 "texts": {"people": {"one": "{n} osoba", "few": "{n} osoby", "other": "{n} osób"}}}"""),
                new JsonMapper().createObjectNode());

        assertThat(polish.count("people", 23, Map.of())).isEqualTo("23 osoby");
        assertThat(polish.count("people", 12, Map.of())).isEqualTo("12 osób");
    }

    @Test
    void givenATextThatDoesNotExist_whenAskedFor_thenTheMessageNamesItAndTheFile() {
        assertThatThrownBy(() -> TEXTS.in("de").text("nonsense"))
                .hasMessage("Text must be in texts/ or messages/de.json, was 'nonsense'");
    }
}
