package io.gatehouse.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.site.SitePreset.Trait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The public table of what each relying party is taken for says what the presets say, and nothing else. */
class PresetTableTest {

    private static final Path SITES = Path.of("..", "docs", "sites");

    private static final Map<Trait, List<String>> REFUSED = Map.of(
            Trait.BROKER, List.of("no `entry`"),
            Trait.FIXED_LIMIT, List.of("another `login-state-ttl`"),
            Trait.NO_PKCE, List.of("`require-pkce`", "`public`"),
            Trait.NEEDS_SECRET, List.of("`public`"),
            Trait.NEEDS_EMAIL, List.of("`claims: false`"),
            Trait.READS_ID_TOKEN_ONLY, List.of("`claims-in-id-token: false`"),
            Trait.RS256_ONLY, List.of("`ES256`"),
            Trait.NEEDS_JWT, List.of("`access-token: opaque`"),
            Trait.NEVER_REFRESHES, List.of("`refresh`"));

    /** Spring's, where it says more than its origin. */
    private static final String REDIRECT_URI = "{base}/login/oauth2/code/{id}";

    @ParameterizedTest
    @EnumSource
    void givenAPreset_whenTheTableIsRead_thenItsRowIsThere(SitePreset preset) throws IOException {
        assertThat(rows()).as("should be\n" + row(preset)).contains(row(preset));
    }

    @Test
    void givenTheTable_whenItsRowsAreCounted_thenEachIsAPreset() throws IOException {
        assertThat(rows()).hasSize(SitePreset.values().length);
    }

    /** What becomes of a form after the end, and which uses of a visit the product tells. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GENERIC")
    void givenAPreset_whenTheGuidesToVisitsAreRead_thenBothSpeakOfIt(SitePreset preset) throws IOException {
        for (var guide : List.of("forms.md", "renewal.md")) {
            assertThat(Files.readString(SITES.resolve(guide))).as(guide).contains("](" + preset.label() + ".md)");
        }
    }

    private static List<String> rows() throws IOException {
        try (Stream<String> lines = Files.lines(SITES.resolve("README.md"))) {
            return lines.filter(line -> line.matches("\\| \\[?`.*")).toList();
        }
    }

    private static String row(SitePreset preset) {
        var label = "`" + preset.label() + "`";
        return "| %s | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        preset == SitePreset.GENERIC ? label : "[" + label + "](" + preset.label() + ".md)",
                        preset.product(),
                        limit(preset),
                        text(preset.patience().fresh()),
                        preset.entry(REDIRECT_URI)
                                .map(entry -> "`" + entry + "`")
                                .orElse("must be set"),
                        preset.readsIdToken() ? "ID token" : "userinfo",
                        refused(preset));
    }

    private static String limit(SitePreset preset) {
        var limit = preset.patience().limit();
        if (preset.patience().equals(Patience.UNPUBLISHED)) {
            return text(limit) + ", not published";
        }
        return text(limit) + (preset.has(Trait.FIXED_LIMIT) ? ", fixed" : "");
    }

    private static String refused(SitePreset preset) {
        return Arrays.stream(Trait.values())
                .filter(preset::has)
                .flatMap(trait -> REFUSED.getOrDefault(trait, List.of()).stream())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String text(Duration duration) {
        return duration.equals(Duration.ofSeconds(90))
                ? "90s"
                : duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
