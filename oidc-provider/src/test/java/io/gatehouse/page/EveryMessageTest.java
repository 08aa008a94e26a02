package io.gatehouse.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.testing.Chromium;
import io.gatehouse.words.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * All messages of a language in one page, with each text of their buttons, links and labels, in Chromium at
 * 320 px: nothing has to be scrolled sideways, and axe finds nothing. One page for all, because loads and axe
 * are slow; it stays in target, for whoever can read it.
 */
@Tag("browser")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryMessageTest {

    private static final Path PAGES =
            Path.of("..", "waiting-page", "src", "main", "resources", "META-INF", "resources", "waiting-page");

    private static final List<String> KEYS = keys();
    private static final Pattern INSIDE = Pattern.compile("(<main[^>]*>)(.*)(?=</main>)", Pattern.DOTALL);

    /** The elements that stick out, by their texts. */
    private static final String WIDER =
            """
            [...document.querySelectorAll('main *')].filter(one => one.getBoundingClientRect().right > 320 || one.getBoundingClientRect().left < 0)
              .map(one => one.textContent).join('; ') + (document.documentElement.scrollWidth > 320 ? ' wider' : '')""";

    @AutoClose
    private final Chromium chromium = new Chromium("--hide-scrollbars");

    EveryMessageTest() {
        chromium.carriesAxe();
        chromium.shows("light", 320);
    }

    static List<Texts.Language> languages() {
        return Texts.load().languages();
    }

    @ParameterizedTest
    @MethodSource("languages")
    void givenALanguage_whenAllMessagesAreSeenNarrow_thenTheyFitAndAreAccessible(Texts.Language language)
            throws IOException {
        var folder = Files.createDirectories(Path.of("target", "messages"));
        var page = Files.writeString(folder.resolve(language.tag() + ".html"), allIn(language));

        chromium.driver().get(page.toAbsolutePath().toUri().toString());

        assertThat(chromium.asks(WIDER)).isEmpty();
        assertThat(chromium.asks("document.body.innerText.match(/\\{\\w+\\}/g) || ''"))
                .isEmpty();
        assertThat(chromium.asks(Chromium.VIOLATIONS)).isEmpty();
    }

    /** The first page as it is, and what the others have inside. */
    private static String allIn(Texts.Language language) {
        var others = KEYS.stream()
                .filter(key -> !key.matches(".*\\.(headline|lead|more)"))
                .sorted(Comparator.comparing(key -> !language.text(key).contains("{"))) // links fill in no values
                .collect(Collectors.toCollection(ArrayDeque::new));
        var pages = KEYS.stream()
                .filter(key -> key.endsWith(".headline"))
                .map(key -> message(language, key.replace(".headline", ""), others))
                .map(page -> Pages.render(page.withoutFoot()))
                .toList();
        assertThat(others).as("texts that no page has shown").isEmpty();
        var all = Stream.iterate(0, n -> n + 1)
                .limit(pages.size())
                .map(n -> inside(pages.get(n)).replaceAll("\\b(id|for)=\"", "$1=\"" + n + "-"))
                .collect(Collectors.joining("\n"));
        var first = INSIDE.matcher(pages.get(0));
        assertThat(first.find()).isTrue();
        return new StringBuilder(pages.get(0))
                .replace(first.start(2), first.end(2), all)
                .toString()
                .replace(
                        PageWriter.ASSETS,
                        PAGES.toAbsolutePath().normalize().toUri().toString());
    }

    /** With two more texts, where pages have them. */
    private static MessagePage message(Texts.Language language, String message, Deque<String> others) {
        var values = Map.ofEntries(
                Map.entry("position", language.number(12_345)),
                Map.entry("entry", language.number(12_345)),
                Map.entry("entrants", language.number(54_321)),
                Map.entry("n", language.number(1_000)),
                Map.entry("here", Estimate.duration(language, 125)),
                Map.entry("there", Estimate.duration(language, 75)),
                Map.entry("left", Estimate.duration(language, 125)),
                Map.entry("time", Estimate.duration(language, 125)),
                Map.entry("wait", Estimate.duration(language, 125)),
                Map.entry("window", Estimate.duration(language, 125)),
                Map.entry("kept", Estimate.duration(language, 125)),
                Map.entry("lobby", "2036-11-27, 10:00"),
                Map.entry("doors", "2036-11-27, 10:00"),
                Map.entry("site", "Shop"),
                Map.entry("room", "Shop"),
                Map.entry("code", "WXYZ-WXYZ"));
        var button = Objects.requireNonNullElse(others.pollFirst(), "continue");
        var link = Objects.requireNonNullElse(others.pollLast(), "try-again");
        return MessagePage.of(language, message, values)
                .form(button, values, "/send", Map.of())
                .link(link, URI.create("/onward"));
    }

    private static String inside(String page) {
        var inside = INSIDE.matcher(page);
        assertThat(inside.find()).isTrue();
        return inside.group(2);
    }

    private static List<String> keys() {
        try {
            var messages = PAGES.resolve("messages").resolve("en.json");
            return List.copyOf(
                    JsonMapper.shared().readTree(Files.readString(messages)).propertyNames());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
