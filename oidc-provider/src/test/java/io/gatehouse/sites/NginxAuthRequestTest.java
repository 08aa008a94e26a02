package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.check.CheckOptions;
import io.gatehouse.flow.Passing;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Act;
import io.gatehouse.room.Position;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.htmlunit.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Section 7, test 28: nginx without any login, set up as docs/sites/nginx-auth-request.md says. */
@Tag("sites")
class NginxAuthRequestTest {

    private static final Nginx.Spot SPOT = Nginx.Spot.free();

    private static EchoSite shop;
    private static RunningGatehouse gatehouse;
    private static Nginx nginx;

    private final WebVisitor visitor = new WebVisitor(SPOT.at(""));

    @BeforeAll
    static void start() {
        shop = new EchoSite("X-Gatehouse-Subject");
        gatehouse = RunningGatehouse.start(
                "gatehouse.issuer=" + SPOT.at(""),
                "gatehouse.rooms.front.title=Shop",
                "gatehouse.sites.front.room=front",
                "gatehouse.sites.front.public=true",
                "gatehouse.sites.front.redirect-uris=" + SPOT.at("/"),
                "gatehouse.sites.front.entry=" + SPOT.at("/"));
        nginx = Nginx.start(SPOT, documented(SPOT, gatehouse.issuer()));
    }

    @AfterAll
    static void stop() {
        nginx.close();
        gatehouse.close();
        shop.close();
    }

    @BeforeEach
    void emptyTheLine() {
        gatehouse.reopens("front");
    }

    @AfterEach
    void closeTheBrowser() {
        visitor.close();
    }

    @Test
    void givenNobodyWaits_whenAVisitorOpensAPage_thenTheyAreInWithoutSeeingUs() {
        gatehouse.letIn("front", 1);

        assertInside(visitor.opens(SPOT.at("/deep/link")), "/");
        assertThat(visitor.way().get(0).status()).isEqualTo(302);
        assertThat(visitor.way()).extracting(WebVisitor.Hop::url).noneMatch(url -> url.contains("/wait"));
    }

    /** Each request is checked, so that the end of the visit is the end. */
    @Test
    void givenTheSetupThatWePrint_whenTheSiteIsChecked_thenItsDoorsAreGuardedAndTheVisitEnds() {
        gatehouse.letIn("front", 1);
        var end = new CheckOptions(
                Duration.ZERO,
                CheckOptions.PAGES_LIMIT,
                true,
                Optional.of(List.of("/form", "/headers")),
                Optional.of(Duration.ofHours(2)));

        assertThat(CheckedSitesTest.report(gatehouse, "front", end, new Passing(gatehouse)))
                .contains(
                        "ok     door       " + SPOT.at("/form") + " has no content", "ok     visit end  10 s after it")
                .contains("site front: no fault found");
    }

    @Test
    void givenALine_whenTheVisitorHasWaited_thenEveryPageIsOpenToThem() {
        var wait = visitor.opens(SPOT.at("/deep/link"));
        gatehouse.letIn("front", 1);

        var page = visitor.continues(wait);

        assertInside(page, "/");
        assertInside(visitor.opens(SPOT.at("/deep/link?of=2")), "/deep/link?of=2");
        assertThat(visitor.last().status()).isEqualTo(200);
        assertThat(gatehouse.room("front").snapshot().issued()).isEqualTo(1);
    }

    @Test
    void givenAVisitorInside_whenTheirAdmissionEnds_thenTheyWaitAgain() {
        gatehouse.letIn("front", 1);
        assertInside(visitor.opens(SPOT.at("/")), "/");
        var place = gatehouse.room("front").at(Position.of(1)).orElseThrow();

        gatehouse.room("front").apply(place.id(), Act.EXPIRE);

        assertThat(visitor.waits(visitor.opens(SPOT.at("/")))).isTrue();
    }

    @Test
    void givenAScript_whenItFetchesAPage_thenItIsRefusedAndNobodyWaits() {
        visitor.fetches(SPOT.at("/prices"));

        assertThat(visitor.last().status()).isEqualTo(401);
        assertThat(gatehouse.room("front").snapshot().issued()).isZero();
    }

    @Test
    void givenGatehouseIsAway_whenAVisitorOpensAPage_thenTheyAreNotLetIn() {
        var spot = Nginx.Spot.free();
        try (var lonely = Nginx.start(spot, documented(spot, Nginx.Spot.free().at("")))) {
            visitor.opens(lonely.at("/"));

            assertThat(visitor.last().status()).isEqualTo(500);
        }
    }

    private static String documented(Nginx.Spot spot, String issuer) {
        return Nginx.documented("nginx-auth-request.md", spot, issuer, shop.address(), "front");
    }

    private static void assertInside(Page page, String path) {
        assertThat(WebVisitor.text(page)).startsWith(path + " for ");
    }
}
