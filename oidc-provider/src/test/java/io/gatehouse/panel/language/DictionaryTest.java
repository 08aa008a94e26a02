package io.gatehouse.panel.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The German file of the panel, compared with what a machine can compare it by. */
class DictionaryTest {

    private static final Map<String, String> GERMAN = entries();

    /** Words that mean a thing of ours, and what that is called in German, here and on the visitors' pages. */
    private static final Map<String, String> GLOSSARY = Map.of(
            "\\bsites?\\b", "Website|Site",
            "\\boperators?\\b", "Bediener|Operator",
            "(?<!has )\\brooms?\\b", "[Rr](a|ä)um|Room",
            "\\breceipts?\\b", "Beleg|receipts",
            "\\baccess codes?\\b", "Zugangscode",
            "\\bcapacity\\b", "Kapazität",
            "\\bstock\\b", "Bestand",
            "\\bledger\\b", "Protokoll",
            "\\blanes?\\b", "Spur");

    private static Map<String, String> entries() {
        var entries = new HashMap<>(Dictionary.entries("/io/gatehouse/panel/language/de.json"));
        entries.putAll(Dictionary.entries("/static/panel/de.json"));
        return entries;
    }

    @Test
    void givenAnEntry_whenBothLanguagesAreCompared_thenTheyHaveTheSameValuesAndElements() {
        GERMAN.forEach((english, german) -> {
            assertThat(Phrase.values(german)).as(english).isEqualTo(Phrase.values(english));
            assertThat(german.split("<>", -1)).as(english).hasSameSizeAs(english.split("<>", -1));
        });
    }

    @Test
    void givenAnEntry_whenItsLengthIsCompared_thenItIsNotThreeTimesAsLong() {
        GERMAN.forEach((english, german) ->
                assertThat(german.length()).as(english + " = " + german).isLessThan(3 * english.length() + 8));
    }

    @Test
    void givenAnEntry_whenItsWordsAreRead_thenItSaysSieAndUsesOneWordForEachThing() {
        var familiar =
                Pattern.compile("\\b(du|dich|dir|dein|deine|deinen|deiner|euch|euer)\\b", Pattern.CASE_INSENSITIVE);
        GERMAN.forEach((english, german) -> {
            assertThat(german).as(english).doesNotContainPattern(familiar);
            GLOSSARY.forEach((word, called) -> {
                if (Pattern.compile(word, Pattern.CASE_INSENSITIVE)
                        .matcher(english)
                        .find()) {
                    assertThat(german).as(english).containsPattern(called);
                }
            });
        });
    }

    @Test
    void givenAnEntryOfScripts_whenThePagesWordsAreRead_thenItStandsInOneFileOnly() {
        assertThat(Dictionary.entries("/io/gatehouse/panel/language/de.json"))
                .doesNotContainKeys(
                        Dictionary.entries("/static/panel/de.json").keySet().toArray(String[]::new));
    }

    @Test
    void givenATextOfManySentences_whenOneIsNotKnown_thenTheWholeIsNot() {
        var dictionary =
                new Dictionary("de", Map.of("One. Two.", "Eins. Zwei.", "Three.", "Drei.", "{0} is.", "{0} ist."));

        assertThat(dictionary.of("One. Two. Three.")).hasValue("Eins. Zwei. Drei.");
        assertThat(dictionary.of("Three. a b is. One. Two.")).hasValue("Drei. a b ist. Eins. Zwei.");
        assertThat(dictionary.of("St. Martin is.")).hasValue("St. Martin ist.");
        assertThat(dictionary.of("Three. Four.")).isEmpty();
    }

    @Test
    void givenSharesAndSpans_whenTheGermanFileIsAsked_thenTheyAreTheSameAloneAndWithinASentence() {
        var german = Dictionary.read("de");

        assertThat(german.of("12.5 %")).hasValue("12,5 %");
        assertThat(german.of("2 h 5 min")).hasValue("2 h 5 min");
        assertThat(german.of("Doors in 2 h 5 min.")).hasValue("Türen in 2 h 5 min.");
    }
}
