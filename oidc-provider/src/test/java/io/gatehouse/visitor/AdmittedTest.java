package io.gatehouse.visitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server in front of a site is told about a visitor, whatever the visitor has made of their cookies. */
class AdmittedTest {

    private static final String SHOP = "/rooms/shop/admitted";
    private static final String COOKIE = "gatehouse-place-shop";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
            "gatehouse.rooms.shop.claim-window=2m",
            "gatehouse.rooms.shop.admission-ttl=1h",
            "gatehouse.rooms.other.title=Other");

    private Browser browser;

    @BeforeEach
    void begin() {
        browser = gatehouse.browser();
        emptyTheLines();
    }

    private static void emptyTheLines() {
        for (var name : new String[] {"shop", "other"}) {
            gatehouse.reopens(name);
        }
    }

    @Test
    void givenAVisitorWithoutAPlace_whenTheSiteAsks_thenTheAnswerIsNoAndNobodyWaits() {
        var answer = browser.gets(SHOP);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(gatehouse.room("shop").snapshot().issued()).isZero();
    }

    @Test
    void givenAVisitorInLine_whenTheSiteAsks_thenTheAnswerIsNoUntilTheyHaveClaimedTheirTurn() {
        browser.opens("/rooms/shop/enter");
        assertThat(browser.gets(SHOP).status()).isEqualTo(401);
        gatehouse.letIn("shop", 1);
        assertThat(browser.gets(SHOP).status()).as("called").isEqualTo(401);

        browser.opens("/rooms/shop/enter");

        var answer = browser.gets(SHOP);
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    /** Else the admission would end with the claim window: no token is ever asked for. */
    @Test
    void givenAnAdmittedVisitor_whenTheSiteHasAsked_thenTheyHaveArrivedAndStayForTheirWholeTime() {
        isAdmitted(browser);
        assertThat(browser.gets(SHOP).status()).isEqualTo(204);

        gatehouse.pass(Duration.ofMinutes(59));
        assertThat(browser.gets(SHOP).status()).isEqualTo(204);

        gatehouse.pass(Duration.ofMinutes(2));
        assertThat(browser.gets(SHOP).status()).isEqualTo(401);
    }

    @Test
    void givenAnAdmittedVisitor_whenTheSiteNeverAsks_thenTheSlotIsFreeAfterTheClaimWindow() {
        isAdmitted(browser);

        gatehouse.pass(Duration.ofMinutes(3));

        assertThat(browser.gets(SHOP).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"COMPLETE", "EXPIRE"})
    void givenAnAdmittedVisitor_whenTheirAdmissionEnds_thenTheAnswerIsNoAtOnce(Act act) {
        isAdmitted(browser);
        var place = gatehouse.room("shop").at(Position.of(1)).orElseThrow();

        gatehouse.room("shop").apply(place.id(), act);

        assertThat(browser.gets(SHOP).status()).isEqualTo(401);
    }

    @Test
    void givenAnAdmittedVisitor_whenTheLineIsOpenedAnew_thenTheAnswerIsNo() {
        isAdmitted(browser);

        emptyTheLines();

        assertThat(browser.gets(SHOP).status()).isEqualTo(401);
    }

    @Test
    void givenAnAdmissionToOneRoom_whenItsCookieIsTakenToAnother_thenTheAnswerIsNo() {
        isAdmitted(browser);
        var taken = gatehouse.browser().withCookie("gatehouse-place-other", browser.cookie(COOKIE));

        assertThat(taken.gets("/rooms/other/admitted").status()).isEqualTo(401);
        assertThat(browser.gets("/rooms/other/admitted").status()).isEqualTo(401);
    }

    @Test
    void givenAnAdmittedVisitorsCookie_whenALetterIsChanged_thenTheAnswerIsNo() {
        isAdmitted(browser);
        var cookie = browser.cookie(COOKIE);
        var middle = cookie.length() / 2;
        var other = cookie.charAt(middle) == 'A' ? 'B' : 'A';
        var changed = cookie.substring(0, middle) + other + cookie.substring(middle + 1);

        assertThat(gatehouse.browser().withCookie(COOKIE, changed).gets(SHOP).status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "..", "eyJhbGciOiJub25lIn0.eyJqdGkiOiIxIn0.", "\"", "%00"})
    void givenAnInventedCookie_whenTheSiteAsks_thenTheAnswerIsNo(String value) {
        var request = browser.request(SHOP).header("Cookie", COOKIE + "=" + value);

        assertThat(browser.sends(request.GET().build()).status()).isEqualTo(401);
    }

    @Test
    void givenAnUnknownRoom_whenTheSiteAsks_thenItIsToldThatThereIsNone() {
        var answer = browser.gets("/rooms/nowhere/admitted");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }

    private static void isAdmitted(Browser browser) {
        gatehouse.letIn("shop", 1);
        browser.opens("/rooms/shop/enter");
    }
}
