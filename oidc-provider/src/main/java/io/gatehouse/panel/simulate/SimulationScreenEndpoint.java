package io.gatehouse.panel.simulate;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.schedule.ScheduleForm;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.Query;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The screen on which a past opening, or a planned sale, is played with other settings. It changes nothing,
 * so all of it stands in the address: a reload, or a colleague with the link, sees the same.
 */
@ScreenEndpoint
@RequestMapping("/panel/rooms/{room}/simulation")
public final class SimulationScreenEndpoint {

    private final WaitingRooms rooms;
    private final Plans plans;
    private final Player player;

    SimulationScreenEndpoint(WaitingRooms rooms, Plans plans, Player player) {
        this.rooms = rooms;
        this.plans = plans;
        this.player = player;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView screen(
            @PathVariable String room, @RequestParam Map<String, String> asked, HttpServletResponse response) {
        if (!asked.containsKey("play")) {
            return page(room, plans.form(room, asked));
        }
        var form = plans.form(room, asked);
        try {
            var read = plans.read(room, asked);
            form = read.form();
            return page(room, form).addObject("played", player.play(read)).addObject("query", "?" + Query.of(form));
        } catch (RefusedException refused) {
            refused.problem()
                    .retryAfter()
                    .ifPresent(soon -> response.setHeader(HttpHeaders.RETRY_AFTER, "" + soon.toSeconds()));
            return Screen.refused(page(room, form), refused);
        }
    }

    /** The picture of what was played. */
    @Needs(Role.VIEWER)
    @GetMapping("/line.svg")
    ResponseEntity<String> picture(@PathVariable String room, @RequestParam Map<String, String> asked) {
        return Screen.picture(player.play(plans.read(room, asked)).svg());
    }

    private ModelAndView page(String name, Map<String, String> form) {
        var room = rooms.get(name);
        return Screen.page("simulation")
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("of", form.getOrDefault("of", Plans.RECORDED))
                .addObject("fields", Plans.TRIED)
                .addObject("zones", ScheduleForm.zones())
                .addObject("typed", form);
    }
}
