package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Texts;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screen on which operators write to a room's visitors. It needs no script. */
@Controller
@RequestMapping("/panel/rooms/{room}/words")
public final class WordsScreenEndpoint {

    private final WaitingRooms rooms;
    private final WordsActs acts;
    private final Texts pages;
    private final WordsForm form;

    WordsScreenEndpoint(WaitingRooms rooms, WordsActs acts, Texts pages) {
        this.rooms = rooms;
        this.acts = acts;
        this.pages = pages;
        this.form = new WordsForm(pages);
    }

    @Needs(Role.OPERATOR)
    @GetMapping
    ModelAndView words(
            @PathVariable String room,
            @RequestParam(defaultValue = "") String done,
            @RequestParam(defaultValue = "") String draft) {
        var found = rooms.get(room);
        // The tag first: an operator who sees words that are newer than it learns so when they save.
        var etag = tag(found);
        return screen(found, etag, WordsForm.typed(acts.of(found, draft))).addObject("done", Screen.done(done));
    }

    @Needs(Role.OPERATOR)
    @PostMapping
    ModelAndView change(@PathVariable String room, @RequestParam Map<String, String> typed, Authentication who) {
        var found = rooms.get(room);
        var etag = typed.getOrDefault("etag", "");
        try {
            var next = form.read(typed);
            acts.change(Actor.of(who), found, etag, before -> next.looking(before.looks()));
            return Screen.seeOther("/panel/rooms/" + found.id() + "/words?done=words");
        } catch (RefusedException refused) {
            return refused(found, refused, typed);
        }
    }

    /** The same form, sent to be looked at. */
    @Needs(Role.OPERATOR)
    @PostMapping("/preview")
    ModelAndView preview(@PathVariable String room, @RequestParam Map<String, String> typed) {
        var found = rooms.get(room);
        try {
            var next = form.read(typed);
            return Screen.seeOther("/panel/rooms/" + found.id() + "/preview/"
                    + acts.draft(found, before -> next.looking(before.looks())));
        } catch (RefusedException refused) {
            return refused(found, refused, typed);
        }
    }

    private static String tag(WaitingRoom room) {
        return SettingsTag.of(room).value();
    }

    private ModelAndView refused(WaitingRoom room, RefusedException refused, Map<String, String> typed) {
        return Screen.refused(screen(room, tag(room), typed), refused, typed);
    }

    private ModelAndView screen(WaitingRoom room, String etag, Map<String, String> typed) {
        return Screen.page("words")
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("etag", etag)
                .addObject("messages", form.messages(typed))
                .addObject(
                        "severities",
                        Stream.of(Severity.values()).map(Severity::word).toList())
                .addObject("texts", form.texts(typed))
                .addObject("originals", WordsForm.lines(pages.of("en")))
                .addObject("done", "")
                .addObject("trouble", "");
    }
}
