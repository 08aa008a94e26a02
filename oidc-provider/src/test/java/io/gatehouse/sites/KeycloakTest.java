package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.htmlunit.Page;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Keycloak 26 as a broker between a site and Gatehouse; a realm of it for each temper, and a {@link BrokeredShop}. */
@ExtendWith(SharedKeycloak.class)
class KeycloakTest extends SiteContract {

    private static final String BARE = "bare";
    private static final String PRINTED = "printed";
    private static final String FORMS = "forms";
    private static final String WANTED_ELSEWHERE = "/deep/link?target_link_uri=http%3A%2F%2Flocalhost%3A9%2Fgoods";
    private static final Duration SHIPPED = Duration.ofMinutes(30);

    private final Map<String, BrokeredShop> shops = new HashMap<>();
    private final String express = NodeSite.freeAddress();
    private KeycloakBroker keycloak;
    private RunningGatehouse gatehouse;

    @BeforeAll
    void start(KeycloakBroker shared) {
        keycloak = shared;
        var settings = new ArrayList<String>();
        for (var realm : List.of("patient", "hasty", "stubborn", BARE, PRINTED)) {
            shops.put(realm, new BrokeredShop(keycloak.endpoints(realm)));
        }
        for (var temper : Temper.values()) {
            var site = temper.site();
            settings.addAll(settings(
                    temper,
                    "keycloak",
                    keycloak.redirectUri(site),
                    "entry=" + shop(site).at("/")));
        }
        settings.addAll(settings(
                BARE,
                "generic",
                keycloak.redirectUri(BARE),
                "entry=" + shop(BARE).at("/"),
                "claims=false"));
        settings.addAll(settings(
                PRINTED,
                "keycloak",
                keycloak.redirectUri(PRINTED),
                "entry=" + shop(PRINTED).at("/"),
                "post-logout-redirect-uris=" + keycloak.redirectUri(PRINTED) + "/logout_response",
                "slot-after-logout=freed",
                "fresh-limit=0s"));
        settings.addAll(settings(FORMS, "keycloak", keycloak.redirectUri(FORMS), "entry=" + express + "/"));
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        keycloak.brokers(gatehouse, FORMS, SHIPPED, express + "/callback");
        keycloak.brokersAsPrinted(gatehouse, PRINTED, shop(PRINTED).at("/callback"));
        for (var realm : List.of("patient", "hasty", "stubborn", BARE)) {
            var limit = List.of("hasty", "stubborn").contains(realm) ? patience() : SHIPPED;
            keycloak.brokers(gatehouse, realm, limit, shop(realm).at("/callback"));
        }
    }

    @AfterAll
    void stop() {
        shops.values().forEach(BrokeredShop::close);
        gatehouse.close();
    }

    @Override
    protected RunningGatehouse gatehouse() {
        return gatehouse;
    }

    @Override
    protected String page(Temper temper, String path) {
        return shop(temper.site()).at(path);
    }

    @Override
    protected Duration patience() {
        return Duration.ofSeconds(25);
    }

    @Override
    protected List<String> wantedByMoreOfTheHasty() {
        return List.of(WANTED_ELSEWHERE);
    }

    /** The shop has told the page as {@code target_link_uri}, and Keycloak has passed it on. */
    @Override
    protected String afterReentry(String path) {
        return path;
    }

    /** A form for a name and a password that no visitor has. */
    @Override
    protected void assertTooLate(Page page) {
        assertThat(WebVisitor.text(page)).contains("Your login attempt timed out", "type=\"password\"");
    }

    /** Section 7, test 9. */
    @Test
    void givenTheDiscoveryDocument_whenAVisitorComesForTheFirstTime_thenTheySeeNoFormAndAreKnown() {
        gatehouse.letIn("shop", 1);
        var known = keycloak.visitors("patient").size();

        var page = visitor().opens(page(Temper.PATIENT, "/deep/link"));

        assertInside(page, "/deep/link");
        var provider = keycloak.provider("patient");
        assertThat(provider.path("validateSignature").asString()).isEqualTo("true");
        assertThat(provider.path("useJwksUrl").asString()).isEqualTo("true");
        var visitors = keycloak.visitors("patient");
        assertThat(visitors.size()).isEqualTo(known + 1);
        assertThat(visitors.findValuesAsString("email")).allMatch(email -> email.endsWith("@visitor.invalid"));
    }

    /** Section 7, test 10: why the preset refuses to start without claims. */
    @Test
    void givenASiteWithoutClaims_whenAVisitorComesForTheFirstTime_thenKeycloakAsksForThem() {
        gatehouse.letIn("shop", 1);

        var page = visitor().opens(shop(BARE).at("/deep/link"));

        assertThat(WebVisitor.text(page)).contains("Update Account Information", "name=\"email\"");
    }

    /** Section 7, test 11. */
    @Test
    void givenAVisitorInside_whenTheSiteAsksForAFreshLogin_thenOneButtonAnswersIt() {
        gatehouse.letIn("shop", 1);
        visitor().opens(page(Temper.PATIENT, "/"));

        var asked = visitor().opens(page(Temper.PATIENT, "/checkout?prompt=login&max_age=0"));
        var page = visitor().confirms(asked);

        assertInside(page, "/checkout");
        assertThat(visitor().logins()).isEqualTo(2);
        assertThat(visitor().way())
                .extracting(WebVisitor.Hop::url)
                .anyMatch(url -> url.startsWith(gatehouse.issuer() + "/authorize?") && url.contains("max_age=0"));
        assertThat(visitor().pagesOfGatehouse()).isEqualTo(1);
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** Section 7, test 12: the first half is test 3. */
    @Test
    void givenATargetElsewhere_whenTheLoginHasGrownOld_thenTheVisitorLandsOnTheEntry() {
        var page = late(WANTED_ELSEWHERE).continues();

        assertInside(page, "/");
    }

    /** Section 7, test 13: Keycloak grants no difference between clocks. */
    @Test
    void givenAClockASecondAhead_whenAVisitorComes_thenTheirTokenIsAccepted() {
        gatehouse.pass(Duration.ofSeconds(1));
        gatehouse.letIn("shop", 1);

        assertInside(visitor().opens(page(Temper.PATIENT, "/deep/link")), "/deep/link");
    }

    /** The identity provider that we print, as it stands. */
    @Test
    void givenTheSetupThatWePrint_whenTheLoginHasGrownOld_thenTheVisitorLandsOnThePageTheyWanted() {
        var wait = visitor().opens(shop(PRINTED).at("/deep/link"));
        gatehouse.letIn("shop", 1);

        assertInside(visitor().continues(wait), "/deep/link");
        assertThat(visitor().logins()).isEqualTo(2);
        assertThat(visitor().way()).extracting(WebVisitor.Hop::url).anyMatch(url -> url.contains("code_challenge="));
    }

    /** The address that the page tells to register: with any other Gatehouse would end nothing. */
    @Test
    void givenTheSetupThatWePrint_whenTheVisitorLogsOut_thenKeycloakForgetsThemAndTheirSlotIsFree() {
        gatehouse.letIn("shop", 1);
        assertInside(visitor().opens(shop(PRINTED).at("/")), "/");
        assertThat(gatehouse.room("shop").snapshot().slots()).isOne();

        var bye = visitor().opens(shop(PRINTED).at("/logout"));

        assertThat(bye.getUrl().toString()).startsWith(keycloak.redirectUri(PRINTED) + "/logout_response");
        assertThat(visitor().last().status()).isEqualTo(200);
        assertThat(gatehouse.room("shop").snapshot().slots()).isZero();
        assertThat(visitor().waits(visitor().opens(shop(PRINTED).at("/deep/link"))))
                .isTrue();
    }

    /** Keycloak only sends the visitor on: the app keeps the form, by the code of docs/sites/forms.md. */
    @Test
    void givenAnExpressAppBehindKeycloak_whenAFormComesAfterItsSession_thenItComesBackAfterTheLogin(
            @TempDir Path folder) {
        var setup =
                """
                const { auth } = require('express-openid-connect')
                app.use(auth({
                  issuerBaseURL: '%s', baseURL: SITE, clientID: '%s', clientSecret: '%s',
                  secret: 'a secret for the cookies of this site alone', authRequired: false,
                  httpTimeout: 60000, authorizationParams: { response_type: 'code', scope: 'openid' },
                }))"""
                        .formatted(keycloak.issuer(FORMS), BrokeredShop.CLIENT, BrokeredShop.SECRET);
        var more = Map.of(
                "PRINTED",
                Printed.keepingForms(setup, folder),
                "NODE_PATH",
                Path.of("src", "test", "node", "node_modules").toAbsolutePath().toString());
        try (var site = NodeSite.start("printed.cjs", express, gatehouse, more)) {
            gatehouse.letIn("shop", 1);
            assertThat(WebVisitor.text(visitor().opens(site.at("/seat")))).contains("/seat");
            visitor().losesCookiesOf(express);

            var kept = visitor().sends(site.at("/form"), "item", "ticket");

            assertThat(WebVisitor.text(kept)).contains("Your form was kept", "ticket");
            assertThat(visitor().logins()).isEqualTo(2);
            assertThat(WebVisitor.text(visitor().sends((HtmlPage) kept))).contains("POST item=ticket");
        }
    }

    private BrokeredShop shop(String realm) {
        return Objects.requireNonNull(shops.get(realm), realm);
    }
}
