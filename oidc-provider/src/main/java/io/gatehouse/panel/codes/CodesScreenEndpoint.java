package io.gatehouse.panel.codes;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.pass.Passes;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screen of a room's access codes. Its script only reads a file into the field. */
@Controller
@RequestMapping("/panel/rooms/{room}/codes")
public final class CodesScreenEndpoint {

    private final WaitingRooms rooms;
    private final Passes passes;
    private final CodesActs acts;

    CodesScreenEndpoint(WaitingRooms rooms, Passes passes, CodesActs acts) {
        this.rooms = rooms;
        this.passes = passes;
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView codes(@PathVariable String room, @RequestParam(defaultValue = "") String done) {
        return screen(rooms.get(room), Map.of()).addObject("done", Screen.done(done));
    }

    @Needs(Role.OPERATOR)
    @PostMapping
    ModelAndView add(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        return act(
                room,
                "codes",
                form,
                found -> acts.add(Actor.of(who), found, typed(form, "list"), form.getOrDefault("csv", "")));
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/take-list-back")
    ModelAndView takeListBack(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        return act(room, "codes-back", Map.of(), found -> acts.takeListBack(Actor.of(who), found, typed(form, "list")));
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/take-back")
    ModelAndView takeCodeBack(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        return act(room, "codes-back", form, found -> acts.takeCodeBack(Actor.of(who), found, typed(form, "code")));
    }

    private static String typed(Map<String, String> form, String field) {
        return form.getOrDefault(field, "").strip();
    }

    private ModelAndView act(String name, String word, Map<String, String> form, Consumer<WaitingRoom> act) {
        var room = rooms.get(name);
        try {
            act.accept(room);
            return Screen.seeOther("/panel/rooms/" + room.id() + "/codes?done=" + word);
        } catch (RefusedException refused) {
            return Screen.refused(screen(room, form), refused);
        }
    }

    private ModelAndView screen(WaitingRoom room, Map<String, String> form) {
        return Screen.page("codes")
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("codes", CodesView.of(room, passes))
                .addObject("list", typed(form, "list"))
                .addObject("csv", form.getOrDefault("csv", ""))
                .addObject("code", typed(form, "code"))
                .addObject("done", "")
                .addObject("trouble", "");
    }
}
