package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.htmlunit.Page;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Operators of the panel who have their accounts at a Keycloak, set up as {@code docs/operate/accounts.md} says. */
@Tag("sites")
@ExtendWith(SharedKeycloak.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorsTest {

    private static final String REALM = "staff";
    private static final String CLIENT = "gatehouse";

    private KeycloakBroker keycloak;
    private RunningGatehouse gatehouse;

    @BeforeAll
    void start(KeycloakBroker shared) {
        keycloak = shared;
        var prefix = "gatehouse.operator-provider.";
        gatehouse = RunningGatehouse.start(
                prefix + "issuer=" + keycloak.issuer(REALM),
                prefix + "client-id=" + CLIENT,
                prefix + "secret=" + RunningGatehouse.SECRET,
                prefix + "role-claim=roles",
                prefix + "roles.operator=sale-night",
                prefix + "roles.owner=it");
        keycloak.employs(
                REALM,
                CLIENT,
                gatehouse.issuer() + "/panel/sign-in/provider/return",
                Map.of(
                        "alice", List.of("it", "sale-night"),
                        "bob", List.of("sale-night"),
                        "carol", List.of("canteen")));
    }

    @AfterAll
    void stop() {
        gatehouse.close();
    }

    @Test
    void givenAnAccountWithTwoRoles_whenItsOwnerSignsInThere_thenTheyAreInAsTheGreaterOne() {
        try (var alice = new WebVisitor(gatehouse.issuer())) {
            var back = signsIn(alice, "alice");

            assertThat(back.getWebResponse().getStatusCode()).isEqualTo(200);
            assertThat(WebVisitor.text(alice.opens(gatehouse.issuer() + "/panel/rooms/shop")))
                    .contains("127.0.0.1/alice", ", owner");
        }
    }

    @Test
    void givenAnAccountWithoutARole_whenItsOwnerSignsInThere_thenTheyAreToldToAskForOne() {
        try (var carol = new WebVisitor(gatehouse.issuer())) {
            assertHasNoRole(carol, signsIn(carol, "carol"));
        }
    }

    /** Keycloak knows them still, and asks for no password. */
    @Test
    void givenAnOperator_whenTheRoleIsTakenAwayThere_thenTheNextSignInFailsAndTheOneOfBeforeIsOver() {
        try (var bob = new WebVisitor(gatehouse.issuer())) {
            signsIn(bob, "bob");
            assertThat(WebVisitor.text(bob.opens(gatehouse.issuer() + "/panel")))
                    .contains("127.0.0.1/bob", ", operator");

            keycloak.takesRolesFrom(REALM, "bob");

            assertHasNoRole(bob, bob.opens(gatehouse.issuer() + "/panel/sign-in/provider"));
        }
    }

    private void assertHasNoRole(WebVisitor somebody, Page back) {
        assertThat(back.getWebResponse().getStatusCode()).isEqualTo(403);
        assertThat(WebVisitor.text(back)).contains("Your account at the provider has no role here");
        assertThat(somebody.opens(gatehouse.issuer() + "/panel").getUrl().getPath())
                .isEqualTo("/panel/sign-in");
    }

    private Page signsIn(WebVisitor somebody, String name) {
        var login = (HtmlPage) somebody.opens(gatehouse.issuer() + "/panel/sign-in/provider?return=/panel/rooms/shop");
        assertThat(login.getUrl().toString()).startsWith(keycloak.issuer(REALM) + "/");
        var form = login.getForms().get(0);
        form.getInputByName("username").setValue(name);
        form.getInputByName("password").setValue(name);
        try {
            return login.getElementById("kc-login").click();
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }
}
