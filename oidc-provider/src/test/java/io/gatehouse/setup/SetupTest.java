package io.gatehouse.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatehouse.site.SitePreset;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;

/** The templates: each can be filled, and no value can break out of where it stands. */
class SetupTest {

    /** All that may stand in a client id or an address and means something to some syntax. */
    private static final String ODD = "o\"d\\d'$`{%}#&<>|;*";

    /** Values that are numbers, names of ours or hosts: nothing in them means anything to any syntax. */
    private static final Set<String> HARMLESS = Set.of(
            "site",
            "issuer",
            "issuer_host",
            "issuer_port",
            "redirect_host",
            "env",
            "secret_variable",
            "secret_placeholder",
            "session_seconds",
            "limit_seconds",
            "refresh",
            "scope",
            "scope_plus",
            "scope_list",
            "scope_json",
            "scope_js");

    private static final Pattern CODE = Pattern.compile("```([a-z]+)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PLACEHOLDER = Pattern.compile("[$]\\{«env»}|«secret_placeholder»");
    private static final Pattern LOGOUT = Pattern.compile("(?i)/logout|idpLogout|log ?out ?ur[il]");
    private static final Pattern BARE = Pattern.compile("«([a-z_]+)»");

    @ParameterizedTest
    @EnumSource
    void givenATemplate_whenAValueStandsInConfiguration_thenItIsWrittenForItsPlace(SitePreset preset)
            throws IOException {
        var bare = code(text(preset)).flatMap(block -> BARE.matcher(block.text).results());

        assertThat(bare).extracting(hole -> hole.group(1)).isSubsetOf(HARMLESS);
    }

    @ParameterizedTest
    @EnumSource
    void givenOddValues_whenATemplateIsFilled_thenItsJsonAndYamlSayThemExactly(SitePreset preset) throws IOException {
        var filled = new Template(text(preset)).fill(values(), lists());

        assertThat(filled).doesNotContain("«", "»");
        code(filled).forEach(block -> {
            if (block.language.equals("json")) {
                var json = new JsonMapper().readTree(block.text);
                assertThat(json.toString()).contains(new JsonMapper().writeValueAsString(ODD));
            } else if (block.language.equals("yaml")) {
                new Yaml().composeAll(new StringReader(block.text)).forEach(node -> assertThat(node)
                        .isNotNull());
            }
        });
    }

    /** Kept literal, a placeholder is sent as the secret, and every login fails. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MOD_AUTH_OPENIDC", "SPRING", "TRAEFIK_FORWARD_AUTH", "TRAEFIK_OIDC_AUTH"})
    void givenAProductThatReadsNoEnvironment_whenItsConfigurationHoldsThePlaceholder_thenTheTemplateTellsWhoReplacesIt(
            SitePreset preset) throws IOException {
        var text = text(preset);

        if (code(text).anyMatch(block -> PLACEHOLDER.matcher(block.text).find())) {
            assertThat(text).containsAnyOf("envsubst '$«env»", "Put the site's secret in the place of");
        }
    }

    /** An address that is not listed ends nothing. */
    @ParameterizedTest
    @EnumSource
    void givenATemplateThatSwitchesOnLogout_whenItIsRead_thenItTellsWhatToRegister(SitePreset preset)
            throws IOException {
        var text = text(preset);

        if (LOGOUT.matcher(text).find()) {
            assertThat(text).contains("post-logout-redirect-uris");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '^',
            textBlock =
                    """
            json ~ a"b\\c ~ a\\"b\\\\c
            hcl ~ ${x}%{y}" ~ $${x}%%{y}\\"
            sh ~ it's $HOME ~ it'\\''s $HOME
            js ~ it's \\ ~ it\\'s \\\\
            php ~ it's \\ ~ it\\'s \\\\
            conf ~ "x" \\ ~ \\"x\\" \\\\
            url ~ a/b?c&d ~ a%2Fb%3Fc%26d
            """)
    void givenAPlaceForAValue_whenItIsWritten_thenItCannotBreakOut(String place, String value, String written) {
        var template = new Template("«value:" + place + "»");

        assertThat(template.fill(Map.of("value", value), Map.of())).isEqualTo(written + "\n");
    }

    @Test
    void givenATemplateWithAnUnknownHole_whenItIsFilled_thenItIsRefused() {
        assertThatThrownBy(() -> new Template("«nonsense»").fill(Map.of(), Map.of()))
                .hasMessageContaining("nonsense");
    }

    @Test
    void givenARepeatedBlock_whenItIsFilled_thenItStandsOnceForEach() {
        var template = new Template("a\n«#keys»\n- «key» of «site»\n«/keys»\nb");

        var filled = template.fill(
                Map.of("site", "shop"), Map.of("keys", List.of(Map.of("key", "one"), Map.of("key", "two"))));

        assertThat(filled).isEqualTo("a\n- one of shop\n- two of shop\nb\n");
    }

    @Test
    void givenASetup_whenItIsReadForAScreen_thenItsSectionsAreThere() {
        var sections =
                Section.read("## One\n\ntext\nof `two` lines\n\n- a\n  b\n- c\n\n```sh\n## x\n\ny\n```\n\n## Two\n");

        assertThat(sections).extracting(Section::heading).containsExactly("One", "Two");
        assertThat(sections.get(0).html())
                .contains("<p>text\nof <code>two</code> lines</p>", "<li>a\nb</li>", "<li>c</li>")
                .containsPattern("<pre tabindex=\"0\"><code[^>]*>## x\n\ny\n</code></pre>");
        assertThat(sections.get(1).html()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"<script>x</script>", "a <img src=x onerror=y>", "[x](javascript:alert)", "`<b>`", "```\n<b>"})
    void givenAValueThatIsMarkup_whenASetupIsShown_thenItIsText(String value) {
        var html = Section.read("## One\n\n" + value).get(0).html();

        assertThat(html).doesNotContain("<script", "<img", "<b>", "javascript:");
    }

    private record Code(String language, String text) {}

    private static Stream<Code> code(String markdown) {
        return CODE.matcher(markdown).results().map(found -> new Code(found.group(1), found.group(2)));
    }

    private static Map<String, String> values() {
        var values = new HashMap<String, String>();
        List.of(
                        "client_id",
                        "redirect_uri",
                        "redirect_origin",
                        "redirect_path",
                        "redirect_last",
                        "entry",
                        "entry_origin",
                        "realm",
                        "realm_url",
                        "alias")
                .forEach(name -> values.put(name, ODD));
        HARMLESS.forEach(name -> values.put(name, "plain"));
        values.putAll(Map.of(
                "session_seconds", "3600",
                "session_minutes", "60",
                "limit_seconds", "900",
                "issuer_port", "443",
                "refresh", "false",
                "env", "SHOP_SECRET",
                "secret_placeholder", "${SHOP_SECRET}",
                "scope_json", "\"openid\"",
                "issuer", "https://wait.example"));
        return values;
    }

    private static Map<String, List<Map<String, String>>> lists() {
        return Map.of(
                "redirect_uris", List.of(Map.of("uri", ODD, "host", "shop.example")),
                "entries", List.of(Map.of("key", "drop42", "url", ODD)),
                "has_entries", List.of(Map.of()));
    }

    private static String text(SitePreset preset) throws IOException {
        var name = preset.label() + ".md";
        try (var stream = Objects.requireNonNull(Setup.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), UTF_8);
        }
    }
}
