package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.words.Severity;
import io.gatehouse.words.Texts;
import io.gatehouse.words.Words;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;

/**
 * The words to a room's visitors, and the branding of its pages: the two parts of one edition, a screen each,
 * and the same for API clients. Their entity tag is the room's, because the edition is among its settings.
 * The first screen needs no script; that of the second only tells contrasts and reads a file.
 */
@ScreenEndpoint
final class WordsEndpoint {

    private static final String API = "/panel/api/rooms/{room}";
    private static final String SCREEN = "/panel/rooms/{room}/{part:words|looks}";
    private static final String LOOKS = "looks";

    private final WaitingRooms rooms;
    private final WordsActs acts;
    private final Texts pages;
    private final WordsForm form;

    WordsEndpoint(WaitingRooms rooms, WordsActs acts, Texts pages) {
        this.rooms = rooms;
        this.acts = acts;
        this.pages = pages;
        this.form = new WordsForm(pages);
    }

    @Needs(Role.VIEWER)
    @GetMapping(API + "/words")
    @ResponseBody
    WordsView words(@PathVariable String room, HttpServletResponse response) {
        return WordsView.of(tagged(rooms.get(room), response));
    }

    @Needs(Role.VIEWER)
    @GetMapping(API + "/looks")
    @ResponseBody
    BrandingView looks(@PathVariable String room, HttpServletResponse response) {
        return BrandingView.of(tagged(rooms.get(room), response).looks());
    }

    @Needs(Role.OPERATOR)
    @PutMapping(API + "/words")
    @ResponseBody
    WordsView say(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var found = rooms.get(room);
        var next = WordsView.read(Body.read(request, WordsView.MEMBERS), pages.tags());
        acts.change(Actor.of(who), found, ifMatch, before -> next.looking(before.looks()));
        return WordsView.of(tagged(found, response));
    }

    @Needs(Role.OPERATOR)
    @PutMapping(API + "/looks")
    @ResponseBody
    BrandingView look(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var found = rooms.get(room);
        var next = BrandingView.read(Body.read(request, BrandingView.MEMBERS));
        acts.change(Actor.of(who), found, ifMatch, before -> before.looking(next));
        return BrandingView.of(tagged(found, response).looks());
    }

    /** The words of now, under the tag of the settings. */
    private Words tagged(WaitingRoom room, HttpServletResponse response) {
        response.setHeader(HttpHeaders.ETAG, SettingsTag.of(room).value());
        return acts.of(room);
    }

    @Needs(Role.OPERATOR)
    @GetMapping(SCREEN)
    ModelAndView form(
            @PathVariable String room, @PathVariable String part, @RequestParam(defaultValue = "") String draft) {
        var found = rooms.get(room);
        // The tag first: an operator who sees words that are newer than it learns so when they save.
        var etag = tag(found);
        var words = acts.of(found, draft);
        var typed = part.equals(LOOKS)
                ? BrandingForm.typed(words.looks(), acts.of(found).looks())
                : WordsForm.typed(words);
        return screen(found, part, etag, typed);
    }

    @Needs(Role.OPERATOR)
    @PostMapping(SCREEN)
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

    /** Keeps the form as a draft, to be looked at. */
    @Needs(Role.OPERATOR)
    @PostMapping(SCREEN + "/preview")
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
                .addObject("etag", etag);
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
