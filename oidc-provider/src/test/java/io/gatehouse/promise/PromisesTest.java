package io.gatehouse.promise;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.panel.ApiDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Names that programs and operators have written down somewhere. */
class PromisesTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Set<String> WORDS =
            Set.of("description", "summary", "minimum", "maximum", "default", "required", "additionalProperties");

    @Test
    void givenTheSettings_whenTheyAreComparedWithThoseOfOneZero_thenEachIsStillOne() throws IOException {
        var metadata = Files.readString(Path.of("target/classes/META-INF/spring-configuration-metadata.json"));

        Promises.kept(
                "settings",
                JSON.readTree(metadata).path("properties").valueStream().flatMap(PromisesTest::settings));
    }

    private static Stream<String> settings(JsonNode property) {
        var type = property.path("type").asString();
        var name = property.path("name").asString();
        var map = "java.util.Map<java.lang.String,";
        return type.startsWith(map)
                ? settings(name + ".*", type.substring(map.length(), type.length() - 1))
                : Stream.of(name + " " + kind(type));
    }

    /** Those of each room, site and so on, which the metadata passes over. */
    private static Stream<String> settings(String prefix, String type) {
        try {
            return Stream.of(Class.forName(type).getRecordComponents()).flatMap(component -> {
                var given = component.getAccessor().getAnnotation(Name.class);
                var name = prefix + "."
                        + (given == null ? DataObjectPropertyName.toDashedForm(component.getName()) : given.value());
                return component.getType().isRecord()
                        ? settings(name, component.getType().getName())
                        : Stream.of(name + " " + kind(component.getGenericType().getTypeName()));
            });
        } catch (ClassNotFoundException gone) {
            throw new AssertionError(gone);
        }
    }

    /** What an operator writes; our own types are read from a text, and their names are ours. */
    private static String kind(String type) {
        return type.replaceAll("io\\.gatehouse\\.[\\w.$]+", "text")
                .replaceAll("[a-z]\\w*\\.", "")
                .replaceAll("\\bInteger\\b", "int")
                .replaceAll("\\bLong\\b", "long")
                .replaceAll("\\bBoolean\\b", "boolean");
    }

    @Test
    void givenThePanelsApi_whenItIsComparedWithThatOfOneZero_thenEachCallAndMemberIsStillThere() {
        var document = JSON.readTree(ApiDescription.text());

        Promises.kept(
                "panel-api",
                Stream.concat(
                        said("", document.path("paths")),
                        said("", document.path("components").path("schemas"))));
    }

    /** What a client goes by, a line each; bounds and words may change. */
    private static Stream<String> said(String path, JsonNode node) {
        if (node.isArray()) {
            return node.valueStream().flatMap(entry -> said(path + "[]", entry));
        }
        return node.isObject()
                ? node.propertyStream()
                        .filter(member -> !WORDS.contains(member.getKey()) || path.endsWith(".properties"))
                        .flatMap(member -> said(path + "." + member.getKey(), member.getValue()))
                : Stream.of(path + " " + node.asString());
    }

    @Test
    void givenTheProblemTypes_whenTheyAreComparedWithThoseOfOneZero_thenEachIsStillThere() throws IOException {
        var document = Files.readString(Path.of("../docs/problems.md"));

        Promises.kept("problems", document.lines().filter(line -> line.startsWith("## ")));
    }

    @Test
    void givenAMemberThatIsMissingOrOfAnotherType_whenItIsCompared_thenItIsNamed() throws IOException {
        var board = JSON.readTree("{\"serving\": 1, \"issued\": \"1\"}");

        assertThat(Promises.broken("board", Promises.members("board", board)))
                .contains("board.opening number", "board.issued number")
                .doesNotContain("board.serving number");
    }

    @Test
    void givenAVisitorInLine_whenTheBoardAndThePlaceAreRead_thenTheirMembersAreThoseOfOneZero() {
        try (var gatehouse = RunningGatehouse.start("gatehouse.turnstile.tick=1m")) {
            var browser = gatehouse.browser();
            browser.opens(Login.authorize());
            gatehouse.tick();

            Promises.kept(
                    "board",
                    List.of(JSON.readTree(browser.gets("/rooms/shop/board").body())),
                    board -> "board");
            Promises.kept(
                    "place",
                    List.of(JSON.readTree(browser.gets("/rooms/shop/place").body())),
                    place -> "place");
            assertThat(browser.cookie("gatehouse-place-shop")).isNotEmpty();
        }
    }
}
