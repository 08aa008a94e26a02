package io.gatehouse.panel.calendar;

import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The calendar, for API clients. */
@RestController
final class CalendarEndpoint {

    private final WaitingRooms rooms;
    private final Clock clock;

    CalendarEndpoint(WaitingRooms rooms, Clock clock) {
        this.rooms = rooms;
        this.clock = clock;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/calendar")
    CalendarView calendar() {
        return CalendarView.of(rooms.all(), clock.instant());
    }
}
