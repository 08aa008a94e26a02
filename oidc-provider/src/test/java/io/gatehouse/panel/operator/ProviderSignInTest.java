package io.gatehouse.panel.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.LogLines;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.panel.Acts;
import java.util.ArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Operators who sign in at an OpenID Provider: at a real one, which is Gatehouse itself, where the room is
 * the role.
 */
class ProviderSignInTest {

    private static final String BEGIN = "/panel/sign-in/provider?return=/panel/rooms/shop";

    @AutoClose
    private static final RunningGatehouse gatehouse = start("roles.operator=staff", "roles.viewer=staff,guests");

    @Test
    void givenAnAccountWithARole_whenItsOwnerSignsInAtTheProvider_thenTheyAreInAsThat() {
        try (var acts = new Acts()) {
            var browser = gatehouse.browser();
            var page = browser.gets("/panel/sign-in?return=/panel/rooms/shop");
            assertThat(page.body())
                    .contains("href=\"/panel/sign-in/provider?return=/panel/rooms/shop\"", "Staff login");
            assertThat(page.body()).doesNotContain("type=\"password\"", "hash-password");

            var back = browser.opens(BEGIN);

            assertThat(back.status()).as(back.body()).isEqualTo(200);
            assertThat(back.header("Refresh")).isEqualTo("0; url=/panel/rooms/shop");
            assertThat(back.body()).contains("href=\"/panel/rooms/shop\"");
            assertThat(browser.gets("/panel/rooms/shop").body()).contains("localhost/", ", operator", "Pause the room");
            assertThat(acts.lines()).singleElement().asString().contains("localhost/", "signed in as operator, sub ");
        }
    }

    @Test
    void givenAnAccountWithoutARole_whenItsOwnerSignsInAtTheProvider_thenNobodyIsSignedIn() {
        try (var strict = start("roles.owner=board")) {
            var browser = strict.browser();

            var back = browser.opens(BEGIN);

            assertThat(back.status()).isEqualTo(403);
            assertThat(back.body()).contains("has no role here");
            assertNobody(browser);
        }
    }

    @Test
    void givenACodeOfSomebodyElses_whenAnotherBrowserBringsIt_thenNobodyIsSignedIn() {
        var address = whereTheProviderSends(gatehouse.browser());
        var stranger = gatehouse.browser();

        assertThat(stranger.gets(address).status()).isEqualTo(403);
        assertNobody(stranger);
        stranger.gets(BEGIN);
        assertThat(stranger.gets(address).status()).isEqualTo(403);
        assertNobody(stranger);
    }

    @Test
    void givenAWayBack_whenItIsAlteredOrWalkedTwice_thenNobodyIsSignedIn() {
        for (var altered : new String[] {"state=other", "error=access_denied", "code="}) {
            var browser = gatehouse.browser();
            var address = whereTheProviderSends(browser);

            assertThat(browser.gets(address.replaceFirst("(state|code)=[^&]*", altered))
                            .status())
                    .as(altered)
                    .isEqualTo(403);
            assertNobody(browser);
            assertThat(browser.gets(address).status()).isEqualTo(403);
            assertNobody(browser);
        }
    }

    /** A header of {}, one of "none", one of "dir" with no key of ours, and no such thing at all. */
    @Test
    void givenACookieThatIsNotOurs_whenSomebodyComesBackWithIt_thenNobodyIsSignedIn() {
        for (var made : new String[] {
            "x",
            "....",
            "e30.e30.e30.e30.e30",
            "eyJhbGciOiJub25lIn0....",
            "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA"
        }) {
            var browser = gatehouse.browser().withCookie("gatehouse-sign-in", made);

            var answer = browser.gets(OperatorProvider.RETURN + "?code=guessed&state=guessed");

            assertThat(answer.status()).as(made).isEqualTo(403);
            assertNobody(browser);
        }
    }

    @Test
    void givenAProviderThatIsAway_whenSomebodyWantsToSignInThere_thenTheyAreToldSoAndMayTryAgain() {
        try (var alone = startAt(RunningGatehouse.SITE, "roles.owner=staff");
                var log = LogLines.of("io.gatehouse.panel.operator.ProviderSignInEndpoint")) {
            alone.browser().gets(BEGIN);
            var answer = alone.browser().gets(BEGIN);

            assertThat(log.all()).as("once a minute").hasSize(1);
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("5");
            assertThat(answer.body()).contains("The provider does not answer");
        }
    }

    private static String whereTheProviderSends(Browser browser) {
        var next = browser.gets(BEGIN).header("Location");
        while (!next.contains(OperatorProvider.RETURN + "?")) {
            next = browser.gets(next).header("Location");
        }
        return next;
    }

    private static void assertNobody(Browser browser) {
        assertThat(browser.gets("/panel").status()).isEqualTo(303);
    }

    private static RunningGatehouse start(String... settings) {
        return startAt("${gatehouse.issuer}", settings);
    }

    private static RunningGatehouse startAt(String provider, String... settings) {
        var all = new ArrayList<String>();
        all.add("gatehouse.operator-provider.issuer=" + provider);
        all.add("gatehouse.operator-provider.client-id=panel");
        all.add("gatehouse.operator-provider.secret=" + RunningGatehouse.SECRET);
        all.add("gatehouse.operator-provider.scopes=openid,profile,room");
        all.add("gatehouse.operator-provider.role-claim=room");
        all.add("gatehouse.operator-provider.label=Staff login");
        all.add("gatehouse.rooms.staff.capacity=1000");
        for (var setting : settings) {
            all.add("gatehouse.operator-provider." + setting);
        }
        return RunningGatehouse.with(all.toArray(String[]::new))
                .site("panel", "staff", "redirect-uris=${gatehouse.issuer}" + OperatorProvider.RETURN)
                .starts();
    }
}
