package io.gatehouse.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ThemeTest {

    private static final Pattern VARIABLE = Pattern.compile("--([a-z-]+): ?(#[0-9a-f]{3,6})");

    /** What is read, and on what. */
    private static final List<List<String>> READ = List.of(
            List.of("ink", "card"),
            List.of("ink", "page"),
            List.of("ink", "accent-wash"),
            List.of("ink", "notice"),
            List.of("soft", "card"),
            List.of("soft", "accent-wash"),
            List.of("accent", "card"),
            List.of("accent", "accent-wash"),
            List.of("on-accent", "accent"));

    @ParameterizedTest
    @CsvSource({"#000000, #ffffff, 21.00", "#ffffff, #ffffff, 1.00", "#777777, #ffffff, 4.48", "#0b6150, #ffffff, 7.39"
    })
    void givenTwoColours_whenTheirContrastIsWorkedOut_thenItIsThatOfTheStandard(
            String one, String other, String ratio) {
        assertThat(String.format(Locale.ROOT, "%.2f", Colour.parse(one).contrast(Colour.parse(other))))
                .isEqualTo(ratio);
        assertThat(String.format(Locale.ROOT, "%.2f", Colour.parse(other).contrast(Colour.parse(one))))
                .isEqualTo(ratio);
    }

    @ParameterizedTest
    @EnumSource
    void givenColoursThatAreTaken_whenTheOthersFollow_thenAllThatIsReadCanBeRead(Theme theme) {
        var random = new Random(4711);
        var taken = 0;
        for (var n = 0; n < 20_000; n++) {
            var given = new HashMap<String, String>();
            Theme.GIVEN.stream()
                    .filter(any -> random.nextInt(3) > 0)
                    .forEach(name -> given.put(name, new Colour(random.nextInt(1 << 24)).toString()));
            if (isTaken(theme, given)) {
                taken++;
                var all = variables(theme.variables(given));
                READ.forEach(pair -> assertThat(colour(all, pair.get(0)).contrast(colour(all, pair.get(1))))
                        .as("%s of %s", pair, given)
                        .isGreaterThanOrEqualTo(4.5));
            }
        }
        assertThat(taken).isGreaterThan(500);
    }

    @Test
    void givenTheStyleSheetOfThePages_whenItsColoursAreRead_thenOursAreThose() throws IOException {
        String css;
        try (var file = Objects.requireNonNull(
                ThemeTest.class.getResourceAsStream("/META-INF/resources/waiting-page/waiting-page.css"))) {
            css = new String(file.readAllBytes(), StandardCharsets.UTF_8).replace("#fff;", "#ffffff;");
        }
        var parts = css.split("prefers-color-scheme: dark", 3);

        for (var theme : Theme.values()) {
            var sheet = variables(parts[theme == Theme.LIGHT ? 0 : 1]);
            var ours = variables(theme.variables(Map.of()));
            assertThat(ours.keySet()).isEqualTo(sheet.keySet());
            assertThat(sheet)
                    .containsAllEntriesOf(Map.of(
                            "page", theme.ours("page"),
                            "card", theme.ours("card"),
                            "ink", theme.ours("ink"),
                            "accent", theme.ours("accent")))
                    .contains(Map.entry("soft", Objects.requireNonNull(ours.get("soft"))))
                    .contains(Map.entry("notice", Objects.requireNonNull(ours.get("notice"))));
        }
    }

    private static boolean isTaken(Theme theme, Map<String, String> given) {
        try {
            theme.require(given);
            return true;
        } catch (IllegalArgumentException unreadable) {
            return false;
        }
    }

    private static Map<String, String> variables(String css) {
        var variables = new HashMap<String, String>();
        VARIABLE.matcher(css).results().forEach(one -> variables.put(one.group(1), one.group(2)));
        return variables;
    }

    private static Colour colour(Map<String, String> all, String name) {
        return Colour.parse(all.getOrDefault(name, ""));
    }
}
