package io.gatehouse.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.Act;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.htmlunit.Page;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Section 7, test 28: nginx without any login, set up as docs/sites/nginx-auth-request.md says, or nginx-gate.md. */
@Tag("sites")
class NginxAuthRequestTest {

    private static final Nginx.Spot SPOT = Nginx.Spot.free();

    private static EchoSite shop;
    private static RunningGatehouse gatehouse;
    private static Nginx nginx;

    private final WebVisitor visitor = new WebVisitor(SPOT.at(""));

    @BeforeAll
    static void start() throws IOException {
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
        var place = gatehouse.room("front").at(1).orElseThrow();

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
    void givenNginxThatAsksTheGate_whenAVisitorHasWaited_thenTheyAreInForAsLongAsTheirAdmissionLives()
            throws IOException {
        var spot = Nginx.Spot.free();
        try (var gate = Nginx.start(spot, documented("nginx-gate.md", spot, gatehouse.issuer()))) {
            var wait = visitor.opens(gate.at("/deep/link"));
            gatehouse.letIn("front", 1);
            visitor.continues(wait);
            var inside = WebVisitor.text(visitor.opens(gate.at("/deep/link")));

            var place = gatehouse.room("front").at(1).orElseThrow();
            gatehouse.room("front").apply(place.id(), Act.EXPIRE);
            gatehouse.elapse(Duration.ofSeconds(5));

            assertThat(inside).matches("/deep/link for [0-9a-f]{32}");
            assertThat(visitor.waits(visitor.opens(gate.at("/")))).isTrue();
            visitor.opens(gate.at("/api/prices"));
            assertThat(visitor.last().status()).isEqualTo(401);
        }
    }

    @Test
    void givenGatehouseIsAway_whenAVisitorOpensAPage_thenTheyAreNotLetIn() throws IOException {
        var spot = Nginx.Spot.free();
        try (var lonely = Nginx.start(spot, documented(spot, Nginx.Spot.free().at("")))) {
            visitor.opens(lonely.at("/"));

            assertThat(visitor.last().status()).isEqualTo(500);
        }
    }

    private static String documented(Nginx.Spot spot, String issuer) throws IOException {
        return documented("nginx-auth-request.md", spot, issuer);
    }

    /** The block of the document, with our addresses and our room in it. */
    private static String documented(String name, Nginx.Spot spot, String issuer) throws IOException {
        var document = Files.readString(Path.of("..", "docs", "sites", name));
        var block = document.replaceFirst("(?s).*?```nginx\n", "").replaceFirst("(?s)```.*", "");
        var ours = block.replace("listen 80;", "listen 127.0.0.1:" + spot.port() + ";")
                .replace("http://127.0.0.1:9000", issuer)
                .replace("http://127.0.0.1:8080", shop.address())
                .replace("/rooms/shop/", "/rooms/front/")
                .replace("room=shop", "room=front");
        assertThat(ours).doesNotContain("listen 80", ":9000", ":8080", "/shop/", "room=shop");
        return ours;
    }

    private static void assertInside(Page page, String path) {
        assertThat(WebVisitor.text(page)).startsWith(path + " for ");
    }
}
