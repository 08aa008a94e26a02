package io.gatehouse.panel.calendar;

import static io.gatehouse.panel.Desk.hidden;
import static io.gatehouse.panel.Desk.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatehouse.panel.Desk;
import io.gatehouse.panel.Outage;
import io.gatehouse.panel.PanelTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The openings of all rooms at the panel: for people and for programs, and the way to the form that changes them. */
@PanelTest
class CalendarTest {

    private static final String SCREEN = "/panel/calendar";
    private static final String API = "/panel/api/calendar";

    @Test
    void givenOpeningsOfSeveralRooms_whenAViewerLooks_thenTheyStandByDayAsLongAsTheyMatter(Desk desk) {
        var vera = desk.another();
        var now = LocalDateTime.ofInstant(desk.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        var first = now.plusDays(1);
        var second = now.plusDays(4);
        schedules(desk, "hall", "scheduled", opening("Asia/Tokyo", second, ",\"draw\":\"receipts\""));
        schedules(desk, "club", "scheduled", opening("UTC", first, ""), opening("UTC", second, ""));
        schedules(desk, "shop", "pass-through", opening("UTC", second, ""));
        desk.later(Duration.ofDays(2));

        var openings = calendar(desk).path("openings");
        var screen = vera.signIn("vera").get(SCREEN).body();

        assertThat(openings.valueStream()
                        .map(one -> one.path("room").asString() + " "
                                + one.path("when").asString()))
                .startsWith("club OVER", "hall COMING")
                .containsOnlyOnce("club COMING", "shop COMING")
                .hasSize(4);
        assertThat(openings.path(1).toString())
                .contains("\"mode\":\"scheduled\"", "\"lobby\":\"" + second.minusHours(1), "\"draw\":\"receipts\"")
                .doesNotContain("note");
        assertThat(openings.findValuesAsString("note"))
                .containsExactly("Not held while the room's mode is pass-through.");
        assertThat(screen)
                .containsSubsequence(day(second), "Town &lt;hall&gt;", "Asia/Tokyo", "draw, receipts", "To come")
                .containsSubsequence("Closed in the last week", day(first), "/panel/rooms/club/schedule", "Over")
                .contains("Not held while the room&#39;s mode is pass-through.", ">Schedules<");
        desk.later(Duration.ofDays(7));
        assertThat(calendar(desk).toString()).doesNotContain(first.toString()).contains(second.toString());
    }

    @Test
    void givenAnOpening_whenItsDatesComeByAndTheRoomIsPausedOrClosed_thenTheCalendarSaysHowItStands(Desk desk) {
        var now = LocalDateTime.ofInstant(desk.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
        schedules(desk, "shop", "scheduled", opening("UTC", now.plusHours(3), ""));

        desk.later(Duration.ofMinutes(150));
        assertThat(shop(desk)).contains("\"when\":\"LOBBY\"").doesNotContain("note");
        change(desk.another(), "shop", "{\"paused\":true}");
        assertThat(shop(desk)).contains("The room is paused: nobody is called");
        desk.later(Duration.ofHours(1));
        change(desk.another(), "shop", "{\"mode\":\"closed\"}");
        assertThat(shop(desk)).contains("\"when\":\"OPEN\"", "Not held, but told to visitors");
    }

    @Test
    void givenTwoOperators_whenBothEditTheSameOpening_thenTheSecondIsToldAndNothingIsOverwritten(Desk desk) {
        var one = desk.another().signIn("alice");
        var other = desk.another().signIn("oscar");
        assertThat(one.get(SCREEN).body()).contains("href=\"/panel/rooms/hall/schedule\"", "Schedule a date");
        var seen = one.get("/panel/rooms/hall/schedule");
        var seenByOther = other.get("/panel/rooms/hall/schedule");

        var saved = saves(one, seen, "2999-11-27T10:00");
        var late = saves(other, seenByOther, "2999-11-27T11:00");

        assertThat(saved.statusCode()).isEqualTo(303);
        assertThat(late.statusCode()).isEqualTo(412);
        assertThat(late.body())
                .contains("someone has changed the settings since you looked", "value=\"2999-11-27T11:00\"");
        assertThat(calendar(desk).path("openings").findValuesAsString("doors")).containsExactly("2999-11-27T10:00");
    }

    @Test
    void givenARoomWhoseStoreIsAway_whenTheCalendarIsAsked_thenItNamesTheRoomAndHasTheOthers(Desk desk) {
        schedules(desk, "shop", "scheduled", opening("UTC", LocalDateTime.parse("2999-11-27T10:00"), ""));
        desk.signIn();
        desk.bean(Outage.class).begin("hall");

        var calendar = calendar(desk);
        var screen = desk.get(SCREEN).body();
        desk.bean(Outage.class).begin();

        assertThat(calendar.path("unknown").findValuesAsString("room")).containsExactly("hall");
        assertThat(calendar.path("openings").findValuesAsString("room")).containsExactly("shop");
        assertThat(screen).contains("cannot be read now", "27 November 2999");
        assertThat(List.of(
                        desk.get(API, "Authorization", "Bearer reads").statusCode(),
                        desk.get(SCREEN).statusCode()))
                .containsOnly(503);
    }

    private static String shop(Desk desk) {
        return calendar(desk).path("openings").path(0).toString();
    }

    /** With a new token: the one of before is not good for days. */
    private static JsonNode calendar(Desk desk) {
        return json(desk.another().get(API, "Authorization", "Bearer reads"));
    }

    /** With a lobby an hour before, and a close an hour after the doors open. */
    private static String opening(String zone, LocalDateTime doors, String draw) {
        return "{\"zone\":\"%s\",\"lobby\":\"%s\",\"doors\":\"%s\",\"close\":\"%s\",\"atClose\":\"end\"%s}"
                .formatted(zone, doors.minusHours(1), doors, doors.plusHours(1), draw);
    }

    private static void schedules(Desk desk, String room, String mode, String... openings) {
        change(desk, room, "{\"mode\":\"" + mode + "\",\"schedule\":[" + String.join(",", List.of(openings)) + "]}");
    }

    private static void change(Desk desk, String room, String body) {
        var answer = desk.send(
                "PATCH",
                "/panel/api/rooms/" + room,
                body,
                "Authorization",
                "Bearer writes",
                "If-Match",
                desk.etag(room));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static HttpResponse<String> saves(Desk desk, HttpResponse<String> seen, String doors) {
        return desk.form(
                "/panel/rooms/hall/schedule",
                Map.of(
                        "csrf",
                        hidden(seen, "csrf"),
                        "etag",
                        hidden(seen, "etag").replace("&quot;", "\""),
                        "mode",
                        "scheduled",
                        "dates-0-zone",
                        "UTC",
                        "dates-0-lobby",
                        "2999-11-27T09:00",
                        "dates-0-doors",
                        doors,
                        "dates-0-atClose",
                        "end"));
    }

    private static String day(LocalDateTime moment) {
        return moment.format(DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.ENGLISH));
    }
}
