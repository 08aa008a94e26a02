package io.gatehouse.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.ledger.LedgerEntry;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.room.RoomId;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A sale as in sale.md, from the date to the ledger, as its operator sees it. Its site has no back channel. */
class SaleEveningTest {

    private static final String ROOM = "/panel/api/rooms/shop";
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm 'UTC'", Locale.ENGLISH);

    /** How often the node looks at the room while a step lasts. */
    private static final int TICKS = 25;

    /** The evening has 27. An entry that repeats at each tick of one step adds {@link #TICKS}, and is noticed. */
    private static final int MOST_ENTRIES = 40;

    @AutoClose
    private static final RunningGatehouse gatehouse = RunningGatehouse.start(
                    "gatehouse.trusted-proxies=1",
                    Operator.SETTING,
                    "gatehouse.api-clients.desk.secret=" + RunningGatehouse.SECRET,
                    "gatehouse.api-clients.desk.scopes=rooms.read,rooms.write",
                    "gatehouse.rooms.shop.capacity=4",
                    "gatehouse.rooms.shop.stock=6",
                    "gatehouse.rooms.shop.most-per-network=2",
                    "gatehouse.rooms.shop.passes.secret=" + ShopPass.SECRET,
                    "gatehouse.rooms.shop.lanes.members.weight=3",
                    "gatehouse.rooms.shop.lanes.access.first=true")
            .standing();

    private static final String KEPT =
            " kept by visits that have logged out; the first comes free at %s. The setting slot-after-logout of the site decides.";

    private final LocalDateTime lobby = now().truncatedTo(ChronoUnit.MINUTES).plusMinutes(61);
    private final LocalDateTime doors = lobby.plusHours(1);
    private final LocalDateTime close = lobby.plusHours(9);
    private final String closes = "Closes " + DATE.format(close) + ", in ";

    @Test
    void givenASaleWithLanesAndKeptSlots_whenItRunsToItsEnd_thenThePanelSaysEachStepAndTheLedgerTellsItOnce() {
        gatehouse.clock().advance(Duration.between(now(), lobby.minusHours(1)));
        schedules();
        stands(
                "Scheduled",
                "soon",
                "Lobby " + DATE.format(lobby) + ", in 1 h 0 min. Doors " + DATE.format(doors) + ", in 2 h 0 min.",
                "The room is closed: nobody is called, not by hand either.");

        gatehouse.pass(Duration.ofHours(1));
        var visitors = Stream.concat(
                        Stream.of(
                                        "198.51.100.1",
                                        "198.51.100.2",
                                        "198.51.100.3",
                                        "203.0.113.1",
                                        "192.0.2.1",
                                        "192.0.2.2")
                                .map(SaleEveningTest::comes),
                        Stream.of("access", "members", "members").map(SaleEveningTest::comesInLane))
                .toList();
        stands(
                "Lobby",
                "soon",
                "Doors " + DATE.format(doors) + ", in 1 h 0 min.",
                "The doors are not open yet: nobody is called, not by hand either.");
        assertThat(asks("GET", ROOM + "/draw/entrants", "").path("behind").asLong())
                .isEqualTo(1);
        assertThat(room().path("lanes").size()).isEqualTo(2);

        gatehouse.pass(Duration.ofHours(1));
        assertThat(goIn(visitors)).isEmpty();
        stands(
                "Needs the public value",
                "needed",
                closes + "8 h 0 min.",
                "The doors' time has come, and the draw is not done: nobody is called, not by hand either.");
        assertThat(new Operator(gatehouse).opens("/panel").body()).contains("from drand round 123456.");

        tellsTheValue();
        gatehouse.tick();
        stands("Open", "open", closes + "8 h 0 min.", "Full: all 4 slots are taken.");

        var first = goIn(visitors);
        first.forEach(SaleEveningTest::logsOut);
        assertThat(first).hasSize(4).contains(visitors.get(6));
        stands(
                "Open",
                "open",
                closes + "8 h 0 min.",
                "Full: all 4 slots are taken. 4 of the slots are" + keptForAnHour());
        assertThat(room().path("slotsKept").asLong()).isEqualTo(4);
        assertThat(room().path("consumed").asLong()).isZero();
        assertThat(goIn(visitors)).as("the line stands still").isEmpty();

        gatehouse.pass(Duration.ofHours(1));
        var taken = "Taken: all that is left of the stock of 6 is in use, and may come back.";
        stands("Taken", "taken", closes + "7 h 0 min.", taken);
        var second = goIn(visitors);
        assertThat(second).hasSize(2);
        logsOut(second.get(0));
        stands("Taken", "taken", closes + "7 h 0 min.", taken + " 1 of the slots is" + keptForAnHour());

        gatehouse.pass(Duration.ofHours(1));
        stands("Taken", "taken", closes + "6 h 0 min.", taken);
        var third = goIn(visitors);
        assertThat(third).as("instead of the one who bought nothing").hasSize(1);
        third.forEach(SaleEveningTest::logsOut);

        gatehouse.pass(Duration.ofHours(1));
        stands(
                "Sold out",
                "taken",
                closes + "5 h 0 min.",
                "Sold out: the stock of 6 is consumed, and nobody is called.");
        assertThat(gatehouse.browser().opens("/rooms/shop/enter").body()).contains("<h1>Sold out</h1>");

        gatehouse.pass(Duration.ofHours(5));
        stands(
                "Closed",
                "over",
                "Since " + DATE.format(close) + ". No other date is scheduled.",
                "The room has closed, and its line has ended: nobody is called, not by hand either.");
        ledgerIsWholeAndShort();
    }

    /** After some ticks the API, the room's screen and the overview all say so. */
    private static void stands(String word, String tone, String says, String line) {
        for (var tick = 0; tick < TICKS; tick++) {
            gatehouse.tick();
        }
        var room = room();
        assertThat(room.path("state").path("word").asString()).as("%s", room).isEqualTo(word);
        assertThat(room.path("state").path("tone").asString()).isEqualTo(tone);
        assertThat(room.path("state").path("says").asString()).isEqualTo(says);
        assertThat(room.path("inlet").path("says").asString()).isEqualTo(line);
        var operator = new Operator(gatehouse);
        for (var screen : List.of("/panel", "/panel/rooms/shop")) {
            assertThat(HtmlUtils.htmlUnescape(operator.opens(screen).body()))
                    .contains(
                            "class=\"state " + tone + "\">" + word + "</span>",
                            ">" + room.path("state").path("line").asString() + "</p>");
        }
        assertThat(HtmlUtils.htmlUnescape(operator.opens("/panel/rooms/shop").body()))
                .contains(">" + line + "</span>");
    }

    private static void ledgerIsWholeAndShort() {
        var verifier = new LedgerVerifier(Optional.empty());
        var ledger = gatehouse.ledger(new RoomId("shop"));
        ledger.forEach(verifier::read);
        assertThat(verifier.findings()).isEmpty();
        assertThat(ledger).anyMatch(entry -> entry.contains("\"lanes\":{"));
        assertThat(ledger.stream().skip(1).map(LedgerEntry::parse).map(LedgerEntry::kind))
                .as("a step that lasts is told once")
                .hasSizeLessThan(MOST_ENTRIES);
    }

    private void schedules() {
        asks(
                "PATCH",
                ROOM,
                """
                {"mode":"scheduled","schedule":[{"zone":"UTC","lobby":"%s","doors":"%s","close":"%s","atClose":"end",\
                "draw":"drand round 123456"}]}"""
                        .formatted(lobby, doors, close));
        gatehouse.tick();
    }

    private static void tellsTheValue() {
        var draw = asks("GET", "/rooms/shop/draw", "").path("id").asString();
        asks("POST", ROOM + "/draw", "{\"id\":\"" + draw + "\",\"publicValue\":\"8a3f\"}");
        gatehouse.tick();
    }

    private static Browser comes(String address) {
        var visitor = gatehouse.browser().from(address);
        visitor.opens("/rooms/shop/enter");
        return visitor;
    }

    private static Browser comesInLane(String lane) {
        var visitor = gatehouse.browser();
        visitor.opens(ShopPass.link(
                "shop",
                ShopPass.of(
                        ShopPass.claims(gatehouse, "shop").claim("exempt", null).claim("lane", lane))));
        return visitor;
    }

    /** Those of them who are called. */
    private static List<Browser> goIn(List<Browser> visitors) {
        return visitors.stream()
                .filter(visitor -> visitor.gets("/rooms/shop/place").body().contains("\"stage\":\"TURN\""))
                .filter(visitor -> Login.redeem(gatehouse, Login.authorizeCode(visitor, "shop"))
                                .status()
                        == 200)
                .toList();
    }

    private static void logsOut(Browser visitor) {
        visitor.submits("/logout", Map.of("sure", "yes"));
    }

    private static String keptForAnHour() {
        return KEPT.formatted(DATE.format(now().plusHours(1)));
    }

    private static LocalDateTime now() {
        return LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC);
    }

    private static JsonNode room() {
        return asks("GET", ROOM, "");
    }

    private static JsonNode asks(String method, String address, String body) {
        var desk = gatehouse.browser();
        var token = Login.post(
                        gatehouse.issuer() + "/token",
                        Login.basic("desk", RunningGatehouse.SECRET),
                        Map.of("grant_type", "client_credentials", "scope", "rooms.read rooms.write"))
                .text("access_token");
        var answer = desk.sends(desk.request(gatehouse.issuer() + address)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("If-Match", "*")
                .method(method, BodyPublishers.ofString(body))
                .build());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }
}
