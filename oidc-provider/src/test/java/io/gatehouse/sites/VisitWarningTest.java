package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.testing.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/**
 * The script that a site includes, in Chromium, in a page of another origin with a strict policy and with
 * styles that spoil everything which they can reach.
 */
@Tag("browser")
class VisitWarningTest {

    private static final String STYLES = "p, div, section, button { all: unset; color: white !important;"
            + " font-size: 3px !important; display: none !important }";

    @AutoClose
    private static final LocalSite site = new LocalSite();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
            "gatehouse.rooms.shop.capacity=100",
            "gatehouse.rooms.shop.admission-renewal=30m up to 80m",
            "gatehouse.sites.shop.redirect-uris=" + site.at("/callback"),
            "gatehouse.sites.shop.entry=" + site.at("/"));

    @AutoClose
    private static final Chromium chromium = new Chromium("--hide-scrollbars");

    static {
        site.answers("/style.css", http -> LocalSite.shows(http, "text/css", STYLES));
        site.answers("/shop", VisitWarningTest::shows);
    }

    private static void shows(HttpExchange http) throws IOException {
        var asked = LocalSite.parameters(http);
        var policy = "default-src 'none'; style-src 'self'; script-src ISSUER; connect-src ISSUER";
        http.getResponseHeaders()
                .set(
                        "Content-Security-Policy",
                        policy.replace("ISSUER", gatehouse.issuer()) + "; require-trusted-types-for 'script'");
        LocalSite.shows(
                http,
                "text/html;charset=UTF-8",
                """
                <!DOCTYPE html><html lang="%s"><title>Shop</title><link rel="stylesheet" href="/style.css">
                <meta name="viewport" content="width=device-width"><main><h1>Shop</h1><input id="note" aria-label="Note"></main>
                <script src="%s/waiting-page/visit.js" data-room="shop" data-visit="%s" defer></script>"""
                        .formatted(asked.get("lang"), gatehouse.issuer(), asked.get("visit")));
    }

    @ParameterizedTest
    @CsvSource({"en,light,320", "en,forced,320", "ar,dark,320", "de,dark,1280"})
    void givenFiveMinutesLeft_whenAVisitorIsOnTheSite_thenAPageOfAnyLanguageWarnsThem(
            String language, String theme, int width) throws IOException {
        chromium.shows(theme, width);
        var visit = visitor();
        gatehouse.clock().advance(Duration.ofMinutes(54).plusSeconds(10));

        opens(language, visit);

        isSeen("section:not([hidden])");
        assertThat(inside("section").length()).isGreaterThan(20);
        assertThat(chromium.violations()).isEmpty();
        assertThat(chromium.asks("document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo("true");
        assertThat(chromium.asks("getComputedStyle(" + shadow("section") + ").direction"))
                .isEqualTo(language.equals("ar") ? "rtl" : "ltr");
        assertThat(chromium.asks("getComputedStyle(" + shadow("section") + ").borderTopWidth"))
                .as("what parts it from the page where colours are forced")
                .isEqualTo("2px");
        assertThat(chromium.complaints()).noneMatch(complaint -> complaint.contains("Policy"));
        photographed("visit-" + language + "-" + width + "-" + theme);
    }

    @Test
    void givenAWarning_whenItIsClosedByKeyboard_thenItStaysClosedUntilTheLastMinuteAndTheFocusGoesBack() {
        var visit = visitor();
        gatehouse.clock().advance(Duration.ofMinutes(56));
        opens("en", visit);
        isSeen("section:not([hidden])");
        assertThat(inside("section")).contains("Time left of your visit: 3 minutes");
        assertThat(inside("[role=status]")).contains("3 minutes");
        chromium.asks("document.getElementById('note').focus()");

        new Actions(chromium.driver()).sendKeys(Keys.TAB, Keys.TAB).perform();
        assertThat(chromium.asks("document.activeElement.shadowRoot.activeElement.innerText"))
                .isEqualTo("Close");
        new Actions(chromium.driver()).sendKeys(Keys.ENTER).perform();

        isSeen("section[hidden]");
        assertThat(chromium.asks("document.activeElement.id")).isEqualTo("note");
        opens("en", visit);
        await().pollInSameThread().until(() -> chromium.asks("performance.getEntriesByType('resource')"
                        + ".filter(one => one.initiatorType === 'xmlhttprequest').length")
                .equals("1"));
        assertThat(chromium.asks("document.body.lastElementChild.shadowRoot")).isEqualTo("null");
        gatehouse.clock().advance(Duration.ofMinutes(3));
        opens("en", visit);
        isSeen("section:not([hidden])");
        assertThat(inside("section")).contains("< 1 min");
    }

    @Test
    void givenAWarning_whenTheVisitorStays_thenTheVisitLastsLongerUntilItsMaximum() {
        var visit = visitor();
        gatehouse.clock().advance(Duration.ofMinutes(56));
        opens("en", visit);
        isSeen("section:not([hidden])");
        new Actions(chromium.driver()).sendKeys(Keys.TAB, Keys.TAB).perform();
        assertThat(chromium.asks("document.activeElement.shadowRoot.activeElement.innerText"))
                .isEqualTo("Stay longer");

        new Actions(chromium.driver()).sendKeys(Keys.ENTER).perform();

        await().pollInSameThread().until(() -> inside("[role=status]").equals("Time left of your visit: 23 minutes"));
        assertThat(chromium.asks("document.activeElement.shadowRoot.activeElement.innerText"))
                .isEqualTo("Close");
        isSeen("section[hidden]");
        gatehouse.clock().advance(Duration.ofMinutes(20));
        opens("en", visit);
        isSeen("section:not([hidden])");
        assertThat(inside("section")).contains("3 minutes").doesNotContain("Stay longer");
    }

    @Test
    void givenAVisitThatEnds_whenTheVisitorIsOnTheSite_thenThePageSaysSoAndStaysAsItIs() {
        var visit = visitor();
        gatehouse.clock().advance(Duration.ofMinutes(59).plusSeconds(50));
        opens("en", visit);
        chromium.asks("document.getElementById('note').value = 'typed'");

        await().pollInSameThread().atMost(Duration.ofSeconds(40)).until(() -> inside("section")
                .contains("Your visit has ended"));

        assertThat(inside("section")).contains("Take a new place");
        assertThat(chromium.asks("document.getElementById('note').value")).isEqualTo("typed");
        assertThat(chromium.asks("document.cookie")).isEmpty();
        assertThat(chromium.violations()).isEmpty();
    }

    /** The path of a page may begin as the address of another host does. */
    @Test
    void givenAPathOfTwoSlashes_whenTheVisitorTakesANewPlace_thenTheyStayOnTheSite() {
        var page = site.at("//elsewhere.invalid/shop?" + Browser.form(Map.of("lang", "en", "visit", visitor())));
        gatehouse.clock().advance(Duration.ofMinutes(59).plusSeconds(57));
        chromium.driver().get(page);
        await().pollInSameThread().atMost(Duration.ofSeconds(40)).until(() -> inside("section")
                .contains("Your visit has ended"));
        chromium.asks("window.isTheOldPage = true");

        chromium.asks(shadow("button.main:not([hidden])") + ".click()");

        await().pollInSameThread()
                .until(() -> chromium.asks("typeof isTheOldPage").equals("undefined"));
        assertThat(chromium.asks("location.href")).isEqualTo(page);
    }

    /** The claim {@code visit} of a visitor who has just gone in. */
    private static String visitor() {
        var code = Login.authorizeCode(gatehouse.browser(), "shop", "redirect_uri", site.at("/callback"));
        var form = Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", site.at("/callback"));
        var tokens = Login.post(gatehouse.issuer() + "/token", Login.basic("shop", RunningGatehouse.SECRET), form);
        return Login.get(gatehouse.issuer() + "/userinfo", "Bearer " + tokens.text("access_token"))
                .text("visit");
    }

    private static void opens(String language, String visit) {
        chromium.driver().get(site.at("/shop?" + Browser.form(Map.of("lang", language, "visit", visit))));
    }

    private static String shadow(String selector) {
        return "document.body.lastElementChild.shadowRoot.querySelector('" + selector + "')";
    }

    private static void isSeen(String selector) {
        await(selector).pollInSameThread().atMost(Duration.ofSeconds(20)).until(() -> !chromium.asks(
                        "document.body.lastElementChild.shadowRoot && " + shadow(selector) + " !== null")
                .matches("null|false"));
    }

    private static String inside(String selector) {
        return chromium.asks(
                "(document.body.lastElementChild.shadowRoot && " + shadow(selector) + " || {}).innerText || ''");
    }

    /** The pictures lie in target. */
    private static void photographed(String name) throws IOException {
        var picture =
                chromium.tell("Page.captureScreenshot", Map.of("format", "png")).get("data");
        var file = Path.of("target/screenshots/" + name + ".png");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, Base64.getDecoder().decode(String.valueOf(picture)));
    }
}
