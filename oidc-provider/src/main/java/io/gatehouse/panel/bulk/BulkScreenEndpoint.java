package io.gatehouse.panel.bulk;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.bulk.BulkActs.Effect;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.room.WordsForm;
import io.gatehouse.words.Occasion;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Texts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The screen for acts on several rooms, a tab for each: it says what will happen to each room, and then what
 * has happened. It needs no script.
 */
@ScreenEndpoint
@RequestMapping("/panel/bulk")
final class BulkScreenEndpoint {

    private static final String ACT = "/{act}";
    private static final String COPY = "/copy";

    /** A room that can be chosen. */
    record Choice(String room, String title, boolean chosen) {}

    /** An act that has a tab. */
    record Tab(String act, String says, boolean forOwners, boolean current) {}

    private final BulkActs acts;
    private final WordsForm form;

    BulkScreenEndpoint(BulkActs acts, Texts pages) {
        this.acts = acts;
        this.form = new WordsForm(pages);
    }

    @Needs(Role.OPERATOR)
    @GetMapping(ACT)
    ModelAndView ask(@PathVariable String act, @RequestParam(defaultValue = "") List<String> room) {
        var bulk = BulkAct.of(act);
        return bulk.hasForm() ? screen(bulk.form(), room, Map.of()) : asked(bulk, room, Map.of());
    }

    /** Says what will happen to each room; nothing has happened yet. */
    @Needs(Role.OPERATOR)
    @PostMapping(ACT + "/preview")
    ModelAndView preview(
            @PathVariable String act,
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam Map<String, String> typed) {
        return asked(BulkAct.of(act), room, typed);
    }

    @Needs(Role.OPERATOR)
    @PostMapping(ACT)
    ModelAndView act(
            @PathVariable String act,
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam Map<String, String> typed,
            Authentication who) {
        var bulk = BulkAct.of(act);
        try {
            var effects = acts.act(Actor.of(who), acts.of(bulk, typed), named(room));
            return effects(screen(bulk, room, typed).addObject("shows", ""), effects, false);
        } catch (RefusedException refused) {
            return Screen.refused(screen(bulk, room, typed), refused);
        }
    }

    @Needs(Role.OWNER)
    @GetMapping(COPY)
    ModelAndView askCopy(@RequestParam(defaultValue = "") List<String> room) {
        return ask(BulkAct.COPY.id(), room);
    }

    @Needs(Role.OWNER)
    @PostMapping(COPY + "/preview")
    ModelAndView previewCopy(
            @RequestParam(defaultValue = "") List<String> room, @RequestParam Map<String, String> typed) {
        return preview(BulkAct.COPY.id(), room, typed);
    }

    @Needs(Role.OWNER)
    @PostMapping(COPY)
    ModelAndView copy(
            @RequestParam(defaultValue = "") List<String> room,
            @RequestParam Map<String, String> typed,
            Authentication who) {
        return act(BulkAct.COPY.id(), room, typed, who);
    }

    /** A form without any room is for none. */
    private static List<String> named(List<String> room) {
        if (room.isEmpty()) {
            throw RefusedException.at("room", "is needed");
        }
        return room;
    }

    private ModelAndView asked(BulkAct act, List<String> room, Map<String, String> typed) {
        try {
            var rooms = act.hasForm() ? named(room) : room;
            return effects(screen(act, room, typed), acts.preview(acts.of(act, typed), rooms), true);
        } catch (RefusedException refused) {
            return Screen.refused(screen(act, room, typed), refused);
        }
    }

    private static ModelAndView effects(ModelAndView screen, List<Effect> effects, boolean asks) {
        var changed = effects.stream().filter(Effect::isDone).toList();
        return screen.addObject("effects", effects)
                .addObject("changed", changed.size())
                .addObject("lines", changed.stream().filter(Effect::hasLine).count())
                .addObject("asks", asks);
    }

    private ModelAndView screen(BulkAct act, List<String> room, Map<String, String> typed) {
        var choices = acts.all().stream()
                .map(one -> new Choice(
                        one.id().value(),
                        one.configuration().title(),
                        room.isEmpty() || room.contains(one.id().value())))
                .toList();
        return Screen.page("bulk")
                .addObject("act", act.id())
                .addObject("shows", act.hasForm() ? act.form().id() : "")
                .addObject("heading", act.heading())
                .addObject("button", act.button())
                .addObject("tabs", tabs(act))
                .addObject("rooms", choices)
                .addObject("named", room)
                .addObject("copied", Copying.COPIED)
                .addObject("query", query(room))
                .addObject("typed", typed)
                .addObject("kept", kept(typed))
                .addObject(
                        "occasions",
                        Stream.of(Occasion.values()).map(Occasion::word).toList())
                .addObject(
                        "severities",
                        Stream.of(Severity.values()).map(Severity::word).toList())
                .addObject("fields", form.fields("text", typed))
                .addObject("effects", List.of())
                .addObject("changed", 0)
                .addObject("asks", true);
    }

    private static List<Tab> tabs(BulkAct act) {
        return Stream.of(BulkAct.values())
                .filter(one -> !one.tab().isEmpty())
                .map(one -> new Tab(one.id(), one.tab(), one == BulkAct.COPY, one == act.form()))
                .toList();
    }

    private static String query(List<String> room) {
        return room.isEmpty() ? "" : "?" + room.stream().map("room="::concat).collect(Collectors.joining("&"));
    }

    /** The fields that the confirmation sends once more. */
    private static Map<String, String> kept(Map<String, String> typed) {
        var kept = new TreeMap<>(typed);
        kept.keySet()
                .removeIf(name -> !List.of("occasion", "severity", "from", "name", "title")
                                .contains(name)
                        && !name.startsWith(Saying.TEXT));
        kept.values().removeIf(String::isEmpty);
        return kept;
    }
}
