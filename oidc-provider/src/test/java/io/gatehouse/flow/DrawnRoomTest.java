package io.gatehouse.flow;

import static io.gatehouse.flow.RunningGatehouse.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.PublishedDraw;
import io.gatehouse.draw.PublishedDraw.Finding;
import io.gatehouse.draw.Seed;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledOpening;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A lobby with a draw, as its visitors see it. */
class DrawnRoomTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.with(
                    "gatehouse.api-clients.nightly.secret=" + SECRET,
                    "gatehouse.api-clients.nightly.scopes=rooms.read,rooms.write")
            .site("tv", "shop", "device=true")
            .starts()
            .standing();

    /** Lobby in one hour, doors in two; three may be inside. */
    @BeforeEach
    void aDateIsSet() {
        isToDraw(Draw.RECEIPTS);
    }

    private static void isToDraw(String source) {
        gatehouse.reopens("shop");
        var now = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC);
        var minute = now.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        gatehouse.clock().advance(Duration.between(now, minute));
        var opening = new ScheduledOpening(
                ZoneId.of("UTC"),
                minute.plusHours(1),
                minute.plusHours(2),
                Optional.empty(),
                AtClose.LET_IN,
                Optional.of(source));
        gatehouse
                .room("shop")
                .change(settings -> new RoomSettings(
                        Optional.empty(), OptionalLong.of(3), false, Mode.SCHEDULED, new Schedule(List.of(opening))));
        gatehouse.tick();
    }

    @Test
    void givenADrawThatIsScheduled_whenItsLobbyOpens_thenTheCommitmentIsTheOneOfBefore() {
        var before = draw();
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();

        assertThat(before.path("commitment").asString()).hasSize(64);
        assertThat(before.has("seed")).isFalse();
        assertThat(draw()).isEqualTo(before);
    }

    @Test
    void givenTwentyInTheLobby_whenTheDoorsOpen_thenEachIsToldWhatTheReceiptProves() {
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browsers = Stream.generate(gatehouse::browser).limit(20).toList();
        browsers.forEach(browser -> browser.opens("/rooms/shop/enter"));
        var receipts = browsers.stream()
                .map(browser -> place(browser).path("receipt").asString())
                .toList();

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();
        gatehouse.tick();

        var published = published(draw());
        for (int i = 0; i < 20; i++) {
            var verdict = published.verify(receipts.get(i));
            var place = place(browsers.get(i));
            assertThat(verdict.finding()).isEqualTo(Finding.GENUINE);
            assertThat(place.path("drawn").asLong(place.path("position").asLong()))
                    .isEqualTo(verdict.position());
            assertThat(place.path("stage").asString()).isEqualTo(verdict.position() <= 3 ? "TURN" : "WAITING");
        }
        assertThat(JSON.readTree(browsers.get(0).gets("/rooms/shop/board").body())
                        .path("serving")
                        .asLong())
                .isEqualTo(3);
        var ledger = new LedgerVerifier(Optional.empty());
        var lines = gatehouse
                .bean(Ledgers.class)
                .export(new RoomId("shop"), 1)
                .orElseThrow()
                .lines();
        lines.forEach(ledger::read);
        assertThat(ledger.findings()).isEmpty();
        assertThat(lines)
                .anyMatch(line -> line.contains("\"kind\":\"draw\"") && line.contains(text(draw(), "seed")))
                .anyMatch(line ->
                        line.contains("\"from\":1,") && line.contains("\"passed\":[],") && line.contains("\"to\":3,"));
    }

    @Test
    void givenAValueFromElsewhere_whenTheDoorsHaveOpened_thenNobodyEntersByAnyWayBeforeItIsTold() {
        isToDraw("drand round 123456");
        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        var browser = gatehouse.browser();
        var wait = browser.opens(Login.authorize());
        var early = tell(draw().path("id").asString(), "8a3f").status();
        gatehouse.browser().opens("/rooms/shop/enter");

        gatehouse.pass(Duration.ofHours(1));
        gatehouse.tick();
        gatehouse.tick();
        var codes = Login.deviceCodes(gatehouse, "tv");
        var device = gatehouse.browser();
        device.opens("/device?user_code=" + codes.text("user_code"));
        device.submits("/device", Map.of("user_code", codes.text("user_code"), "sure", "yes"));
        gatehouse.letIn("shop", 3);
        gatehouse.tick();
        browser.submits("/rooms/shop/continue", Map.of("request", wait.parameter("request")));
        browser.opens(Login.authorize());

        assertThat(early).isEqualTo(409);
        assertThat(draw().path("entrants").asLong()).isEqualTo(2);
        assertThat(draw().has("seed")).isFalse();
        assertThat(gatehouse.room("shop").snapshot().slots()).isZero();
        assertThat(browser.gets(wait.url()).body()).contains("class=\"LOBBY\"", "<dl id=\"facts\" hidden");
        assertThat(Login.poll(gatehouse, "tv", codes).text("error")).isEqualTo("authorization_pending");
        assertThat(tell(draw().path("id").asString(), "two\\nlines").status()).isEqualTo(400);
        assertThat(tell("another", "8a3f").status()).isEqualTo(409);

        assertThat(tell(draw().path("id").asString(), "8a3f").status()).isEqualTo(200);
        gatehouse.tick();

        assertThat(tell(draw().path("id").asString(), "8a3f").status()).isEqualTo(200);
        assertThat(tell(draw().path("id").asString(), "8a40").status()).isEqualTo(409);
        assertThat(draw().path("publicValue").asString()).isEqualTo("8a3f");
        assertThat(gatehouse.room("shop").snapshot().slots()).isEqualTo(2);
        assertThat(browser.gets(wait.url()).body()).contains("class=\"TURN\"");
    }

    private static Browser.Page tell(String id, String value) {
        var api = gatehouse.browser();
        return api.sends(api.request(gatehouse.issuer() + "/panel/api/rooms/shop/draw")
                .header("Authorization", "Bearer " + token())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"id\":\"" + id + "\",\"publicValue\":\"" + value + "\"}"))
                .build());
    }

    private static String token() {
        return Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic("nightly", SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write"))
                .text("access_token");
    }

    private static JsonNode draw() {
        return JSON.readTree(gatehouse.browser().gets("/rooms/shop/draw").body());
    }

    private static JsonNode place(Browser browser) {
        return JSON.readTree(browser.gets("/rooms/shop/place").body());
    }

    private static PublishedDraw published(JsonNode draw) {
        return new PublishedDraw(
                new Draw(text(draw, "room"), text(draw, "id"), text(draw, "source")),
                text(draw, "commitment"),
                draw.path("entrants").asLong(),
                text(draw, "receipts"),
                text(draw, "publicValue"),
                new Seed(text(draw, "seed")),
                text(draw, "key"));
    }

    private static String text(JsonNode draw, String member) {
        return draw.path(member).asString();
    }
}
