package io.gatehouse.panel.definition;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.lobby.QuestionScreen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.schedule.Mode;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screens on which rooms are added, changed and retired. They need no script. */
@Controller
public final class DefinitionScreensEndpoint {

    private static final String NEW = "/panel/new-room";
    private static final String DEFINITION = "/panel/rooms/{room}/definition";

    private final DefinitionActs acts;
    private final WaitingRooms rooms;

    DefinitionScreensEndpoint(DefinitionActs acts, WaitingRooms rooms) {
        this.acts = acts;
        this.rooms = rooms;
    }

    @Needs(Role.OWNER)
    @GetMapping(NEW)
    ModelAndView another() {
        return screen(Map.of("consumedBy", "completed"));
    }

    @Needs(Role.OWNER)
    @PostMapping(NEW)
    ModelAndView add(@RequestParam Map<String, String> typed, Authentication who) {
        var name = typed.getOrDefault("room", "").strip();
        try {
            acts.add(Actor.of(who), name, DefinitionForm.settings(typed));
            return Screen.seeOther("/panel/rooms/" + name + "?done=added");
        } catch (RefusedException refused) {
            return Screen.refused(screen(typed), refused);
        }
    }

    @Needs(Role.OWNER)
    @GetMapping(DEFINITION)
    ModelAndView definition(@PathVariable String room, @RequestParam(defaultValue = "") String done) {
        var definition = acts.of(room);
        return screen(definition, DefinitionForm.typed(definition)).addObject("done", Screen.done(done));
    }

    @Needs(Role.OWNER)
    @PostMapping(DEFINITION)
    ModelAndView change(@PathVariable String room, @RequestParam Map<String, String> typed, Authentication who) {
        try {
            acts.change(Actor.of(who), room, typed.get("etag"), typed.get("confirm"), DefinitionForm.settings(typed));
            return Screen.seeOther("/panel/rooms/" + room + "/definition?done=defined");
        } catch (RefusedException refused) {
            return refused.question()
                    .map(asked -> QuestionScreen.of(rooms.get(room), "definition", typed, asked))
                    .orElseGet(() -> Screen.refused(screen(acts.of(room), typed), refused, typed));
        }
    }

    @Needs(Role.OWNER)
    @PostMapping(DEFINITION + "/retire")
    ModelAndView retire(@PathVariable String room, @RequestParam Map<String, String> typed, Authentication who) {
        try {
            acts.retire(Actor.of(who), room, typed.get("etag"), typed.get("confirm"));
            return Screen.seeOther("/panel/rooms/" + room + "/definition?done=retired");
        } catch (RefusedException refused) {
            return refused.question()
                    .map(asked -> QuestionScreen.of(rooms.get(room), "definition/retire", typed, asked))
                    .orElseGet(() -> {
                        var definition = acts.of(room);
                        return Screen.refused(screen(definition, DefinitionForm.typed(definition)), refused);
                    });
        }
    }

    private static ModelAndView screen(Definition definition, Map<String, String> typed) {
        return screen(typed)
                .addObject("heading", "Definition of " + definition.title())
                .addObject("definition", definition)
                .addObject("title", definition.title())
                .addObject("etag", definition.etag());
    }

    private static ModelAndView screen(Map<String, String> typed) {
        return Screen.page("definition")
                .addObject("heading", "New room")
                .addObject("typed", typed)
                .addObject("modes", Stream.of(Mode.values()).map(Mode::word).toList())
                .addObject("done", "")
                .addObject("trouble", "");
    }
}
