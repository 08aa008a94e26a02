package io.gatehouse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.setting.Issuer;
import io.gatehouse.setup.Setup;
import io.gatehouse.site.SitePreset;
import io.gatehouse.site.Sites;
import io.gatehouse.site.SitesConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** Each product's page tells to configure what its setup prints, for the site that the page itself configures. */
class SetupDocumentsTest {

    private static final Path SITES = Path.of("..", "docs", "sites");
    private static final Path WANTED = Path.of("target", "sites");
    private static final Pattern SETTINGS = Pattern.compile("```yaml\n(gatehouse:\n.*?)```", Pattern.DOTALL);
    private static final Pattern SETUP =
            Pattern.compile("(<!-- setup: [^\n]* -->\n).*?(<!-- /setup -->)", Pattern.DOTALL);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GENERIC")
    void givenAProductsPage_whenItsSetupIsPrintedAnew_thenItIsTheSame(SitePreset preset) throws IOException {
        var page = Files.readString(SITES.resolve(preset.label() + ".md"));

        var wanted = SETUP.matcher(page)
                .replaceFirst(old -> old.group(1) + "\n" + quoted(setup(page, preset)) + "\n" + old.group(2));

        var file = Files.createDirectories(WANTED).resolve(preset.label() + ".md");
        Files.writeString(file, wanted);
        assertThat(page).as("docs/sites as in %s", file).isEqualTo(wanted);
    }

    @Test
    void givenTheSettingsForTheConformanceSuite_whenTheyAreRead_thenTheyStart() throws IOException {
        var page = Files.readString(SITES.resolveSibling("conformance.md"));
        var settings = SETTINGS.matcher(page);
        assertThat(settings.find()).isTrue();
        var yaml = folder.resolve("gatehouse.yaml");
        write(yaml, settings.group(1));

        try (var context = command().run("--spring.config.location=file:" + yaml, "--logging.level.root=warn")) {
            assertThat(context.getBean(Sites.class)
                            .byName("two")
                            .orElseThrow()
                            .settings()
                            .refresh())
                    .isTrue();
        }
    }

    /** The settings of the page start, too: all rules for sites and presets hold for them. */
    private String setup(String page, SitePreset preset) {
        var settings = SETTINGS.matcher(page);
        assertThat(settings.find()).isTrue();
        var yaml = folder.resolve("gatehouse.yaml");
        write(yaml, settings.group(1));
        try (var context = command().run("--spring.config.location=file:" + yaml, "--logging.level.root=warn")) {
            var site = context.getBean(Sites.class).byName("shop").orElseThrow();
            var rooms = context.getBean(GatehouseProperties.class).rooms();
            assertThat(site.preset()).isEqualTo(preset);
            return Setup.of(
                            site,
                            context.getBean(Issuer.class),
                            rooms.values().iterator().next().admissionTtl())
                    .text();
        }
    }

    private static SpringApplicationBuilder command() {
        return new SpringApplicationBuilder(InstallationConfiguration.class, SitesConfiguration.class)
                .web(WebApplicationType.NONE)
                .bannerMode(org.springframework.boot.Banner.Mode.OFF)
                .properties(
                        "SHOP_SECRET=a-secret-of-more-than-16-characters",
                        "ONE_SECRET=a-secret-of-more-than-32-characters-1",
                        "TWO_SECRET=a-secret-of-more-than-32-characters-2",
                        "REGISTRATION_TOKEN=a-token-of-more-than-16-characters");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
    }

    private static String quoted(String text) {
        return java.util.regex.Matcher.quoteReplacement(text);
    }
}
