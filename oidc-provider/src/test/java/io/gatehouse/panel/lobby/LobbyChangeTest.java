package io.gatehouse.panel.lobby;

import static io.gatehouse.panel.Desk.hidden;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRooms;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Acts that call visitors out of a lobby, or give up its draw: done only by a caller who knows what they do. */
@PanelTest
class LobbyChangeTest {

    private static final String SHOP = "/panel/api/rooms/shop";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE | /settings | | call-without-draw | 2 in the lobby are called now, without the draw 2",
                "PATCH | | {'mode':'queueing'} | call-without-draw | 2 in the lobby are called now, without the draw 2",
                "PATCH | | {'mode':'pass-through'} | call-without-draw | 2 in the lobby are called now, without the draw 2",
                "PATCH | | {'mode':'queueing','paused':true} | call-without-draw | called as soon as the room is resumed, without",
                "PATCH | | {'schedule':[@60,receipts]} | draw-now | the doors open now: 2 in the lobby are drawn, and called",
                "PATCH | | {'schedule':[@60]} | call-without-draw | 2 in the lobby are called now, without the draw 2",
                "PATCH | | {'schedule':[@120]} | give-up-draw | is given up; 2 in the lobby keep their places",
                "PATCH | | {'schedule':[]} | give-up-draw | is given up; 2 in the lobby keep their places",
                "POST | /openings | {'after':@opening} | end-lobby | 2 in the lobby lose their places, and the draw 2"
            })
    void givenALobbyWithADraw_whenAnActWouldTakeItFromVisitors_thenItSaysSoAndWaitsForTheWord(
            String method, String path, String body, String word, String happens, Desk desk) {
        var now = lobby(desk, ",\"draw\":\"receipts\"");
        var sent = written(body, now, desk);
        var etag = desk.etag("shop");
        var address = SHOP + (path == null ? "" : path);

        var unconfirmed = send(desk, method, address, sent);
        var another = send(desk, method, address + "?confirm=true", sent);

        assertThat(List.of(unconfirmed.statusCode(), another.statusCode())).containsOnly(409);
        assertThat(json(unconfirmed).path("type").asString()).endsWith("#confirmation-needed");
        assertThat(json(unconfirmed).path("detail").asString()).contains(happens, "confirm=" + word);
        assertThat(desk.etag("shop")).isEqualTo(etag);
        assertThat(desk.room("shop").path("waiting").asLong()).isEqualTo(2);
        var confirmed = send(desk, method, address + "?confirm=" + word, sent);
        assertThat(confirmed.statusCode()).as(confirmed.body()).isEqualTo(200);
    }

    /** Without a draw they would be called early; and a hold in between does not make it another act. */
    @Test
    void givenALobbyWithoutADraw_whenItIsHeldAndThenQueues_thenTheSecondStepAsksAndMovedDoorsDoNot(Desk desk) {
        var now = lobby(desk, "");

        var moved = send(desk, "PATCH", SHOP, written("{'schedule':[@120]}", now, desk));
        var held = send(desk, "PATCH", SHOP, "{\"mode\":\"hold\",\"rate\":\"1/1m\"}");
        var queueing = send(desk, "PATCH", SHOP, "{\"mode\":\"queueing\"}");

        assertThat(List.of(moved.statusCode(), held.statusCode())).containsOnly(200);
        assertThat(queueing.statusCode()).isEqualTo(409);
        assertThat(json(queueing).path("detail").asString())
                .contains("2 in the lobby are called now, in the order of arrival", "confirm=call");
    }

    @Test
    void givenADrawThatWaitsForItsValue_whenItWouldBeGivenUp_thenItAsksAndOtherSettingsAreFree(Desk desk) {
        lobby(desk, ",\"draw\":\"drand round 7\"");
        desk.later(Duration.ofMinutes(50));
        tick(desk);

        var later = desk.another();
        var faster = send(later, "PATCH", SHOP, "{\"rate\":\"300/1m\"}");
        var queueing = send(later, "PATCH", SHOP, "{\"mode\":\"queueing\"}");

        assertThat(faster.statusCode()).isEqualTo(200);
        assertThat(json(queueing).path("detail").asString())
                .contains("2 in the lobby are called now, without the draw");
    }

    @Test
    void givenALobbyThatNobodyIsIn_whenItsSettingsAreReset_thenNobodyIsAsked(Desk desk) {
        schedules(desk, now(desk), "");

        assertThat(send(desk, "DELETE", SHOP + "/settings", "").statusCode()).isEqualTo(200);
    }

    @Test
    void givenALobby_whenItsSettingsAreResetOrEditedAtThePanel_thenTheScreenSaysWhatChangesAndAsks(Desk desk) {
        lobby(desk, ",\"draw\":\"receipts\"");
        send(desk, "PATCH", SHOP, "{\"stock\":7}");
        var room = desk.signIn().get("/panel/rooms/shop");
        var etag = hidden(room, "etag").replace("&quot;", "\"");
        var form = Map.of("csrf", hidden(room, "csrf"), "etag", etag, "rate", "200/1m", "mode", "queueing");

        var reset = desk.get("/panel/rooms/shop/settings/reset");
        var queueing = desk.form("/panel/rooms/shop/settings", form);
        var opening = desk.get("/panel/rooms/shop/new-opening");

        assertThat(room.body()).contains("/panel/rooms/shop/settings/reset", "end receipts", ">stock<");
        assertThat(reset.body())
                .contains("Back to the configured settings?", "2 in the lobby are called now, without the draw")
                .contains(">schedule<", "end receipts", ">mode<", "scheduled", ">stock<")
                .doesNotContain(">rate<", ">paused<");
        assertThat(queueing.statusCode()).isEqualTo(409);
        assertThat(queueing.body()).contains("name=\"mode\" value=\"queueing\"", "without the draw");
        assertThat(opening.body()).contains("2 in the lobby lose their places, and the draw");
        assertThat(desk.room("shop").path("settings").path("mode").asString()).isEqualTo("scheduled");
        var sure = desk.form(
                "/panel/rooms/shop/settings/reset",
                Map.of("csrf", hidden(reset, "csrf"), "etag", etag, "confirm", hidden(reset, "confirm")));
        assertThat(sure.statusCode()).isEqualTo(303);
        assertThat(desk.room("shop").path("changed").asBoolean()).isFalse();
    }

    /** Room shop in the lobby of an opening whose doors open in 45 minutes, with two in it; when it was scheduled. */
    private static LocalDateTime lobby(Desk desk, String draw) {
        var now = now(desk);
        schedules(desk, now, draw);
        desk.later(Duration.ofMinutes(15));
        tick(desk);
        desk.visitors("shop", 2);
        return now;
    }

    private static void schedules(Desk desk, LocalDateTime now, String draw) {
        var answer = send(desk, "PATCH", SHOP, "{\"schedule\":[" + opening(now, 60, draw) + "]}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static LocalDateTime now(Desk desk) {
        return LocalDateTime.ofInstant(desk.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    }

    private static String opening(LocalDateTime now, int doors, String draw) {
        return "{\"zone\":\"UTC\",\"lobby\":\"%s\",\"doors\":\"%s\",\"close\":\"%s\",\"atClose\":\"end\"%s}"
                .formatted(now.plusMinutes(10), now.plusMinutes(doors), now.plusHours(5), draw);
    }

    /**
     * A body in which @60 is the opening of {@link #lobby} as if its doors had opened, and @120 one with
     * later doors.
     */
    private static String written(String body, LocalDateTime now, Desk desk) {
        return body == null
                ? ""
                : body.replace('\'', '"')
                        .replace("@60,receipts", opening(now, 12, ",\"draw\":\"receipts\""))
                        .replace("@60", opening(now, 12, ""))
                        .replace("@120", opening(now, 120, ""))
                        .replace("@opening", desk.room("shop").path("opening").asString());
    }

    /** Twice: the first sees what the second acts on. */
    private static void tick(Desk desk) {
        var found = desk.bean(WaitingRooms.class).get("shop");
        desk.bean(RoomTicks.class).tick(found);
        desk.bean(RoomTicks.class).tick(found);
    }

    private static HttpResponse<String> send(Desk desk, String method, String path, String body) {
        return desk.send(method, path, body, "Authorization", "Bearer writes", "If-Match", desk.etag("shop"));
    }
}
