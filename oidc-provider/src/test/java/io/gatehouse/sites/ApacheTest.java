package io.gatehouse.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.htmlunit.Page;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Apache with mod_auth_openidc 2.4.12, as Debian 12 has it. */
class ApacheTest extends SiteContract {

    private static final String WANTED_BY_ANOTHER = "/deep/link";
    private static final Duration TIMEOUT = Duration.ofSeconds(25);
    private static final String LIMIT = "OIDCStateTimeout " + TIMEOUT.toSeconds();

    private static final Map<Temper, Apache.Host> HOSTS = Map.of(
            Temper.PATIENT, Apache.Host.of("patient"),
            Temper.HASTY, Apache.Host.of("hasty", LIMIT),
            Temper.STUBBORN, Apache.Host.of("stubborn", LIMIT));
    private static final Apache.Host FORGETFUL = Apache.Host.of("forgetful", "OIDCStateMaxNumberOfCookies 7 true");
    /** This version says more on the connection than the length that it has named. */
    private static final Apache.Host POSTING =
            Apache.Host.of("posting", "OIDCProviderAuthRequestMethod POST", "KeepAlive Off");

    private static final Apache.Host PRINTED = Apache.Host.asPrinted("printed");
    private static final List<Apache.Host> OTHERS = List.of(FORGETFUL, POSTING, PRINTED);

    private RunningGatehouse gatehouse;
    private Apache apache;

    @BeforeAll
    void start() {
        var settings = new ArrayList<String>();
        HOSTS.forEach((temper, host) -> settings.addAll(settings(temper, "mod_auth_openidc", host.redirectUri())));
        for (var host : OTHERS) {
            settings.addAll(settings(host.client(), "mod_auth_openidc", host.redirectUri()));
        }
        settings.add("gatehouse.sites.printed.fresh-limit=0s");
        settings.add("gatehouse.sites.printed.backchannel-logout-uri=" + PRINTED.redirectUri() + "?logout=backchannel");
        gatehouse = RunningGatehouse.start(settings.toArray(String[]::new));
        var hosts = new ArrayList<>(HOSTS.values());
        hosts.addAll(OTHERS);
        apache = Apache.start(gatehouse, hosts);
    }

    @AfterAll
    void stop() {
        apache.close();
        gatehouse.close();
    }

    @Override
    protected RunningGatehouse gatehouse() {
        return gatehouse;
    }

    @Override
    protected String page(Temper temper, String path) {
        return host(temper).at(path);
    }

    @Override
    protected Duration patience() {
        return TIMEOUT;
    }

    @Override
    protected List<String> wantedByMoreOfTheHasty() {
        return List.of(WANTED_BY_ANOTHER);
    }

    /** The preset's entry takes the deep link along, as far as the login has told it. */
    @Override
    protected String afterReentry(String path) {
        return path.replaceFirst("\\?.*", "");
    }

    @Override
    protected void assertTooLate(Page page) {
        assertThat(WebVisitor.text(page)).contains("due to a timeout");
    }

    /** Section 7, test 5. */
    @Test
    void givenTheEntryOfThePreset_whenTheVisitorIsSentThere_thenTheyLandOnTheTarget() {
        var host = host(Temper.HASTY);
        var hasty = late(WANTED_BY_ANOTHER);

        var page = hasty.continues();

        var entry = host.redirectUri() + "?iss=" + encode(gatehouse.issuer()) + "&target_link_uri="
                + encode(host.at(WANTED_BY_ANOTHER));
        assertThat(hasty.visitor().way()).extracting(WebVisitor.Hop::url).contains(entry);
        assertInside(page, WANTED_BY_ANOTHER);
    }

    /** Section 7, test 6: who reloads the shop while they wait leaves a login behind each time. */
    @Test
    void givenManyReloads_whenTheSiteForgetsTheOldestLogin_thenTheVisitorStillGetsIn() {
        Page wait = visitor().opens(FORGETFUL.at("/sale"));
        for (var reload = 0; reload < 9; reload++) {
            wait = visitor().opens(FORGETFUL.at("/sale"));
        }
        gatehouse.letIn("shop", 1);

        assertInside(visitor().continues(wait), "/sale");
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** Section 7, test 6, the control: as shipped, the site refuses the eighth one. */
    @Test
    void givenManyReloads_whenTheSiteIsAsShipped_thenItRefusesTheEighth() {
        for (var visit = 0; visit < 7; visit++) {
            assertThat(visitor().waits(visitor().opens(page(Temper.PATIENT, "/sale"))))
                    .isTrue();
        }

        visitor().opens(page(Temper.PATIENT, "/sale"));

        assertThat(visitor().last().status()).isEqualTo(503);
    }

    /** Section 7, test 7: the place cookie does not come with a POST of another site. */
    @Test
    void givenAPlace_whenTheSiteSendsItsRequestByPost_thenThePlaceIsRecognised() {
        visitor().sendsAcrossSites(form(visitor().opens(POSTING.at("/deep/link"))));
        var wait = visitor().sendsAcrossSites(form(visitor().opens(POSTING.at("/deep/link"))));
        gatehouse.letIn("shop", 1);

        var page = visitor().continues(wait);

        assertInside(page, "/deep/link");
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    /** Section 7, test 8. */
    @Test
    void givenAVisitorInside_whenTheyGoBackToTheCallback_thenTheyLandOnThePageTheyWanted() {
        gatehouse.letIn("shop", 1);
        visitor().opens(page(Temper.PATIENT, "/deep/link"));
        var callback = visitor().way().stream()
                .map(WebVisitor.Hop::url)
                .filter(url -> url.startsWith(host(Temper.PATIENT).redirectUri()))
                .findFirst()
                .orElseThrow();

        assertInside(visitor().opens(callback), "/deep/link");
    }

    /** Section 7, test 8: what a script fetches takes no place. */
    @Test
    void givenAScript_whenItFetchesAPage_thenItIsRefusedAndNobodyWaits() {
        visitor().fetches(page(Temper.PATIENT, "/prices"));

        assertThat(visitor().last().status()).isEqualTo(401);
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
    }

    /**
     * The configuration that we print, as it stands: more reloads than the site bears as shipped, and too
     * long a wait.
     */
    @Test
    void givenTheSetupThatWePrint_whenTheVisitorReloadsAndWaits_thenTheyLandOnThePageTheyWanted() {
        Page wait = visitor().opens(PRINTED.at("/item.php?id=42&x=%C3%B6%26+1&state=1"));
        for (var reload = 0; reload < 9; reload++) {
            wait = visitor().opens(PRINTED.at("/item.php?id=42&x=%C3%B6%26+1&state=1"));
        }
        gatehouse.letIn("shop", 1);

        assertInside(visitor().continues(wait), "/item.php?id=42&x=%C3%B6%26+1&state=1");
        assertThat(visitor().way())
                .extracting(WebVisitor.Hop::url)
                .anyMatch(url -> url.startsWith(PRINTED.redirectUri() + "?iss="));
        assertThat(visitor().logins()).isEqualTo(11);
    }

    @Test
    void givenTheSetupThatWePrint_whenAVisitorHasLoggedOut_thenThePageThatFollowsIsOpen() {
        var page = visitor().opens(PRINTED.at("/goodbye"));

        assertThat(page.getWebResponse().getStatusCode()).isEqualTo(200);
        assertThat(visitor().logins()).isZero();
    }

    /** The session is over and the visit is not: the browser keeps the form during the login. */
    @Test
    void givenTheSetupThatWePrint_whenAFormIsPostedAfterTheEndOfTheSession_thenItArrives() {
        gatehouse.letIn("shop", 1);
        assertInside(visitor().opens(PRINTED.at("/item")), "/item");
        visitor().losesCookiesOf(PRINTED.at("/"));

        var page = visitor().sendsWithScripts(PRINTED.at("/form"), "item", "ticket");

        assertThat(WebVisitor.text(page)).isEqualTo("POST item=ticket");
    }

    @Test
    void givenTheSetupThatWePrint_whenTheVisitorLogsOutHere_thenTheSiteForgetsThemAndTheirSlotIsFree() {
        gatehouse.letIn("shop", 1);
        visitor().opens(PRINTED.at("/item"));
        assertThat(gatehouse.room("shop").snapshot().slots()).isOne();

        visitor().confirms(visitor().opens(gatehouse.issuer() + "/logout"));

        assertThat(gatehouse.room("shop").snapshot().slots()).isZero();
        assertThat(visitor().waits(visitor().opens(PRINTED.at("/item")))).isTrue();
    }

    private static Apache.Host host(Temper temper) {
        return Objects.requireNonNull(HOSTS.get(temper));
    }

    private static HtmlForm form(Page page) {
        return ((HtmlPage) page).getForms().get(0);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
