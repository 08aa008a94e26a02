package io.gatehouse.panel.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gatehouse.addition.AddedRooms;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.Lanes;
import io.gatehouse.panel.Desk;
import io.gatehouse.panel.PanelTest;
import io.gatehouse.room.Line;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomStore;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledDate;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.stock.Stock;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.value.Seal;
import io.gatehouse.waitingroom.RoomTicks;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The line of state in each state that a room can be in, as the room's screen, the overview and the API say
 * it. The states of a room that finds its limit are in {@code RoomStateTest}.
 */
@PanelTest
class StateLineTest {

    static Stream<Arguments> states() {
        return Stream.of(
                state("hall", "Open by hand, nobody waits", "By hand", "open", "The line is empty.", desk -> {}),
                state(
                        "hall",
                        "By hand, some wait",
                        "By hand",
                        "open",
                        "3 wait until you let them in.",
                        desk -> desk.visitors("hall", 3)),
                state(
                        "hall",
                        "By hand, some let in",
                        "By hand",
                        "open",
                        "5 more may come in. The line is empty.",
                        desk -> room(desk, "hall").letIn(5)),
                state("shop", "Open, nobody waits", "Open", "open", "The line is empty.", desk -> {}),
                state(
                        "shop",
                        "Open by rate",
                        "Open",
                        "open",
                        "The rate holds the line. \\d+ wait.",
                        desk -> desk.visitors("shop", 251)),
                state(
                        "club",
                        "Open by capacity",
                        "Open",
                        "open",
                        "The capacity holds the line. 2 wait.",
                        desk -> desk.visitors("club", 12)),
                state("shop", "Open by stock", "Taken", "taken", TAKEN + "1 waits.", desk -> {
                    sells(desk, 1);
                    desk.visitors("shop", 2);
                }),
                state("shop", "Sold out", "Sold out", "taken", "The stock of 0 is consumed. 2 wait.", desk -> {
                    sells(desk, 0);
                    desk.visitors("shop", 2);
                }),
                state(
                        "shop",
                        "Passes through",
                        "Passes through",
                        "open",
                        "No visitor has to wait.",
                        desk -> mode(desk, Mode.PASS_THROUGH)),
                state("shop", "On hold", "On hold", "paused", "Everyone is held. 2 wait.", desk -> {
                    mode(desk, Mode.HOLD);
                    desk.visitors("shop", 2);
                }),
                state("shop", "Paused", "Paused", "paused", "No visitor is called. 2 wait.", desk -> {
                    change(desk, settings -> settings.paused(true));
                    desk.visitors("shop", 2);
                }),
                state("shop", "Closed", "Closed", "over", "No places are given.", desk -> mode(desk, Mode.CLOSED)),
                state(
                        "shop",
                        "Scheduled",
                        "Scheduled",
                        "soon",
                        "Lobby in (2 h 0|1 h 59) min.",
                        desk -> dates(desk, 180, "")),
                state("shop", "Lobby", "Lobby", "soon", "Doors in (12:00|11:5.). 2 here.", desk -> {
                    dates(desk, 12, "");
                    desk.visitors("shop", 2);
                }),
                state(
                        "shop",
                        "Paused in the lobby",
                        "Paused",
                        "paused",
                        "No visitor is called. 2 wait. Doors in (12:00|11:5.).",
                        desk -> {
                            dates(desk, 12, "");
                            desk.visitors("shop", 2);
                            change(desk, settings -> settings.paused(true));
                        }),
                state(
                        "shop",
                        "Drawing",
                        "Drawing",
                        "soon",
                        "The entrants are being counted. 2 wait. Closes in ",
                        desk -> {
                            dates(desk, 12, "receipts");
                            desk.visitors("shop", 2);
                            tick(desk);
                            desk.later(Duration.ofMinutes(12));
                        }),
                state(
                        "hall",
                        "Waits for a value",
                        "Needs the public value",
                        "needed",
                        VALUE,
                        desk -> desk.waitsForItsValue("hall")),
                state(
                        "shop",
                        "Open with a close",
                        "Open",
                        "open",
                        "The line is empty. Closes in (48:00|47:5.).",
                        desk -> dates(desk, -12, "")),
                state("club", "After the close", "Closing", "over", "No more places are given. 2 wait.", desk -> {
                    dates(desk, "club", -12, "");
                    desk.visitors("club", 12);
                    desk.later(Duration.ofMinutes(48));
                }),
                state(
                        "shop",
                        "After the close, nobody in line",
                        "Closed",
                        "over",
                        "No places are given.",
                        desk -> dates(desk, -61, "")),
                state(
                        "shop",
                        "Announced under another key",
                        "Draw cannot be done",
                        "needed",
                        "Waits for you: the draw was announced under another master key. 2 wait. Doors in ",
                        desk -> {
                            dates(desk, 12, "receipts");
                            desk.visitors("shop", 2);
                            tick(desk);
                            exchangesItsKey(desk);
                        }),
                state("fest", "Retired", "Retired", "over", "No places are given. 1 waits.", StateLineTest::retires));
    }

    @AfterEach
    void takeTheAddedRoomOut(Desk desk) {
        var none = new Seal(desk.bean(MasterKey.class), "additions").seal(Map.of());
        desk.bean(ExpiringStore.class).put("additions/rooms", none, ExpiringStore.FOREVER, desk.now());
        desk.bean(AddedRooms.class).kept().refresh();
    }

    private static final String TAKEN = "All that is left of the stock is in use, and may come back. ";
    private static final String VALUE = "Waits for you: tell the public value. The line is empty.";

    @ParameterizedTest(name = "{1}")
    @MethodSource("states")
    void givenARoomInAState_whenItIsLookedAt_thenItsScreenTheOverviewAndTheApiSayTheSame(
            String room, String name, String word, String tone, String line, Consumer<Desk> way, Desk desk) {
        way.accept(desk);

        var viewer = desk.another().signIn("vera");
        var state = desk.another().room(room).path("state");
        var screen = viewer.get("/panel/rooms/" + room).body();
        var overview = viewer.get("/panel").body();

        assertThat(state.path("word").asString()).isEqualTo(word);
        assertThat(state.path("tone").asString()).isEqualTo(tone);
        assertThat(state.path("line").asString()).matches(line + ".*");
        var badge = "class=\"state " + tone + "\">" + word + "</span>";
        assertThat(screen).contains(badge, ">" + state.path("line").asString() + "</p>");
        assertThat(overview).contains(badge, ">" + state.path("line").asString() + "</p>");
        assertThat(state.path("needs").asString().isEmpty()).isEqualTo(!tone.equals("needed"));
        state.path("dates").forEach(date -> assertThat(screen)
                .contains("datetime=\"" + date.path("moment").path("datetime").asString() + "\""));
    }

    private static Arguments state(
            String room, String name, String word, String tone, String line, Consumer<Desk> way) {
        return arguments(room, name, word, tone, line, way);
    }

    /** The doors of Tokyo open in so many minutes, an hour after the lobby, for an hour. */
    private static void dates(Desk desk, int minutes, String draw) {
        dates(desk, "shop", minutes, draw);
    }

    private static void dates(Desk desk, String room, int minutes, String draw) {
        desk.later(Duration.between(
                desk.now(), desk.now().truncatedTo(ChronoUnit.MINUTES).plusSeconds(60)));
        var doors = LocalDateTime.ofInstant(desk.now(), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES) // the clock goes on
                .plusMinutes(minutes)
                .atZone(ZoneOffset.UTC)
                .withZoneSameInstant(ZoneId.of("Asia/Tokyo"))
                .toLocalDateTime();
        var date = ScheduledDate.parse(
                "Asia/Tokyo",
                doors.minusHours(1).toString(),
                doors.toString(),
                doors.plusHours(1).toString(),
                "let-in",
                draw);
        room(desk, room).change(settings -> settings.open(Mode.SCHEDULED, new Schedule(List.of(date))));
    }

    /** As where the store was taken over without the key that had announced the draw. */
    private static void exchangesItsKey(Desk desk) {
        var room = room(desk, "shop");
        var line = new Line(
                desk.bean(RoomStore.class), room.id(), room.configuration().terms(), Lanes.NONE);
        var seen = line.snapshot(desk.now());
        var announced = seen.draw().orElseThrow().draw();
        assertThat(line.draw(seen, new LobbyDraw(announced, "0".repeat(64), 0, Optional.empty(), Optional.empty(), 0)))
                .isTrue();
    }

    private static void retires(Desk desk) {
        var definition = "/panel/api/rooms/fest/definition";
        desk.send("PUT", definition, "{\"capacity\":1}", "Authorization", "Bearer writes", "If-None-Match", "*");
        desk.visitors("fest", 2);
        desk.bean(RoomTicks.class).tick(room(desk, "fest"));
        var tag = Desk.header(desk.get(definition, "Authorization", "Bearer reads"), "ETag");
        desk.send("DELETE", definition, "", "Authorization", "Bearer writes", "If-Match", tag);
    }

    private static void mode(Desk desk, Mode mode) {
        change(desk, settings -> settings.open(mode, Schedule.NONE));
    }

    private static void sells(Desk desk, long most) {
        change(desk, settings -> settings.admitting(Optional.of(new Stock(most, Stock.USUALLY))));
    }

    private static void change(Desk desk, UnaryOperator<RoomSettings> change) {
        room(desk, "shop").change(change);
    }

    private static void tick(Desk desk) {
        desk.bean(RoomTicks.class).tick(room(desk, "shop"));
    }

    private static WaitingRoom room(Desk desk, String name) {
        return desk.bean(WaitingRooms.class).get(name);
    }
}
