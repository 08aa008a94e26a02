package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.Browser.Page;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where many come from one address, a newcomer gives some work or some seconds for a place, and nobody else does. */
class NewcomersTest {

    private static final String SCHOOL = "192.0.2.1";

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.trusted-proxies=1",
                    "gatehouse.limits.enabled=true",
                    "gatehouse.limits.window=1d", // so that nothing comes back while a slow machine works
                    "gatehouse.limits.free-places=1",
                    "gatehouse.limits.work=2000",
                    "gatehouse.limits.requests=100",
                    "gatehouse.rooms.early.lobby-work=3000",
                    "gatehouse.rooms.early.passes.secret=" + ShopPass.SECRET,
                    "gatehouse.rooms.early.passes.shared=true",
                    "gatehouse.rooms.early.lanes.members.weight=3",
                    "gatehouse.rooms.early.schedule[0].zone=UTC",
                    "gatehouse.rooms.early.schedule[0].lobby=2020-01-01T00:00",
                    "gatehouse.rooms.early.schedule[0].doors=2999-01-01T00:00")
            .site("early", "early")
            .starts();

    /** A browser that has been asked for work, or a wait. */
    private record Asked(Browser browser, Page page) {

        NewcomerPage html() {
            return new NewcomerPage(page.body());
        }

        Page presses() {
            return browser.submits("/rooms/shop/enter", html().pressed());
        }

        Page works() {
            return sends(html().solution());
        }

        Page sends(String solution) {
            return browser.submits("/rooms/shop/enter", html().with(solution));
        }
    }

    private final Browser first = gatehouse.browser().from(SCHOOL);
    private final Browser browser = gatehouse.browser().from(SCHOOL);

    @BeforeEach
    void oneHasComeAlready() {
        gatehouse.reopens("shop");
        gatehouse.elapse(Duration.ofDays(1));
        first.opens("/rooms/shop/enter");
    }

    @Test
    void givenAPassForALane_whenALobbyAsksForWork_thenOneForOneBrowserIsAskedForNoneAndASharedOneIs() {
        var member = gatehouse.browser().from(SCHOOL);
        var claims = ShopPass.claims(gatehouse, "early").claim("exempt", null).claim("lane", "members");

        var spared = member.opens(ShopPass.link("early", ShopPass.of(claims)));
        var asked = browser.opens(ShopPass.link("early", ShopPass.of(claims.jwtID(null))));

        assertThat(spared.url()).contains("/rooms/early/wait");
        assertThat(member.gets("/rooms/early/place").body()).contains("\"lane\":1", "\"position\":1,");
        assertThat(asked.body()).contains("data-by-itself=\"true\"");
        assertThat(browser.gets("/rooms/early/place").status()).isEqualTo(404);
    }

    @Test
    void givenManyRequestsOfOneAddress_whenMoreCome_thenItsPagesAreRefusedForSomeSecondsAndNothingElseIs() {
        var flood = gatehouse.browser().from("198.51.100.99");
        var neighbour = gatehouse.browser().from("198.51.100.98");
        var served = 0;
        var refused = flood.gets("/rooms/shop/wait");
        while (refused.status() == 200 && served++ < 5_000) { // some come back while a slow machine works
            refused = flood.gets("/rooms/shop/wait");
        }

        assertThat(served).isGreaterThanOrEqualTo(100);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(flood.gets("/rooms/shop/board").status()).isEqualTo(200);
        assertThat(flood.gets("/.well-known/jwks.json").status()).isEqualTo(200);
        assertThat(flood.gets("/rooms/shop/admitted").status()).isEqualTo(401);
        assertThat(neighbour.gets("/rooms/shop/wait").status()).isEqualTo(200);
        gatehouse.elapse(Duration.ofSeconds(30));
        assertThat(flood.gets("/rooms/shop/wait").status()).isEqualTo(200);
    }

    @Test
    void givenScripts_whenTheWorkIsDone_thenTheVisitorIsInLineAndTheirLoginIsAnswered() {
        var asked = comes(browser);
        var wait = asked.works();
        gatehouse.letIn("shop", 2);
        var in = browser.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));

        assertThat(asked.page().status()).isEqualTo(200);
        assertThat(asked.page().body()).contains("data-by-itself=\"true\"");
        assertThat(wait.url()).contains("/rooms/shop/wait");
        assertThat(in.parameters()).containsKey("code").containsEntry("state", "st+a/t=e");
    }

    @Test
    void givenNoScripts_whenTheButtonIsPressed_thenItLeadsOnAfterTenSecondsAndNotSooner() {
        var asked = comes(browser);

        gatehouse.clock().advance(Duration.ofSeconds(6));
        var early = new Asked(browser, asked.presses());
        gatehouse.clock().advance(Duration.ofSeconds(4));
        var inTime = early.presses();

        assertThat(asked.page().body()).contains("wait 10 seconds");
        assertThat(isAsked(early.page())).isTrue();
        assertThat(early.page().body()).containsPattern("wait [45] seconds");
        assertThat(inTime.url()).contains("/rooms/shop/wait");
    }

    @Test
    void givenALobbyWithACost_whenTheFirstOfAnAddressComes_thenTheyWorkForAPlaceAndAPassAsksForNothing() {
        var stranger = gatehouse.browser().from("203.0.113.7");
        var asked = stranger.opens("/rooms/early/enter");
        var html = new NewcomerPage(asked.body());
        var bearer = gatehouse.browser().from("203.0.113.8");

        assertThat(isAsked(asked)).isTrue();
        assertThat(asked.body()).contains("maxnumber&quot;:3000");
        assertThat(stranger.submits("/rooms/early/enter", html.with(html.solution()))
                        .url())
                .contains("/rooms/early/wait");
        assertThat(bearer.opens(ShopPass.link("early", ShopPass.of(ShopPass.claims(gatehouse, "early"))))
                        .url())
                .contains("/rooms/early/wait");
    }

    @Test
    void givenAWaitThatBeganWhileTheClockWasAhead_whenItIsSetRight_thenTheWaitBeginsAnew() {
        gatehouse.clock().advance(Duration.ofDays(2));
        var asked = comes(browser);

        gatehouse.clock().advance(Duration.ofDays(-2));
        var anew = new Asked(browser, asked.presses());
        gatehouse.clock().advance(Duration.ofSeconds(10));

        assertThat(anew.page().body()).contains("wait 10 seconds").doesNotContain("by itself.", "If it does not");
        assertThat(anew.presses().url()).contains("/rooms/shop/wait");
    }

    @Test
    void givenAWait_whenItIsShownByAnotherBrowser_thenItCountsForNothing() {
        var other = gatehouse.browser().from(SCHOOL);
        comes(other);
        var asked = comes(browser);
        gatehouse.clock().advance(Duration.ofSeconds(10));

        var page = new Asked(other, asked.page()).presses();

        assertThat(isAsked(page)).isTrue();
    }

    @Test
    void givenASolution_whenAnotherBrowserOrTheNextPlaceShowsIt_thenItCountsForNothing() {
        var other = gatehouse.browser().from(SCHOOL);
        var othersPage = comes(other);
        var asked = comes(browser);
        var solution = asked.html().solution();

        var stolen = othersPage.sends(solution);
        var first = asked.sends(solution);
        var again = asked.sends(solution);
        browser.submits("/rooms/shop/leave", Map.of("request", ""));
        var next = asked.sends(solution);

        assertThat(isAsked(stolen)).isTrue();
        assertThat(first.url()).contains("/rooms/shop/wait");
        assertThat(again.url()).contains("/rooms/shop/wait");
        assertThat(isAsked(next)).isTrue();
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(2);
    }

    @Test
    void givenASolution_whenItComesTooLate_thenThereIsNewWork() {
        var asked = comes(browser);
        gatehouse.clock().advance(Duration.ofMinutes(11));

        var page = asked.works();

        assertThat(isAsked(page)).isTrue();
        assertThat(page.body()).as("not again and again").contains("data-by-itself=\"false\"");
    }

    @Test
    void givenASolution_whenAnyOfItIsAltered_thenItCountsForNothing() {
        var asked = comes(browser);
        var solution = asked.html().solution();
        var expires = asked.html().task().path("salt").asString().replaceFirst(".*expires=(\\d+).*", "$1");

        assertThat(isAsked(asked.sends(NewcomerPage.altered(solution, "SHA-256", "SHA-1"))))
                .isTrue();
        assertThat(isAsked(asked.sends(NewcomerPage.altered(solution, expires, "9999999999"))))
                .isTrue();
        assertThat(isAsked(asked.sends(NewcomerPage.altered(solution, "\"number\":", "\"number\":1"))))
                .isTrue();
        assertThat(isAsked(asked.sends(NewcomerPage.altered(solution, "\"signature\":\"", "\"signature\":\"0"))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "e30=", "W10=", "bnVsbA==", "eyJzYWx0Ijp7fX0=", "%%%"})
    void givenNoSolutionAtAll_whenItIsSent_thenThereIsNewWork(String solution) {
        var page = comes(browser).sends(solution);

        assertThat(page.status()).isEqualTo(200);
        assertThat(isAsked(page)).isTrue();
    }

    @Test
    void givenSomebodyInLine_whenManyMoreHaveCome_thenTheyAreAskedForNothing() {
        var page = first.opens(Login.authorize());

        assertThat(page.url()).contains("/rooms/shop/wait");
    }

    @Test
    void givenAnotherSitesPage_whenItSendsTheForm_thenNoPlaceIsTaken() {
        var asked = comes(browser);
        var request = browser.request("/rooms/shop/enter")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "cross-site")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(Browser.form(
                        Map.of("request", "", "altcha", asked.html().solution()))))
                .build();

        assertThat(browser.sends(request).status()).isEqualTo(401);
        assertThat(gatehouse.room("shop").snapshot().issued()).isEqualTo(1);
    }

    private static boolean isAsked(Page page) {
        return NewcomerPage.isOne(page.body());
    }

    private static Asked comes(Browser visitor) {
        Page page = visitor.opens(Login.authorize());
        assertThat(isAsked(page)).as(page.url()).isTrue();
        return new Asked(visitor, page);
    }
}
