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
import io.gatehouse.words.Words;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The two screens on which operators write to a room's visitors, and make its pages look like their site. The
 * first needs no script; that of the second only tells contrasts and reads a file.
 */
@Controller
@RequestMapping("/panel/rooms/{room}/{part:words|looks}")
public final class WordsScreenEndpoint {

    private static final String LOOKS = "looks";

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
    ModelAndView form(
            @PathVariable String room,
            @PathVariable String part,
            @RequestParam(defaultValue = "") String done,
            @RequestParam(defaultValue = "") String draft) {
        var found = rooms.get(room);
        // The tag first: an operator who sees words that are newer than it learns so when they save.
        var etag = tag(found);
        var words = acts.of(found, draft);
        var typed = part.equals(LOOKS)
                ? BrandingForm.typed(words.looks(), acts.of(found).looks())
                : WordsForm.typed(words);
        return screen(found, part, etag, typed).addObject("done", Screen.done(done));
    }

    @Needs(Role.OPERATOR)
    @PostMapping
    ModelAndView change(
            @PathVariable String room,
            @PathVariable String part,
            @RequestParam Map<String, String> typed,
            Authentication who) {
        return edited(room, part, typed, (found, edit) -> {
            acts.change(Actor.of(who), found, typed.getOrDefault("etag", ""), edit);
            return part + "?done=" + part;
        });
    }

    /** The same form, sent to be looked at. */
    @Needs(Role.OPERATOR)
    @PostMapping("/preview")
    ModelAndView preview(
            @PathVariable String room, @PathVariable String part, @RequestParam Map<String, String> typed) {
        return edited(room, part, typed, (found, edit) -> "preview/" + acts.draft(found, edit));
    }

    /** @param act what is done with the edit; answers the next address below the room's */
    private ModelAndView edited(
            String room,
            String part,
            Map<String, String> typed,
            BiFunction<WaitingRoom, UnaryOperator<Words>, String> act) {
        var found = rooms.get(room);
        try {
            return Screen.seeOther("/panel/rooms/" + found.id() + "/" + act.apply(found, edit(part, typed)));
        } catch (RefusedException refused) {
            return Screen.refused(screen(found, part, tag(found), typed), refused, typed);
        }
    }

    private UnaryOperator<Words> edit(String part, Map<String, String> typed) {
        if (part.equals(LOOKS)) {
            return before -> before.looking(BrandingForm.read(typed, before.looks()));
        }
        var next = form.read(typed);
        return before -> next.looking(before.looks());
    }

    private static String tag(WaitingRoom room) {
        return SettingsTag.of(room).value();
    }

    private ModelAndView screen(WaitingRoom room, String part, String etag, Map<String, String> typed) {
        var screen = Screen.page(part)
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("etag", etag)
                .addObject("done", "")
                .addObject("trouble", "");
        if (part.equals(LOOKS)) {
            return screen.addObject("typed", typed)
                    .addObject("themes", BrandingForm.themes(typed))
                    .addObject("logos", BrandingForm.logos(typed, acts.of(room).looks()));
        }
        return screen.addObject("messages", form.messages(typed))
                .addObject(
                        "severities",
                        Stream.of(Severity.values()).map(Severity::word).toList())
                .addObject("texts", form.texts(typed))
                .addObject("originals", WordsForm.lines(pages.of("en")));
    }
}
