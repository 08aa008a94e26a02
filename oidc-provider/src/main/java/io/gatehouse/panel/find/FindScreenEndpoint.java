package io.gatehouse.panel.find;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screen that takes what a visitor has sent, and says what became of the visitor. Nothing is changed here. */
@Controller
@RequestMapping("/panel/rooms/{room}/find")
public final class FindScreenEndpoint {

    private final WaitingRooms rooms;
    private final Finder finder;

    FindScreenEndpoint(WaitingRooms rooms, Finder finder) {
        this.rooms = rooms;
        this.finder = finder;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView empty(@PathVariable String room) {
        return screen(rooms.get(room), "");
    }

    @Needs(Role.VIEWER)
    @PostMapping
    ModelAndView find(@PathVariable String room, @RequestParam(defaultValue = "") String what) {
        var found = rooms.get(room);
        try {
            return screen(found, what).addObject("found", finder.find(found, what));
        } catch (RefusedException refused) {
            return Screen.refused(screen(found, what), refused);
        }
    }

    private static ModelAndView screen(WaitingRoom room, String what) {
        return Screen.page("find")
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("what", Finder.isShown(what) ? what : "")
                .addObject("found", null)
                .addObject("trouble", "");
    }
}
