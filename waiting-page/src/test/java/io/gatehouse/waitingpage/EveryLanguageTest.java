package io.gatehouse.waitingpage;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * Makes the page ask the server at once, as after a loss of the network, and lists all faults of the
     * stage that it then shows. The page asks again within two seconds only if its clock goes forward. One
     * call asks for everything, and one page shows all stages: calls of the driver, loads, and axe in a new
     * page are slow.
     */
    private static final String WRONG =
            """
            window.wrong = async (stage, goes) => {
              const now = Date.now, root = document.documentElement, body = document.body, found = [];
              Date.now = () => now() + 3000;
              window.dispatchEvent(new Event('online'));
              for (let looks = 0; body.className !== stage && looks < 200; looks++) await new Promise(soon => setTimeout(soon, 5));
              if (body.className !== stage) return 'not yet';
              const is = [root.lang, root.dir, getComputedStyle(body).direction].join(' ');
              if (is !== goes) found.push('goes ' + is);
              if (/\\{\\w+\\}/.test(body.innerText)) found.push('a placeholder is left');
              if (stage === 'LOBBY' && !/2036|۲۰۳۶|২০৩৬/.test(document.getElementById('date').innerText)) found.push('no year');
              if (root.scrollWidth > root.clientWidth) found.push('wider by ' + (root.scrollWidth - root.clientWidth));
              const violations = await %s;
              return found.concat(violations || []).join('\\n');
            }"""
                    .formatted(Chromium.VIOLATIONS);

    private static final String NOT_YET = "not yet";

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

    /** Its pages live for a second: optimising their scripts would cost more than it saves. */
    @AutoClose
    private final ChromiumVisitor visitor = new ChromiumVisitor(
                    new Chromium("--hide-scrollbars", "--js-flags=--no-turbofan --no-maglev"))
            .withAxe()
            .prepares(WRONG);

    /** Rises with each stage: a page always accepts the board of another opening. */
    private int opening;

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
        stages.put("RESTARTED", () -> room.place.put("opening", opening - 1));
        stages.put("UNKNOWN", () -> room.knowsThePlace = false);
        return stages;
    }

    private void comesTo(Runnable stage) {
        opening++;
        room.stage("WAITING");
        List.of("paused", "phase", "doors", "stock").forEach(room.board::remove);
        room.board.putAll(Map.of("serving", 900, "opening", opening, "notices", true));
        room.board.put("polls", List.of(Map.of("every", 60)));
        room.place.put("opening", opening);
        room.knowsThePlace = true;
        stage.run();
    }

    private void opens(int width) {
        comesTo(() -> {});
        visitor.wide(width, 640).opens(room.serversPage());
        visitor.waitsUntil(
                "WAITING", () -> visitor.asks("document.body?.className").equals("WAITING"));
    }

    /** Opens the page of a visitor who waits, at this width, and lists the faults of each stage. */
    private List<String> wrongAtAnyStage(int width, String goes) {
        List<String> wrong = new ArrayList<>();
        opens(width);
        stages().forEach((name, stage) -> {
            comesTo(stage);
            visitor.waitsUntil(name, () -> {
                String found = visitor.asks("wrong('" + name.split(" ")[0] + "', '" + goes + "')");
                if (!found.isEmpty() && !found.equals(NOT_YET)) {
                    wrong.add(name + " at " + width + " px: " + found);
                }
                return !found.equals(NOT_YET);
            });
        });
        return wrong;
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenEachStageIsSeenNarrowAndWide_thenItFitsAndIsAccessible(String language) {
        visitor.language(language).theme("light");
        String dir = List.of("ar", "fa", "he", "ur").contains(language) ? "rtl" : "ltr";
        String goes = language + " " + dir + " " + dir;

        assertThat(wrongAtAnyStage(1280, goes)).isEmpty();
        assertThat(wrongAtAnyStage(320, goes)).isEmpty();

        opens(320);
        visitor.screenshot(Path.of("target/screenshots/language-" + language + "-320.png"));
        assertThat(visitor.asks(DIFFERENCES.formatted(language))).isEmpty();
        assertThat(visitor.complaints())
                .as("but that no place is there")
                .isNotEmpty()
                .allMatch(complaint -> complaint.contains("/rooms/shop/place - Failed") && complaint.contains("404"));
    }

    @Test
    void givenTextsThatAreLongerByHalfAndTheOtherWayRound_whenSeenNarrow_thenTheyFit() {
        visitor.language("en").theme("light");
        for (String direction : List.of("ltr", "rtl")) {
            room.direction = direction;
            room.texts = EveryLanguageTest::stretched;
            assertThat(wrongAtAnyStage(320, "en " + direction + " " + direction))
                    .isEmpty();
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
}
