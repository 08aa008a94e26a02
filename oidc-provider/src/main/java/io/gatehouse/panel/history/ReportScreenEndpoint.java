package io.gatehouse.panel.history;

import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import java.time.Clock;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** The report of an opening as one page, to be read and printed. */
@ScreenEndpoint
public final class ReportScreenEndpoint {

    private final Reports reports;
    private final Clock clock;

    ReportScreenEndpoint(Reports reports, Clock clock) {
        this.reports = reports;
        this.clock = clock;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/rooms/{room}/openings/{opening}/report")
    ModelAndView report(@PathVariable String room, @PathVariable String opening) {
        var report = reports.of(room, opening);
        return Screen.page("report")
                .addObject("report", report)
                .addObject("length", report.length(clock.instant()))
                .addObject("charts", RoomChart.values());
    }
}
