package io.gatehouse.panel.history;

import io.gatehouse.history.History;
import io.gatehouse.history.HistoryStep;
import io.gatehouse.panel.answer.Csv;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The history of a room, for API clients and for spreadsheets. */
@RestController
final class HistoryEndpoint {

    /**
     * A part of a room's history.
     *
     * @param step in seconds
     * @param rows the earliest first; a step of which nothing is known is missing
     */
    record HistoryView(String room, Instant from, Instant to, long step, List<Map<String, Object>> rows) {}

    private final WaitingRooms rooms;
    private final History history;
    private final Clock clock;

    HistoryEndpoint(WaitingRooms rooms, History history, Clock clock) {
        this.rooms = rooms;
        this.history = history;
        this.clock = clock;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/rooms/{room}/history")
    HistoryView history(
            @PathVariable String room,
            @RequestParam Optional<String> from,
            @RequestParam Optional<String> to,
            @RequestParam Optional<String> step) {
        var period = period(room, from, to, step);
        var rows = steps(room, period).stream().map(Columns::json).toList();
        return new HistoryView(room, period.from(), period.to(), period.step().toSeconds(), rows);
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/rooms/{room}/history.csv")
    ResponseEntity<String> csv(
            @PathVariable String room,
            @RequestParam Optional<String> from,
            @RequestParam Optional<String> to,
            @RequestParam Optional<String> step) {
        var steps = steps(room, period(room, from, to, step));
        return Csv.file("history-" + room, Columns.names(), steps.stream().map(Columns::fields));
    }

    private Period period(String room, Optional<String> from, Optional<String> to, Optional<String> step) {
        rooms.get(room);
        return Period.read(from, to, step, clock.instant());
    }

    private List<HistoryStep> steps(String room, Period period) {
        return history.steps(rooms.get(room).id(), period.from(), period.to(), period.step());
    }
}
