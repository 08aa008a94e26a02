package io.gatehouse.panel.draw;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The screen of a room's draw. What is typed there is shown once more before it is told: it cannot be changed
 * afterwards.
 */
@Controller
@RequestMapping("/panel/rooms/{room}/draw")
public final class DrawScreenEndpoint {

    private final WaitingRooms rooms;
    private final DrawActs acts;

    DrawScreenEndpoint(WaitingRooms rooms, DrawActs acts) {
        this.rooms = rooms;
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView draws(@PathVariable String room, @RequestParam(defaultValue = "") String done) {
        return screen(rooms.get(room)).addObject("done", Screen.done(done));
    }

    /** Asks before it is too late. White space around a value is that of the clipboard. */
    @Needs(Role.OPERATOR)
    @GetMapping("/value")
    ModelAndView sure(
            @PathVariable String room,
            @RequestParam(defaultValue = "") String id,
            @RequestParam(defaultValue = "") String publicValue) {
        var found = rooms.get(room);
        var value = publicValue.strip();
        try {
            acts.require(found, id, value);
            return named("draw-value", found).addObject("id", id).addObject("publicValue", value);
        } catch (RefusedException refused) {
            return refused(found, refused, value);
        }
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/value")
    ModelAndView tell(
            @PathVariable String room,
            @RequestParam(defaultValue = "") String id,
            @RequestParam(defaultValue = "") String publicValue,
            Authentication who) {
        var found = rooms.get(room);
        try {
            acts.tell(Actor.of(who), found, id, publicValue);
            return Screen.seeOther("/panel/rooms/" + found.id() + "/draw?done=draw");
        } catch (RefusedException refused) {
            return refused(found, refused, publicValue);
        }
    }

    private ModelAndView refused(WaitingRoom room, RefusedException refused, String typed) {
        return Screen.refused(screen(room), refused).addObject("typed", typed);
    }

    private ModelAndView screen(WaitingRoom room) {
        return named("draw", room)
                .addObject("draws", acts.of(room))
                .addObject("typed", "")
                .addObject("done", "")
                .addObject("trouble", "");
    }

    private static ModelAndView named(String template, WaitingRoom room) {
        return Screen.page(template)
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title());
    }
}
