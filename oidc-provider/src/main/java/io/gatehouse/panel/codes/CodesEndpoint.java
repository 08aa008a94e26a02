package io.gatehouse.panel.codes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.pass.Passes;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;

/**
 * A room's access codes: a screen, and the same for API clients. No code is ever part of an address: those
 * are written to logs. The screen's script only reads a file into the field.
 */
@ScreenEndpoint
final class CodesEndpoint {

    private static final String API = "/panel/api/rooms/{room}/codes";
    private static final String SCREEN = "/panel/rooms/{room}/codes";

    private final WaitingRooms rooms;
    private final Passes passes;
    private final CodesActs acts;

    CodesEndpoint(WaitingRooms rooms, Passes passes, CodesActs acts) {
        this.rooms = rooms;
        this.passes = passes;
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping(API)
    @ResponseBody
    CodesView codes(@PathVariable String room) {
        return CodesView.of(rooms.get(room), passes);
    }

    @Needs(Role.OPERATOR)
    @PostMapping(API)
    @ResponseBody
    CodesActs.Imported add(
            @PathVariable String room,
            @RequestParam(defaultValue = "codes") String list,
            Authentication who,
            HttpServletRequest request)
            throws IOException {
        var csv = new String(request.getInputStream().readAllBytes(), UTF_8);
        return acts.add(Actor.of(who), rooms.get(room), list, csv);
    }

    @Needs(Role.OPERATOR)
    @DeleteMapping(API + "/{list}")
    @ResponseBody
    CodesView takeListBack(@PathVariable String room, @PathVariable String list, Authentication who) {
        var found = rooms.get(room);
        acts.takeListBack(Actor.of(who), found, list);
        return CodesView.of(found, passes);
    }

    @Needs(Role.OPERATOR)
    @PostMapping(API + "/take-back")
    @ResponseBody
    CodesView takeCodeBack(@PathVariable String room, Authentication who, HttpServletRequest request)
            throws IOException {
        var found = rooms.get(room);
        var code = Body.read(request, Set.of("code")).text("code").orElse("");
        acts.takeCodeBack(Actor.of(who), found, code);
        return CodesView.of(found, passes);
    }

    @Needs(Role.VIEWER)
    @GetMapping(SCREEN)
    ModelAndView screen(@PathVariable String room) {
        return screen(rooms.get(room), Map.of());
    }

    @Needs(Role.OPERATOR)
    @PostMapping(SCREEN)
    ModelAndView add(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        return act(
                room,
                "codes",
                form,
                found -> acts.add(Actor.of(who), found, typed(form, "list"), form.getOrDefault("csv", "")));
    }

    @Needs(Role.OPERATOR)
    @PostMapping(SCREEN + "/take-list-back")
    ModelAndView takeListBack(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        return act(room, "codes-back", Map.of(), found -> acts.takeListBack(Actor.of(who), found, typed(form, "list")));
    }

    @Needs(Role.OPERATOR)
    @PostMapping(SCREEN + "/take-back")
    ModelAndView takeCodeBack(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        return act(room, "codes-back", form, found -> acts.takeCodeBack(Actor.of(who), found, typed(form, "code")));
    }

    private static String typed(Map<String, String> form, String field) {
        return form.getOrDefault(field, "").strip();
    }

    private ModelAndView act(String name, String word, Map<String, String> form, Consumer<WaitingRoom> act) {
        var room = rooms.get(name);
        var path = "/panel/rooms/" + room.id() + "/codes?done=" + word;
        return Screen.after(() -> act.accept(room), path, () -> screen(room, form));
    }

    private ModelAndView screen(WaitingRoom room, Map<String, String> form) {
        return Screen.page("codes")
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("codes", CodesView.of(room, passes))
                .addObject("list", typed(form, "list"))
                .addObject("csv", form.getOrDefault("csv", ""))
                .addObject("code", typed(form, "code"));
    }
}
