package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatehouse.flow.RunningGatehouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.htmlunit.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Apache asks Keycloak, and Keycloak asks Gatehouse: Apache gives up first, and Gatehouse sees nothing of it.
 * The visitors of both hosts wait side by side, because Apache has more patience than a login takes on a busy
 * machine.
 */
@Tag("sites")
@ExtendWith(SharedKeycloak.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChainTest {

    private static final Duration PATIENCE_OF_APACHE = Duration.ofSeconds(25);

    private RunningGatehouse gatehouse;
    private Apache apache;
    private Apache.Host told;
    private Apache.Host untold;
    private WebVisitor visitorOfTold;
    private WebVisitor visitorOfUntold;
    private Page waitOfTold;
    private Page waitOfUntold;

    @BeforeAll
    void start(KeycloakBroker keycloak) {
        told = host("told", keycloak);
        untold = host("untold", keycloak);
        var settings = new ArrayList<String>();
        settings.addAll(settings(told, keycloak));
        settings.addAll(settings(untold, keycloak));
        settings.add("gatehouse.sites.told.login-state-ttl=" + PATIENCE_OF_APACHE.toSeconds() + "s");
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        for (var host : List.of(told, untold)) {
            keycloak.brokers(gatehouse, host.client(), Duration.ofMinutes(30), host.redirectUri());
        }
        apache = Apache.start(gatehouse, List.of(told, untold));
        warmUp();
        visitorOfTold = new WebVisitor(gatehouse.issuer());
        visitorOfUntold = new WebVisitor(gatehouse.issuer());
        waitOfTold = visitorOfTold.opens(told.at("/deep/link"));
        waitOfUntold = visitorOfUntold.opens(untold.at("/deep/link"));
        waitsLongerThanApache();
        gatehouse.letIn("shop", 2);
    }

    /** Visitors come back within Apache's patience: what is done then must not be done for the first time. */
    private void warmUp() {
        gatehouse.letIn("shop", 1);
        try (var first = new WebVisitor(gatehouse.issuer())) {
            first.opens(told.at("/"));
        }
    }

    @AfterAll
    void stop() {
        visitorOfTold.close();
        visitorOfUntold.close();
        apache.close();
        gatehouse.close();
    }

    /** Section 7, test 26. */
    @Test
    void givenTheLimitOfTheWeakestLink_whenTheVisitorWasLongerInLine_thenTheyEndOnThePageTheyWanted() {
        var page = visitorOfTold.continues(waitOfTold);

        assertThat(WebVisitor.text(page)).startsWith("/deep/link for ");
        assertThat(visitorOfTold.logins()).isEqualTo(2);
        assertThat(gatehouse.room("shop").snapshot().issued())
                .as("places of both and of the one who came before them")
                .isEqualTo(3);
    }

    /** Section 7, test 26, the control: Gatehouse knows of Keycloak's limit alone. */
    @Test
    void givenTheLimitOfTheBrokerAlone_whenTheVisitorWasLongerInLine_thenTheSiteRefusesThem() {
        var page = visitorOfUntold.continues(waitOfUntold);

        assertThat(WebVisitor.text(page)).contains("due to a timeout");
        assertThat(visitorOfUntold.logins()).isEqualTo(1);
    }

    private static Apache.Host host(String realm, KeycloakBroker keycloak) {
        return Apache.Host.of(
                realm,
                "OIDCProviderMetadataURL " + keycloak.issuer(realm) + "/.well-known/openid-configuration",
                "OIDCClientID " + BrokeredShop.CLIENT,
                "OIDCClientSecret " + BrokeredShop.SECRET,
                "OIDCStateTimeout " + PATIENCE_OF_APACHE.toSeconds());
    }

    /** The entry is Apache's own, for a login at Keycloak. */
    private static List<String> settings(Apache.Host host, KeycloakBroker keycloak) {
        var entry = host.redirectUri() + "?iss=" + keycloak.issuer(host.client()) + "&target_link_uri={target}";
        return SiteContract.settings(
                host.client(),
                "keycloak",
                keycloak.redirectUri(host.client()),
                "entry=" + entry,
                "allowed-targets=" + host.at("/"));
    }

    private static void waitsLongerThanApache() {
        var late = System.nanoTime() + PATIENCE_OF_APACHE.plusSeconds(1).toNanos();
        await("Apache's patience").atMost(PATIENCE_OF_APACHE.plusSeconds(60)).until(() -> System.nanoTime() - late > 0);
    }
}
