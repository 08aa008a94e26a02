package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The page in each of its languages and stages, in one Chromium: nothing has to be scrolled sideways, the
 * writing goes its own way, axe finds nothing, and numbers, plurals and dates are those of the language. The
 * pictures lie in target, for whoever can read them.
 * Two made-up languages show what a longer text and another direction do to the page.
 */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryLanguageTest {

    private static final Path TEXTS = Path.of("src/main/resources/META-INF/resources/waiting-page/texts");

    /** A stage has the same elements in each language, so axe sees all stages in a language of each kind. */
    private static final Set<String> EACH_KIND = Set.of("ar", "en", "hi", "ja");

    private static final Set<String> ASKED_OF_ALL = Set.of("WAITING", "TURN");

    private static final Map<String, String> DOORS =
            Map.of("lobby", "2036-11-27T08:00:00Z", "open", "2036-11-27T09:00:00Z", "zone", "Europe/Berlin");

    /** What Chromium's CLDR says otherwise of some number below ten thousand, or of a million. */
    private static final String DIFFERENCES =
            """
            fetch('/waiting-page/texts/%1$s.json').then(r => r.json()).then(words => {
              const rules = new Intl.PluralRules('%1$s'), numbers = new Intl.NumberFormat('%1$s'), wrong = [];
              const plain = text => text.replace(/[\\u00a0\\u202f]/g, ' ');
              words.texts.form = { other: 'other' };
              Object.keys(words.plurals).forEach(name => words.texts.form[name] = name);
              for (let n = 0; n < 10000; n = n < 300 ? n + 1 : n + 37) check(n);
              [10000, 100000, 1000000, 2000000, 12345678].forEach(check);
              function check(n) {
                if (waitingPage.count(words, 'form', n) !== rules.select(n)) wrong.push('form of ' + n);
                if (plain(waitingPage.number(n, words)) !== plain(numbers.format(n))) wrong.push(numbers.format(n));
              }
              return wrong.slice(0, 5).join();
            })""";

    @AutoClose
    private final StubRoom room = new StubRoom();

    @AutoClose
    private final ChromiumVisitor visitor = new ChromiumVisitor();

    static List<String> languages() throws IOException {
        try (Stream<Path> files = Files.list(TEXTS)) {
            return files.map(file -> file.getFileName().toString().replace(".json", ""))
                    .sorted()
                    .toList();
        }
    }

    /** By the name of what is shown; each begins with a visitor who waits. */
    private Map<String, Runnable> stages() {
        Map<String, Runnable> stages = new LinkedHashMap<>();
        stages.put("WAITING", () -> {});
        stages.put("NEXT", () -> room.board.put("serving", 1340));
        stages.put("PAUSED", () -> room.board.put("paused", true));
        for (String phase : List.of("LOBBY", "CLOSED", "ENDED")) {
            stages.put(phase, () -> {
                room.board.put("phase", phase);
                room.board.put("doors", DOORS);
            });
        }
        for (String stock : List.of("TAKEN", "SOLD_OUT")) {
            stages.put(stock, () -> room.board.put("stock", stock));
        }
        for (String stage : List.of("TURN", "ADMITTED", "LAPSED")) {
            stages.put(stage, () -> room.stage(stage, Duration.ofMinutes(9), true));
        }
        stages.put("EXPIRED in grace", () -> room.stage("EXPIRED", Duration.ofMinutes(9), false));
        for (String stage : List.of("READY", "RETURNING", "COMPLETED", "ABANDONED", "EXPIRED", "LEFT")) {
            stages.put(stage, () -> room.stage(stage));
        }
        stages.put("RESTARTED", () -> room.place.put("opening", 2));
        stages.put("UNKNOWN", () -> room.knowsThePlace = false);
        return stages;
    }

    private void comesTo(Runnable stage) {
        room.stage("WAITING");
        room.board.put("notices", true);
        List.of("paused", "phase", "doors", "stock").forEach(room.board::remove);
        room.board.put("serving", 900);
        room.place.put("opening", 3);
        room.knowsThePlace = true;
        stage.run();
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenEachStageIsSeenNarrowAndWide_thenItFitsAndIsAccessible(String language) {
        visitor.language(language).theme("light");
        String dir = List.of("ar", "fa", "he", "ur").contains(language) ? "rtl" : "ltr";

        stages().forEach((name, stage) -> {
            comesTo(stage);
            visitor.wide(320, 640).opens(room.serversPage());
            visitor.waitsUntil(
                    name, () -> visitor.asks("document.body.className").equals(name.split(" ")[0]));

            assertThat(visitor.asks("document.documentElement.lang + ' ' + document.documentElement.dir + ' '"
                            + " + getComputedStyle(document.body).direction"))
                    .isEqualTo(language + " " + dir + " " + dir);
            assertThat(visitor.asks("/\\{\\w+\\}/.test(document.body.innerText)"))
                    .as("a placeholder left in %s", name)
                    .isEqualTo("false");
            if (name.equals("LOBBY")) {
                assertThat(visitor.reads("date")).containsAnyOf("2036", "۲۰۳۶", "২০৩৬");
            }
            assertThat(sideways()).as("%s at 320 px", name).isZero();
            if (ASKED_OF_ALL.contains(name) || EACH_KIND.contains(language)) {
                assertThat(visitor.violations()).as("axe on %s", name).isEmpty();
            }
            if (name.equals("WAITING")) {
                visitor.screenshot(Path.of("target/screenshots/language-" + language + "-320.png"));
            }
            visitor.wide(1280, 900);
            assertThat(sideways()).as("%s at 1280 px", name).isZero();
        });

        assertThat(visitor.asks(DIFFERENCES.formatted(language))).isEmpty();
        assertThat(visitor.complaints()).isEmpty();
    }

    @Test
    void givenTextsThatAreLongerByHalfAndTheOtherWayRound_whenSeenNarrow_thenTheyFit() {
        visitor.language("en").wide(320, 640);
        for (String direction : List.of("ltr", "rtl")) {
            room.direction = direction;
            room.texts = EveryLanguageTest::stretched;
            stages().forEach((name, stage) -> {
                comesTo(stage);
                visitor.opens(room.serversPage());
                visitor.waitsUntil(
                        name, () -> visitor.asks("document.body.className").equals(name.split(" ")[0]));

                assertThat(sideways()).as("%s %s", name, direction).isZero();
            });
        }
        room.direction = "ltr";
        room.texts = text -> text;
    }

    /** Each word gains half of its length in accented letters; placeholders and keys stay. */
    private static String stretched(String texts) {
        return Pattern.compile("(?<=: \")[^\"]+(?=\")")
                .matcher(texts.substring(texts.indexOf("\"texts\"")))
                .replaceAll(text -> Pattern.compile("(\\{\\w+})|(\\p{L}+)")
                        .matcher(text.group())
                        .replaceAll(word -> word.group(2) == null
                                ? word.group()
                                : word.group() + "ü".repeat((word.group().length() + 1) / 2)))
                .transform(longer -> texts.substring(0, texts.indexOf("\"texts\"")) + longer);
    }

    private int sideways() {
        return Integer.parseInt(
                visitor.asks("document.documentElement.scrollWidth - document.documentElement.clientWidth"));
    }
}
