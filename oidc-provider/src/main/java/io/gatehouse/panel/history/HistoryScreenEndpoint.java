package io.gatehouse.panel.history;

import io.gatehouse.chart.LineChart;
import io.gatehouse.history.History;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screen of a room's history, and its pictures. The screens of rooms show some of these as well. */
@ScreenEndpoint
@RequestMapping("/panel/rooms/{room}/history")
public final class HistoryScreenEndpoint {

    /** A picture of the size of the others, where there is nothing to show. */
    private static final String NOTHING_KNOWN =
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 210" role="img" aria-labelledby="title sentence"><text id="sentence"
            x="200" y="105" text-anchor="middle" style="font: 13px system-ui, sans-serif; fill: #75818d">Nothing is known of this time yet.</text></svg>
            """;

    private static final String NOTHING_KNOWN_SMALL =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 240 36\"/>";

    private final WaitingRooms rooms;
    private final History history;
    private final Ledgers ledgers;
    private final Clock clock;

    HistoryScreenEndpoint(WaitingRooms rooms, History history, Ledgers ledgers, Clock clock) {
        this.rooms = rooms;
        this.history = history;
        this.ledgers = ledgers;
        this.clock = clock;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView screen(@PathVariable String room, @RequestParam(defaultValue = "hour") String of) {
        var found = rooms.get(room);
        var period = period(found, of);
        var steps = history.steps(found.id(), period.from(), period.to(), period.step());
        var opening = found.snapshot().opening();
        return Screen.page("history")
                .addObject("room", found.id().value())
                .addObject("title", found.configuration().title())
                .addObject("of", of)
                .addObject("opening", opening)
                .addObject("earlier", Openings.before(ledgers, found.id(), opening))
                .addObject("period", period)
                .addObject(
                        "charts",
                        Arrays.stream(RoomChart.values())
                                .filter(chart -> chart.of(room, period, steps).isPresent())
                                .toList())
                .addObject("columns", Columns.names())
                .addObject("headings", Columns.headings())
                .addObject("rows", steps.stream().map(Columns::json).toList());
    }

    /** A chart; an empty picture where nothing is known. */
    @Needs(Role.VIEWER)
    @GetMapping("/{chart}.svg")
    ResponseEntity<String> chart(
            @PathVariable String room, @PathVariable String chart, @RequestParam(defaultValue = "hour") String of) {
        var found = rooms.get(room);
        var shown = RoomChart.of(chart)
                .orElseThrow(() -> RefusedException.invalid(
                        "a chart must be one of "
                                + Arrays.stream(RoomChart.values())
                                        .map(RoomChart::file)
                                        .toList(),
                        "\"" + chart + "\""));
        var period = period(found, of);
        return Screen.picture(drawn(found, shown, period).map(LineChart::svg).orElse(NOTHING_KNOWN));
    }

    /** The line of the last hour, for the screen of all rooms. */
    @Needs(Role.VIEWER)
    @GetMapping("/small.svg")
    ResponseEntity<String> small(@PathVariable String room) {
        var found = rooms.get(room);
        return Screen.picture(drawn(found, RoomChart.PEOPLE, period(found, "hour"))
                .map(LineChart::small)
                .orElse(NOTHING_KNOWN_SMALL));
    }

    private Optional<LineChart> drawn(WaitingRoom room, RoomChart chart, Period period) {
        var steps = history.steps(room.id(), period.from(), period.to(), period.step());
        return chart.of(room.configuration().title(), period, steps);
    }

    private Period period(WaitingRoom room, String of) {
        var now = clock.instant().truncatedTo(ChronoUnit.MINUTES);
        return switch (of) {
            case "hour" -> Period.last(Duration.ofHours(1), now);
            case "day" -> Period.last(Period.DAY, now);
            case "opening" -> Openings.time(ledgers, room.id(), room.snapshot().opening(), now);
            default ->
                Openings.number(of)
                        .map(opening -> Openings.time(ledgers, room.id(), opening, now))
                        .orElseThrow(() -> RefusedException.invalid(
                                "of must be hour, day, opening, or the number of an opening", "\"" + of + "\""));
        };
    }
}
