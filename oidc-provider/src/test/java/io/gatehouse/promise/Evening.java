package io.gatehouse.promise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import io.gatehouse.command.VerifyLedgerCommand;
import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.flow.Browser;
import io.gatehouse.flow.Login;
import io.gatehouse.flow.RunningGatehouse;
import io.gatehouse.room.RoomId;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fills a store before it is recorded, and goes on from the record. An operator lets one visitor at a time
 * into the shop, and two have come. Three are in the lobby of a room with a draw.
 */
final class Evening {

    private static final String COOKIE = "gatehouse-place-";

    private static final List<String> SETTINGS = List.of(
            "gatehouse.rooms.shop.capacity=5",
            "gatehouse.rooms.drawn.title=Drawn",
            "gatehouse.sites.shop.refresh=true",
            "gatehouse.turnstile.tick=1m");

    private static final JsonMapper JSON = JsonMapper.shared();

    private Evening() {}

    /** Lets it happen in this store; what the visitors take with them. */
    static JsonNode happens(Path folder, String... store) {
        var gatehouse = RunningGatehouse.start(folder, settings(store));
        capacity(gatehouse, 1);
        var now = LocalDateTime.ofInstant(gatehouse.clock().instant(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES);
        var date = new ScheduledDate(
                ZoneOffset.UTC, now, now.plusHours(1), Optional.empty(), AtClose.END, Optional.of(Draw.RECEIPTS));
        gatehouse.room("drawn").change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(date))));
        gatehouse.tick();
        var inside = gatehouse.browser();
        var waiting = gatehouse.browser();
        var lobby = Stream.generate(gatehouse::browser).limit(3).toList();
        var tokens = Login.redeem(gatehouse, Login.authorizeCode(inside, "shop"));
        waiting.opens(Login.authorize());
        lobby.forEach(browser -> browser.opens("/rooms/drawn/enter"));
        gatehouse.tick();
        var visitors = JSON.createObjectNode();
        visitors.put("time", gatehouse.clock().instant().toString());
        visitors.put("inside", inside.cookie(COOKIE + "shop"));
        visitors.put("token", tokens.text("id_token"));
        visitors.put("waiting", waiting.cookie(COOKIE + "shop"));
        visitors.put("commitment", draw(gatehouse).commitment());
        lobby.forEach(browser -> visitors.withArray("lobby").add(browser.cookie(COOKIE + "drawn")));
        gatehouse.stop();
        return visitors;
    }

    /** Goes on at the time of then: no visitor loses a thing, and what was signed and promised then still holds. */
    static void goesOn(JsonNode then, Path folder, String... store) throws Exception {
        var gatehouse = RunningGatehouse.startAt(Instant.parse(then.path("time").asString()), folder, settings(store));
        try {
            var inside = of("shop", then.path("inside"), gatehouse);
            var waiting = of("shop", then.path("waiting"), gatehouse);
            var newcomer = gatehouse.browser();
            newcomer.opens(Login.authorize());
            gatehouse.tick();

            assertThat(place(inside, "shop")).isEqualTo("ADMITTED 1");
            assertThat(place(waiting, "shop")).as("one at a time").isEqualTo("WAITING 2");
            assertThat(place(newcomer, "shop")).isEqualTo("WAITING 3");
            assertThat(Login.authorizeCode(inside, "shop"))
                    .as("a code, which would be late by the machine's clock")
                    .isNotEmpty();
            var keys =
                    Login.get(gatehouse.issuer() + "/.well-known/jwks.json", "").body();
            var token = SignedJWT.parse(then.path("token").asString());
            var key = JWKSet.parse(keys).getKeyByKeyId(token.getHeader().getKeyID());
            assertThat(token.verify(new RSASSAVerifier(key.toRSAKey()))).isTrue();

            capacity(gatehouse, 2);
            gatehouse.tick();
            assertThat(place(waiting, "shop")).isEqualTo("TURN 2");
            assertThat(place(newcomer, "shop")).isEqualTo("WAITING 3");

            isDrawn(then, gatehouse);
            for (var room : List.of("shop", "drawn")) {
                assertThat(verified(gatehouse, room, folder, keys)).contains("the ledger is whole and in order");
            }
        } finally {
            gatehouse.stop();
        }
    }

    private static void isDrawn(JsonNode then, RunningGatehouse gatehouse) {
        assertThat(draw(gatehouse).commitment())
                .isEqualTo(then.path("commitment").asString());
        gatehouse.pass(Duration.ofHours(1));
        Stream.generate(() -> gatehouse).limit(3).forEach(RunningGatehouse::tick);
        assertThat(draw(gatehouse).result()).isPresent();
        assertThat(then.path("lobby").valueStream().map(cookie -> place(of("drawn", cookie, gatehouse), "drawn")))
                .containsExactlyInAnyOrder("WAITING 1", "WAITING 2", "WAITING 3");
    }

    private static LobbyDraw draw(RunningGatehouse gatehouse) {
        return gatehouse.room("drawn").snapshot().draw().orElseThrow();
    }

    private static Browser of(String room, JsonNode cookie, RunningGatehouse gatehouse) {
        return gatehouse.browser().withCookie(COOKIE + room, cookie.asString());
    }

    private static String place(Browser browser, String room) {
        var place = JSON.readTree(browser.gets("/rooms/" + room + "/place").body());
        var position = place.path("position").asLong();
        return place.path("stage").asString() + " " + place.path("drawn").asLong(position);
    }

    private static String[] settings(String... store) {
        return Stream.concat(SETTINGS.stream(), Stream.of(store)).toArray(String[]::new);
    }

    private static void capacity(RunningGatehouse gatehouse, long visitors) {
        gatehouse.room("shop").change(settings -> settings.at(Optional.empty(), OptionalLong.of(visitors)));
    }

    /** What the verifier says of the room's ledger. */
    private static String verified(RunningGatehouse gatehouse, String room, Path folder, String keys) throws Exception {
        var ledger = Files.write(folder.resolve("ledger.jsonl"), gatehouse.ledger(new RoomId(room)));
        var published = Files.writeString(folder.resolve("jwks.json"), keys);
        var out = new ByteArrayOutputStream();
        VerifyLedgerCommand.run(
                new String[] {"verify-ledger", ledger.toString(), published.toString()},
                new PrintStream(out, true, UTF_8));
        return out.toString(UTF_8);
    }
}
