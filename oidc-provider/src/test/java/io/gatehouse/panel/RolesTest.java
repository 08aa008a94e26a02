package io.gatehouse.panel;

import static io.gatehouse.panel.Desk.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Who may what, asked of every address that the panel has. */
@PanelTest
class RolesTest {

    private static final Map<Role, String> OPERATORS =
            Map.of(Role.VIEWER, "vera", Role.OPERATOR, "oscar", Role.OWNER, "alice");
    private static final Map<Role, String> TOKENS =
            Map.of(Role.VIEWER, "Bearer reads", Role.OPERATOR, "Bearer operates", Role.OWNER, "Bearer writes");

    /** What changes nothing but the asker's own sign-in. */
    private static final Set<String> OWN = Set.of(
            "/panel/sign-out",
            "/panel/account/password",
            "/panel/account/second-factor/offer",
            "/panel/account/second-factor",
            "/panel/account/second-factor/off",
            "/panel/account/security-key/offer",
            "/panel/account/security-key",
            "/panel/account/security-key/removal",
            "/panel/account/recovery-codes");

    private record Address(String method, String path, Role needed) {

        /** So that an act which is let through is refused for what it says. */
        String body() {
            return method.equals("GET") ? "" : "nonsense";
        }
    }

    @Test
    void givenAnyAddress_whenOperatorsAskForIt_thenThoseOfItsRoleGetIn(Desk desk) {
        for (var role : Role.values()) {
            var mine = desk.another().signIn(OPERATORS.getOrDefault(role, "nobody"));
            var token = mine.token();
            for (var address : addresses(desk)) {
                if (!OWN.contains(address.path())) {
                    var answer = mine.send(address.method(), address.path(), address.body(), "X-CSRF-Token", token);
                    assertThat(isClosed(answer)).as(role + " " + address).isEqualTo(!role.isAtLeast(address.needed()));
                }
            }
        }
    }

    @Test
    void givenAnyAddressOfTheApi_whenTokensAskForIt_thenTheirScopesAreRoles(Desk desk) {
        for (var role : Role.values()) {
            for (var address : addresses(desk)) {
                var answer = desk.send(
                        address.method(),
                        address.path(),
                        address.body(),
                        "Authorization",
                        TOKENS.getOrDefault(role, "none"));
                var mayAsk = address.path().matches("/panel/api(/.*)?") && role.isAtLeast(address.needed());
                assertThat(answer.statusCode() != 403).as(role + " " + address).isEqualTo(mayAsk);
            }
        }
    }

    @Test
    void givenATokenOfTooSmallAScope_whenItIsUsed_thenTheAnswerNamesTheOneThatIsNeeded(Desk desk) {
        var act = desk.post("/panel/api/rooms/hall/pause", "", "Authorization", "Bearer reads");
        var key = desk.post("/panel/api/signing-keys", "", "Authorization", "Bearer operates");

        assertThat(header(act, "WWW-Authenticate")).contains("insufficient_scope", "scope=\"rooms.operate\"");
        assertThat(header(key, "WWW-Authenticate")).contains("insufficient_scope", "scope=\"rooms.write\"");
        assertThat(key.body()).contains("#insufficient-scope");
    }

    @Test
    void givenAViewer_whenTheyAct_thenNothingIsChangedAndTheyAreToldWhy(Desk desk) {
        var token = desk.signIn("vera").token();

        var form = desk.form("/panel/rooms/hall/pause", Map.of("csrf", token));
        var json = desk.post("/panel/api/rooms/hall/pause", "", "X-CSRF-Token", token);

        assertThat(form.statusCode()).isEqualTo(403);
        assertThat(form.body())
                .contains("Your role does not allow this", "the role operator, and you have the role viewer");
        assertThat(json.body()).contains("#insufficient-role");
        assertThat(header(json, "WWW-Authenticate")).isEmpty();
        assertThat(desk.room("hall").path("settings").path("paused").asBoolean())
                .isFalse();
    }

    @Test
    void givenAViewer_whenTheyLookAtARoom_thenTheScreenOffersNoAct(Desk desk) {
        var page = desk.signIn("vera").get("/panel/rooms/shop").body();

        assertThat(page).contains("vera, viewer", "data-counter=\"waiting\"", "<fieldset disabled", "200/1m");
        assertThat(page).doesNotContain("/pause\"", "/let-in\"", "Save settings", "/new-opening\"", "class=\"danger\"");
    }

    /** Reading is for viewers, and whatever changes something is not. A search is posted: logs keep addresses. */
    @Test
    void givenAnyAddress_whenItChangesSomething_thenNoViewerMayDoIt(Desk desk) {
        assertThat(addresses(desk))
                .hasSizeGreaterThan(20)
                .filteredOn(address -> !address.method().equals("GET") && !OWN.contains(address.path()))
                .filteredOn(address -> !address.path().endsWith("/find"))
                .allSatisfy(address -> assertThat(address.needed()).isNotEqualTo(Role.VIEWER));
    }

    /** Who has the role may still be asked to prove that it is they. */
    private static boolean isClosed(HttpResponse<String> answer) {
        return answer.statusCode() == 403 && !answer.body().contains("Prove that it is you");
    }

    private static List<Address> addresses(Desk desk) {
        var found = new ArrayList<Address>();
        desk.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .forEach((mapping, method) -> found.addAll(addresses(mapping, method)));
        return found;
    }

    private static List<Address> addresses(RequestMappingInfo mapping, HandlerMethod method) {
        var needed = method.getMethodAnnotation(Needs.class);
        return needed == null
                ? List.of()
                : mapping.getPatternValues().stream()
                        .filter(path -> path.startsWith(PanelPaths.HOME))
                        .map(RolesTest::anyRoom)
                        .flatMap(path -> mapping.getMethodsCondition().getMethods().stream()
                                .map(verb -> new Address(verb.name(), path, needed.value())))
                        .toList();
    }

    /** A room that there is not: who may act gets as far as that. */
    private static String anyRoom(String path) {
        return path.replace("{room}", "nowhere")
                .replaceAll("\\{\\w+:(\\w+)[^}]*}", "$1")
                .replaceAll("\\{\\w+}", "1");
    }
}
