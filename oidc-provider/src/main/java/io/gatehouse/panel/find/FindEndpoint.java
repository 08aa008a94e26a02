package io.gatehouse.panel.find;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;

/**
 * Takes what a visitor has sent, and says what became of the visitor: a screen, and the same for API clients.
 * Nothing is changed here. A receipt is not for addresses, which logs keep.
 */
@ScreenEndpoint
@Import(Finder.class)
final class FindEndpoint {

    private final WaitingRooms rooms;
    private final Finder finder;

    FindEndpoint(WaitingRooms rooms, Finder finder) {
        this.rooms = rooms;
        this.finder = finder;
    }

    @Needs(Role.VIEWER)
    @PostMapping("/panel/api/rooms/{room}/find")
    @ResponseBody
    FoundVisitor find(@PathVariable String room, HttpServletRequest request) throws IOException {
        var found = rooms.get(room);
        return finder.find(
                found, Body.read(request, Set.of("what")).text("what").orElse(""));
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/rooms/{room}/find")
    ModelAndView screen(@PathVariable String room) {
        return screen(rooms.get(room), "");
    }

    @Needs(Role.VIEWER)
    @PostMapping("/panel/rooms/{room}/find")
    ModelAndView answer(@PathVariable String room, @RequestParam(defaultValue = "") String what) {
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
                .addObject("found", null);
    }
}
