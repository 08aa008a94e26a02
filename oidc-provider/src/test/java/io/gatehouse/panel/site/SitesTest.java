package io.gatehouse.panel.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import org.junit.jupiter.api.Test;

/** The sites at the panel: what to type into each one's product, and never its secret. */
@PanelTest
class SitesTest {

    private static final String SITE = "/panel/sites/shop/setup";
    private static final String API = "/panel/api/sites/shop/setup";

    @Test
    void givenAnOperator_whenTheyLookAtTheSites_thenEachIsThereWithItsProduct(Desk desk) {
        var page = desk.signIn().get("/panel/sites");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("AWS Application Load Balancer", "href=\"" + SITE + "\"", "https://shop.example/")
                .doesNotContain(Desk.SITE_SECRET);
    }

    @Test
    void givenAnOperator_whenTheyLookAtASetup_thenItHasTheRealValuesAndNotTheSecret(Desk desk) {
        var page = desk.signIn().get(SITE);

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("http://localhost:9000/authorize", "&quot;SessionTimeout&quot;: 1800", "CloudFormation")
                .contains("&lt;odd&gt;&amp;&quot;id&quot;", "${SHOP_SECRET}", "drop42")
                .doesNotContain(Desk.SITE_SECRET, "<odd>", "«");
    }

    @Test
    void givenAScript_whenItAsksForASetup_thenItGetsTheText(Desk desk) {
        var answer = desk.get(API, "Authorization", "Bearer reads");

        assertThat(Desk.header(answer, "content-type")).startsWith("text/markdown");
        assertThat(answer.body())
                .contains("session_timeout        = 1800", "https://shop.example/oauth2/idpresponse")
                .contains("\"ClientId\": \"<odd>&\\\"id\\\"\"")
                .doesNotContain(Desk.SITE_SECRET);
    }

    @Test
    void givenASiteThatMustUsePkce_whenItsSetupIsAskedFor_thenThatComesFirst(Desk desk) {
        var open = desk.get("/panel/api/sites/spa/setup", "Authorization", "Bearer reads");
        var strict = desk.get("/panel/api/sites/strict/setup", "Authorization", "Bearer reads");

        assertThat(open.body()).startsWith("## Before").contains("no client secret", "`S256`");
        assertThat(strict.body()).startsWith("## Before").contains("require-pkce", "`S256`");
        assertThat(desk.get(API, "Authorization", "Bearer reads").body()).doesNotContain("## Before");
    }

    /** Spring Security would not ask for it if it had no scope but {@code openid} and one that it does not know. */
    @Test
    void givenASpringSiteWithoutClaims_whenItsSetupIsAskedFor_thenSpringAsksUserinfoForTheRoom(Desk desk) {
        var setup = desk.get("/panel/api/sites/strict/setup", "Authorization", "Bearer reads");

        assertThat(setup.body()).contains("scope: [openid, profile, room]");
    }

    @Test
    void givenAScript_whenItAsksForTheSites_thenItGetsThemAll(Desk desk) {
        var sites = Desk.json(desk.get("/panel/api/sites", "Authorization", "Bearer reads"));

        assertThat(sites.path("sites").path(0).path("site").asString()).isEqualTo("shop");
        assertThat(sites.path("sites").path(0).path("preset").asString()).isEqualTo("alb");
        assertThat(sites.toString()).doesNotContain(Desk.SITE_SECRET);
    }

    @Test
    void givenNobody_whenTheyAskForASetup_thenTheyAreTurnedAway(Desk desk) {
        assertThat(desk.get(API).statusCode()).isEqualTo(401);
        assertThat(desk.get(SITE, "Accept", "text/html").statusCode()).isEqualTo(303);
        assertThat(desk.get("/panel/sites", "Accept", "text/html").statusCode()).isEqualTo(303);
        assertThat(desk.get(SITE, "Authorization", "Bearer reads").statusCode()).isEqualTo(403);
    }

    @Test
    void givenAnUnknownSite_whenItsSetupIsAskedFor_thenItIsNotThere(Desk desk) {
        var answer = desk.get("/panel/api/sites/elsewhere/setup", "Authorization", "Bearer reads");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("problems#unknown-site", "elsewhere");
        assertThat(desk.signIn().get("/panel/sites/elsewhere/setup").statusCode())
                .isEqualTo(404);
    }
}
