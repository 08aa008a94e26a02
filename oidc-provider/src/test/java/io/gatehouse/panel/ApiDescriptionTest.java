package io.gatehouse.panel;

import static io.gatehouse.panel.Desk.header;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.ApiDescription.Call;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What {@code /panel/api} tells; that it has all addresses and answers is seen by {@code DocumentsTest}. */
@PanelTest
class ApiDescriptionTest {

    private static final Pattern MEMBERS = Pattern.compile("members are \\[(.*)], was \\\\\"zz\\\\\"");

    private final ApiDescription description = ApiDescription.read();

    @Test
    void givenAViewer_whenTheyAskWhatTheApiIs_thenTheyGetItWithTheAddressOfTheInstallation(Desk desk) {
        var answer = desk.get("/panel/api", "Authorization", "Bearer reads");

        assertThat(header(answer, "Content-Type")).startsWith("application/json");
        assertThat(json(answer).path("openapi").asString()).isEqualTo("3.1.1");
        assertThat(json(answer).at("/servers/0/url").asString()).isEqualTo("http://localhost:9000");
        assertThat(answer.body()).contains("http://localhost:9000/token").doesNotContain("ISSUER");
    }

    @Test
    void givenAStranger_whenTheyAskWhatTheApiIs_thenTheyAreRefusedAsAProgram(Desk desk) {
        var answer = desk.get("/panel/api");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(header(answer, "Content-Type")).startsWith("application/problem+json");
    }

    /** A member that there is not is refused with the names of those that there are, at each depth. */
    @Test
    void givenACallWithABody_whenItHasAMemberTooMany_thenTheRefusalNamesThoseOfTheDescription(Desk desk) {
        var asked = description.calls().stream()
                .filter(call -> call.says().at("/requestBody/content").has("application/json"))
                .toList();

        assertThat(asked).hasSizeGreaterThan(5).allSatisfy(call -> {
            var schema = call.says().at("/requestBody/content/application~1json/schema");
            require(desk, call, schema, "%s");
        });
    }

    private void require(Desk desk, Call call, JsonNode schema, String around) {
        var given = description.resolved(schema);
        if (!given.has("properties")) {
            return;
        }
        var members = given.path("properties");
        assertThat(refused(desk, call, around.formatted("{\"zz\":1}")))
                .as(call.method() + " " + call.path() + " " + around)
                .isEqualTo(new TreeSet<>(members.propertyNames()));
        members.propertyStream().forEach(member -> {
            var inner = description.resolved(member.getValue());
            var within = "{\"" + member.getKey() + "\":" + (inner.has("items") ? "[%s]" : "%s") + "}";
            require(desk, call, inner.has("items") ? inner.path("items") : inner, around.formatted(within));
        });
    }

    private static Set<String> refused(Desk desk, Call call, String body) {
        var path = call.path().replace("{room}", "shop").replaceAll("\\{\\w+}", "1");
        var answer = desk.send(call.method(), path, body, "Authorization", "Bearer writes", "If-Match", "*");
        var members = MEMBERS.matcher(answer.body());
        assertThat(members.find()).as(call + " answered " + answer.body()).isTrue();
        return new TreeSet<>(Set.of(members.group(1).split(", ")));
    }
}
