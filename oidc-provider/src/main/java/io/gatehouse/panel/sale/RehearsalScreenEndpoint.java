package io.gatehouse.panel.sale;

import io.gatehouse.panel.answer.Question;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.lobby.QuestionScreen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.List;
import java.util.Map;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screen after a sale was set up: its site, its draw, and its rehearsal, which is made and taken away here. */
@ScreenEndpoint
@RequestMapping("/panel/rooms/{room}/sale")
final class RehearsalScreenEndpoint {

    private static final String CONFIRMED = "take-away";

    private final Rehearsals rehearsals;
    private final WaitingRooms rooms;

    RehearsalScreenEndpoint(Rehearsals rehearsals, WaitingRooms rooms) {
        this.rehearsals = rehearsals;
        this.rooms = rooms;
    }

    @Needs(Role.OWNER)
    @GetMapping
    ModelAndView screen(@PathVariable String room) {
        return rehearsals.screen(room);
    }

    @Needs(Role.OWNER)
    @PostMapping("/rehearsal")
    ModelAndView begin(@PathVariable String room, Authentication who) {
        var sale = rooms.get(room);
        try {
            if (rehearsals.running(room).isPresent()) {
                return Screen.seeOther("/panel/rooms/" + room + "/sale");
            }
            var client = rehearsals.begin(Actor.of(who), sale);
            return client.filter(made -> made.secret() != null)
                    .map(made -> rehearsals
                            .screen(room)
                            .addObject("secrets", List.of(made))
                            .addObject("done", Screen.done("rehearsal")))
                    .orElseGet(() -> Screen.seeOther("/panel/rooms/" + room + "/sale?done=rehearsal"));
        } catch (RefusedException refused) {
            return Screen.refused(rehearsals.screen(room), refused);
        }
    }

    @Needs(Role.OWNER)
    @PostMapping("/rehearsal/retire")
    ModelAndView end(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        var sale = rooms.get(room);
        var rehearsal = rehearsals.running(room);
        if (rehearsal.isEmpty()) {
            return Screen.seeOther("/panel/rooms/" + room + "/sale");
        }
        if (!CONFIRMED.equals(form.get("confirm"))) {
            var question = new Question(
                    "room " + rehearsal.get().id()
                            + " closes, all places in it end, and its client is unknown. The sale itself stays as it is",
                    CONFIRMED);
            return QuestionScreen.of(sale, "sale/rehearsal/retire", Map.of(), question);
        }
        return Screen.after(
                () -> rehearsals.end(Actor.of(who), rehearsal.get()),
                "/panel/rooms/" + room + "/sale?done=rehearsal/retire",
                () -> rehearsals.screen(room));
    }
}
