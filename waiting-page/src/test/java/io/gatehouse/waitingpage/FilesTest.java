package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What holds of the files as they lie there: size, strictness, and texts that say the same in every language. */
class FilesTest {

    private static final Path FOLDER = Path.of("src/main/resources/META-INF/resources/waiting-page");
    /** As it goes out: what each visitor loads has no comments there. */
    private static final Path BUILT = Path.of("target/classes/META-INF/resources/waiting-page");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");

    static List<Path> languages() throws IOException {
        return files("texts");
    }

    static List<Path> messages() throws IOException {
        return files("messages");
    }

    private static List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
            return files.sorted().toList();
        }
    }

    @Test
    void givenThePageWithAllItsParts_whenCompressed_thenItIsUnderFifteenKilobytes() throws IOException {
        long size = 0;
        for (String part : List.of("index.html", "waiting-page.css", "waiting-page.js")) {
            size += compressed(BUILT.resolve(part));
        }
        long largest = 0;
        for (Path language : languages()) {
            largest = Math.max(largest, compressed(language));
        }

        assertThat(size + largest).isLessThan(15_000);
    }

    private static long compressed(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(Files.readAllBytes(file));
        }
        return bytes.size();
    }

    @Test
    void givenThePages_whenRead_thenNothingIsInlineAndNothingComesFromElsewhere() throws IOException {
        for (String part : List.of(
                "index.html",
                "message.html",
                "draws.html",
                "waiting-page.css",
                "waiting-page.js",
                "message.js",
                "chime.js",
                "draw.js",
                "push.js",
                "notice.js",
                "notify.js",
                "notice-worker.js",
                "visit.js")) {
            String text = Files.readString(FOLDER.resolve(part));

            assertThat(text.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http://", "https://", "//cdn");
            assertThat(text).doesNotContain(" style=", "<style", "@import", "innerHTML", "eval(");
            assertThat(text).doesNotContainPattern("\\son[a-z]+=\"").doesNotContainPattern("<script(?! src=)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"waiting-page.js", "message.js", "chime.js", "notify.js", "draw.js", "visit.js"})
    void givenAScript_whenRead_thenItAsksForNothingThatOldBrowsersLack(String file) throws IOException {
        String script = Files.readString(FOLDER.resolve(file)).replaceAll("(?s)/\\*.*?\\*/", "");

        assertThat(script)
                .doesNotContainPattern("\\b(fetch|Promise|EventSource|async|await|class|let|const|import|Intl)\\b")
                .doesNotContain("=>", "`");
    }

    @Test
    void givenTheStyles_whenRead_thenTheyKnowNoLeftAndRight() throws IOException {
        assertThat(Files.readString(FOLDER.resolve("waiting-page.css")))
                .doesNotContainPattern("(?:^|[\\s;{-])(?:left|right)\\b");
    }

    @ParameterizedTest
    @MethodSource({"languages", "messages"})
    void givenALanguage_whenComparedWithEnglish_thenItSaysTheSameWithTheSamePlaceholders(Path file) throws IOException {
        assertThat(placeholders(file)).isEqualTo(placeholders(file.resolveSibling("en.json")));
    }

    @Test
    void givenTheLanguages_whenCompared_thenEachHasWhatPagesAndWhatTheServerSays() throws IOException {
        assertThat(messages())
                .extracting(Path::getFileName)
                .isEqualTo(languages().stream().map(Path::getFileName).toList());
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenRead_thenItsFormsAndDirectionAreDeclared(Path file) throws IOException {
        JsonNode language = new JsonMapper().readTree(Files.readString(file));

        assertThat(language.path("dir").asString()).isIn("ltr", "rtl");
        for (Map.Entry<String, JsonNode> text : language.path("texts").properties()) {
            if (text.getValue().isObject()) {
                assertThat(text.getValue().has("other")).as(text.getKey()).isTrue();
                text.getValue().propertyNames().forEach(form -> assertThat(
                                form.equals("other") || language.path("plurals").has(form))
                        .as("%s.%s", text.getKey(), form)
                        .isTrue());
            }
        }
    }

    /** By key, and by form; a form for one number alone may leave the number out. */
    private static Map<String, Set<String>> placeholders(Path file) throws IOException {
        Map<String, Set<String>> found = new TreeMap<>();
        JsonNode all = new JsonMapper().readTree(Files.readString(file));
        for (Map.Entry<String, JsonNode> text : (all.has("texts") ? all.path("texts") : all).properties()) {
            JsonNode forms = text.getValue();
            Set<String> names = named(forms.isObject() ? forms.path("other") : forms);
            found.put(text.getKey() + (forms.isObject() ? " in forms" : ""), names);
            for (Map.Entry<String, JsonNode> form : forms.properties()) {
                Set<String> own = named(form.getValue());
                String pattern = all.path("plurals").path(form.getKey()).asString("");
                if (names.contains("n") && pattern.matches("\\^[0-9]\\$")) {
                    own.add("n");
                }
                assertThat(own)
                        .as("%s.%s in %s", text.getKey(), form.getKey(), file.getFileName())
                        .isEqualTo(names);
            }
        }
        return found;
    }

    private static Set<String> named(JsonNode text) {
        return PLACEHOLDER
                .matcher(text.asString())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
