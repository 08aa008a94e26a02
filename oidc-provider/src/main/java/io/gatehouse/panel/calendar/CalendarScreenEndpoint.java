package io.gatehouse.panel.calendar;

import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** The screen of the calendar. Nothing is changed here: it leads to the settings of each room. */
@ScreenEndpoint
public final class CalendarScreenEndpoint {

    private final WaitingRooms rooms;
    private final Clock clock;

    CalendarScreenEndpoint(WaitingRooms rooms, Clock clock) {
        this.rooms = rooms;
        this.clock = clock;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/calendar")
    ModelAndView calendar() {
        var all = rooms.all();
        return Screen.page("calendar")
                .addObject("calendar", CalendarView.of(all, clock.instant()))
                .addObject(
                        "rooms",
                        all.stream()
                                .map(WaitingRoom::configuration)
                                .filter(room -> !room.isRetired())
                                .toList());
    }
}
