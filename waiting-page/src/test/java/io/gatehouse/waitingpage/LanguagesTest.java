package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What can be checked of a language without reading it: its forms, its one word for each thing, its writing,
 * its lengths and its figures, and that file and document say the same of who made and who read it.
 */
class LanguagesTest {

    private static final Path FOLDER = Path.of("src/main/resources/META-INF/resources/waiting-page");
    private static final Path DOCUMENT = Path.of("../docs/languages.md");
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonNode GLOSSARY = read(Path.of("src/test/resources/glossary.json"));
    /** Words by which a language speaks to friends and children; absent where strangers are addressed alike. */
    private static final JsonNode INFORMAL = read(Path.of("src/test/resources/informal.json"));

    private static final Map<String, String> ENGLISH = said("en");

    /** The English words for what each language has one word, or few, for. */
    private static final Map<String, Pattern> TERMS = Map.of(
            "line", Pattern.compile("\\bline\\b", Pattern.CASE_INSENSITIVE),
            "place", Pattern.compile("\\bplaces?\\b", Pattern.CASE_INSENSITIVE),
            "turn", Pattern.compile("\\bturns?\\b", Pattern.CASE_INSENSITIVE),
            "doors", Pattern.compile("\\bdoors\\b", Pattern.CASE_INSENSITIVE),
            "draw", Pattern.compile("\\bdraw\\b", Pattern.CASE_INSENSITIVE),
            "receipt", Pattern.compile("\\breceipts?\\b", Pattern.CASE_INSENSITIVE));

    private static final Set<String> BUTTONS = Set.of(
            "continue",
            "extend",
            "return",
            "enter",
            "freeze",
            "unfreeze",
            "leave",
            "leave-yes",
            "move",
            "check",
            "refresh-off",
            "refresh-on",
            "try-again",
            "back",
            "go-on",
            "logout-yes",
            "move-yes",
            "device-yes",
            "wait-without",
            "log-in-as",
            "visit-stay",
            "visit-close");

    /** Of languages that are not written in Latin letters. */
    private static final Map<String, Set<Character.UnicodeScript>> SCRIPTS = Map.ofEntries(
            Map.entry("ar", Set.of(Character.UnicodeScript.ARABIC)),
            Map.entry("bg", Set.of(Character.UnicodeScript.CYRILLIC)),
            Map.entry("bn", Set.of(Character.UnicodeScript.BENGALI)),
            Map.entry("el", Set.of(Character.UnicodeScript.GREEK)),
            Map.entry("fa", Set.of(Character.UnicodeScript.ARABIC)),
            Map.entry("he", Set.of(Character.UnicodeScript.HEBREW)),
            Map.entry("hi", Set.of(Character.UnicodeScript.DEVANAGARI)),
            Map.entry(
                    "ja",
                    Set.of(
                            Character.UnicodeScript.HAN,
                            Character.UnicodeScript.HIRAGANA,
                            Character.UnicodeScript.KATAKANA)),
            Map.entry("ko", Set.of(Character.UnicodeScript.HANGUL)),
            Map.entry("ru", Set.of(Character.UnicodeScript.CYRILLIC)),
            Map.entry("sr", Set.of(Character.UnicodeScript.CYRILLIC)),
            Map.entry("th", Set.of(Character.UnicodeScript.THAI)),
            Map.entry("uk", Set.of(Character.UnicodeScript.CYRILLIC)),
            Map.entry("ur", Set.of(Character.UnicodeScript.ARABIC)),
            Map.entry("zh-Hans", Set.of(Character.UnicodeScript.HAN)),
            Map.entry("zh-Hant", Set.of(Character.UnicodeScript.HAN)));

    /** Latin words that other scripts leave as they are. */
    private static final Set<String> LATIN = Set.of("cookie", "Cookie", "QR");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");

    static List<String> languages() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve("texts"))) {
            return files.map(file -> file.getFileName().toString().replace(".json", ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenItsTextsDependOnANumber_thenEachHasAllForms(String language) {
        JsonNode file = file(language);
        Set<String> forms = new TreeSet<>(file.path("plurals").propertyNames());
        forms.add("other");

        file.path("texts").properties().stream()
                .filter(text -> text.getValue().isObject())
                .forEach(text -> assertThat(text.getValue().propertyNames())
                        .as(text.getKey())
                        .containsExactlyInAnyOrderElementsOf(forms));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenAThingThatEnglishHasOneWordFor_whenItIsNamed_thenItIsByTheGlossary(String language) {
        Map<String, String> said = said(language);

        for (Map.Entry<String, Pattern> term : TERMS.entrySet()) {
            String word = GLOSSARY.path(language).path(term.getKey()).asString("");
            Pattern own = Pattern.compile(word, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
            said.forEach((key, text) -> {
                if (term.getValue().matcher(english(key)).find()) {
                    assertThat(text).as("%s of %s", key, term.getKey()).containsPattern(own);
                }
            });
            assertThat(word.isEmpty()).as(term.getKey()).isEqualTo(language.equals("en"));
        }
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguageWithAPoliteForm_whenItSpeaksToTheVisitor_thenItUsesNoOther(String language) {
        Pattern informal = Pattern.compile(
                "(?<![\\p{L}\\p{M}])(?:" + INFORMAL.path(language).asString("(?!)") + ")(?![\\p{L}\\p{M}])",
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

        said(language).forEach((key, text) -> assertThat(text).as(key).doesNotContainPattern(informal));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenItsLettersAreLookedAt_thenTheyAreItsOwn(String language) {
        Set<Character.UnicodeScript> own = SCRIPTS.getOrDefault(language, Set.of(Character.UnicodeScript.LATIN));

        said(language).forEach((key, text) -> assertThat(
                        words(PLACEHOLDER.matcher(text).replaceAll(" ")))
                .as(key)
                .allMatch(word -> LATIN.contains(word)
                        || word.codePoints()
                                .mapToObj(Character.UnicodeScript::of)
                                .allMatch(script -> own.contains(script)
                                        || script == Character.UnicodeScript.COMMON
                                        || script == Character.UnicodeScript.INHERITED)));
    }

    private static List<String> words(String text) {
        return Pattern.compile("\\p{IsLatin}+|[\\p{L}&&\\P{IsLatin}][\\p{L}\\p{M}&&\\P{IsLatin}]*")
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenComparedWithEnglish_thenNothingIsLeftInItAndButtonsAndTitlesAreShort(String language) {
        said(language).forEach((key, text) -> {
            String english = english(key);
            if (!language.equals("en") && english.split(" ").length > 3) {
                assertThat(text).as(key).isNotEqualTo(english);
            }
            assertThat(text.isEmpty()).as(key).isEqualTo(english.isEmpty());
            if (BUTTONS.contains(key)) {
                assertThat(length(text)).as(key).isLessThanOrEqualTo(2 * length(english));
            }
            if (key.endsWith(".state")) {
                assertThat(length(text.split("\n")[0])).as(key).isLessThanOrEqualTo(45);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenAFigureInAText_whenTranslated_thenItIsTheSame(String language) {
        String digits = file(language).path("digits").asString("0123456789");

        assertThat(said(language).get("move-not.lead")).contains("" + digits.charAt(2) + digits.charAt(0));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenAskedWhoMadeAndReadIt_thenFileAndDocumentSayTheSame(String language) throws IOException {
        JsonNode file = file(language);
        String[] by = file.path("by").asString().split("; reviewed by a native: ");

        assertThat(by).hasSize(2);
        assertThat(Files.readString(DOCUMENT).lines())
                .filteredOn(row -> row.startsWith("| " + by[0] + " | " + by[1] + " | "))
                .singleElement(STRING)
                .containsPattern("[|,] `" + language + "` "
                        + Pattern.quote(file.path("name").asString()) + "(,| \\|)");
    }

    private static String english(String key) {
        return Objects.requireNonNull(ENGLISH.get(key), key);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static JsonNode file(String language) {
        return read(FOLDER.resolve("texts/" + language + ".json"));
    }

    /** All texts by key, those of several forms with a line for each. */
    static Map<String, String> said(String language) {
        return Stream.of(file(language).path("texts"), read(FOLDER.resolve("messages/" + language + ".json")))
                .flatMap(texts -> texts.properties().stream())
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        text -> text.getValue().isObject()
                                ? text.getValue()
                                        .valueStream()
                                        .map(JsonNode::asString)
                                        .collect(Collectors.joining("\n"))
                                : text.getValue().asString(),
                        (one, other) -> one,
                        TreeMap::new));
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
