package io.gatehouse.panel.draw;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;

/**
 * Shows a room's draws, on a screen and to API clients. The screen shows a typed value once more before the
 * draw takes it, because no operator can change it afterwards.
 */
@ScreenEndpoint
final class DrawEndpoint {

    private static final String API = "/panel/api/rooms/{room}/draw";
    private static final String SCREEN = "/panel/rooms/{room}/draw";

    private static final Set<String> MEMBERS = Set.of("id", "publicValue");

    /** @param draws the one that is announced, then the last one; none where nothing is drawn */
    record AllDraws(List<DrawView> draws) {}

    private final WaitingRooms rooms;
    private final DrawActs acts;

    DrawEndpoint(WaitingRooms rooms, DrawActs acts) {
        this.rooms = rooms;
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping(API)
    @ResponseBody
    AllDraws draws(@PathVariable String room) {
        return new AllDraws(acts.of(rooms.get(room)));
    }

    /** The value that a draw waits for, after its entrants are fixed; safe to repeat. */
    @Needs(Role.OPERATOR)
    @PostMapping(API)
    @ResponseBody
    AllDraws tell(@PathVariable String room, Authentication who, HttpServletRequest request) throws IOException {
        var found = rooms.get(room);
        var body = Body.read(request, MEMBERS);
        var id = body.text("id").orElse("");
        acts.tell(Actor.of(who), found, id, body.text("publicValue").orElse(""));
        return new AllDraws(acts.of(found));
    }

    @Needs(Role.VIEWER)
    @GetMapping(SCREEN)
    ModelAndView screen(@PathVariable String room) {
        return screen(rooms.get(room), "");
    }

    /** Asks before it is too late. White space around a value is that of the clipboard. */
    @Needs(Role.OPERATOR)
    @GetMapping(SCREEN + "/value")
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
            return Screen.refused(screen(found, value), refused);
        }
    }

    @Needs(Role.OPERATOR)
    @PostMapping(SCREEN + "/value")
    ModelAndView tell(
            @PathVariable String room,
            @RequestParam(defaultValue = "") String id,
            @RequestParam(defaultValue = "") String publicValue,
            Authentication who) {
        var found = rooms.get(room);
        return Screen.after(
                () -> acts.tell(Actor.of(who), found, id, publicValue),
                "/panel/rooms/" + found.id() + "/draw?done=draw",
                () -> screen(found, publicValue));
    }

    private ModelAndView screen(WaitingRoom room, String typed) {
        return named("draw", room).addObject("draws", acts.of(room)).addObject("typed", typed);
    }

    private static ModelAndView named(String template, WaitingRoom room) {
        return Screen.page(template)
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title());
    }
}
