package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Each text is translated back into English and compared with the English text. The files have, by
 * key, the translation and a stamp of both texts:
 *
 * <ul>
 *   <li>{@code =} reads back as the English sentence, but for grammar;
 *   <li>a sentence is what it reads back as: names, numbers, negations and spans of time must be those of the
 *       English;
 *   <li>{@code ~} before a sentence accepts that it says the same by other words: only placeholders count.
 * </ul>
 *
 * <p>A stamp that is wrong belongs to a text that nobody has translated back since it, or the English, was
 * changed. Read it, write what it says, and put the stamp that the test has asked for.
 */
class BackTranslationsTest {

    private static final Path FOLDER = Path.of("src/test/resources/back-translations");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\w+}");
    private static final Map<String, String> ENGLISH = LanguagesTest.said("en");

    /** What a sentence has or has not; a translation back may have another word for it. */
    private static final Map<String, Pattern> SAME = Map.ofEntries(
            word("line", "lines?"),
            word("place", "places?|vacanc(y|ies)|(?<!waiting )room"),
            word("turn", "turns?|calls?|called|calling|entry"),
            word("doors", "doors?"),
            word("draw", "draws?|drew|drawn|fell"),
            word("receipt", "receipts?"),
            word("number", "numbers?"),
            word("visit", "visits?|visiting|your use|use (complete|ended)"),
            word("pass", "pass(es)?"),
            word("code", "codes?"),
            word("device", "devices?"),
            word("link", "links?"),
            word("site", "sites?"),
            word("message", "messages?"),
            word("cookie", "cookies?"),
            word("browser", "browsers?"),
            word("page", "pages?"),
            word("button", "button|press"),
            word("negation", "miss|missed|lost|unknown|no|not|none|nobody|nothing|never|cannot|without|neither|nor"),
            word("seconds", "seconds?"),
            word("minutes", "min(utes?)?"),
            word("hours", "hours?|quarter"),
            word("days", "days?"),
            word("once", "once|one time(?! in four)"),
            word("four", "four|fourth"),
            word("twenty", "20"));

    private static Map.Entry<String, Pattern> word(String name, String pattern) {
        return Map.entry(name, Pattern.compile("\\b(" + pattern + ")\\b", Pattern.CASE_INSENSITIVE));
    }

    static Stream<String> languages() throws IOException {
        return LanguagesTest.languages().stream().filter(language -> !language.equals("en"));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenItsTextsAreTranslatedBack_thenEachHasBeenAndSaysTheSame(String language)
            throws IOException {
        Map<String, String> said = new TreeMap<>(LanguagesTest.said(language));
        said.entrySet()
                .removeIf(
                        text -> text.getKey().equals("title") || text.getValue().isEmpty());
        Map<String, List<String>> back = new TreeMap<>();
        new JsonMapper()
                .readTree(Files.readString(FOLDER.resolve(language + ".json")))
                .properties()
                .forEach(text -> back.put(
                        text.getKey(),
                        List.of(
                                text.getValue().path(0).asString(),
                                text.getValue().path(1).asString())));

        assertThat(back.keySet()).isEqualTo(said.keySet());
        said.forEach((key, text) -> {
            String english = Objects.requireNonNull(ENGLISH.get(key), key);
            String read = Objects.requireNonNull(back.get(key)).get(0);

            assertThat(back.get(key)).as(key).element(1).isEqualTo(stamp(english + "\0" + text));
            if (!read.equals("=")) {
                assertSame(key, last(english), read);
            }
        });
    }

    private static void assertSame(String key, String english, String read) {
        assertThat(placeholders(read)).as(key).isEqualTo(placeholders(english));
        if (!read.startsWith("~")) {
            SAME.forEach((name, word) -> assertThat(
                            word.matcher(read.replaceAll("(?i)\\b(15|fifteen) minutes", "a quarter of an hour"))
                                    .find())
                    .as("%s in %s: %s", name, key, read)
                    .isEqualTo(word.matcher(english).find()));
        }
    }

    /** Of several forms the last one, which fits most numbers. */
    private static String last(String forms) {
        return forms.substring(forms.lastIndexOf('\n') + 1);
    }

    private static List<String> placeholders(String text) {
        return PLACEHOLDER
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .sorted()
                .toList();
    }

    private static String stamp(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new AssertionError(everyJavaHasIt);
        }
    }
}
