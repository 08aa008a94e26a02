package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.Map;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The screen on which operators make a room's pages look like their site. Its script only tells contrasts and
 * reads a file.
 */
@Controller
@RequestMapping("/panel/rooms/{room}/looks")
public final class BrandingScreenEndpoint {

    private final WaitingRooms rooms;
    private final WordsActs acts;

    BrandingScreenEndpoint(WaitingRooms rooms, WordsActs acts) {
        this.rooms = rooms;
        this.acts = acts;
    }

    @Needs(Role.OPERATOR)
    @GetMapping
    ModelAndView looks(
            @PathVariable String room,
            @RequestParam(defaultValue = "") String done,
            @RequestParam(defaultValue = "") String draft) {
        var found = rooms.get(room);
        // The tag first: an operator who sees looks that are newer than it learns so when they save.
        var etag = tag(found);
        return screen(
                        found,
                        etag,
                        BrandingForm.typed(
                                acts.of(found, draft).looks(), acts.of(found).looks()))
                .addObject("done", Screen.done(done));
    }

    @Needs(Role.OPERATOR)
    @PostMapping
    ModelAndView change(@PathVariable String room, @RequestParam Map<String, String> typed, Authentication who) {
        var found = rooms.get(room);
        var etag = typed.getOrDefault("etag", "");
        try {
            acts.change(Actor.of(who), found, etag, before -> before.looking(BrandingForm.read(typed, before.looks())));
            return Screen.seeOther("/panel/rooms/" + found.id() + "/looks?done=looks");
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
            return Screen.seeOther("/panel/rooms/" + found.id() + "/preview/"
                    + acts.draft(found, before -> before.looking(BrandingForm.read(typed, before.looks()))));
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
        return Screen.page("looks")
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("etag", etag)
                .addObject("typed", typed)
                .addObject("themes", BrandingForm.themes(typed))
                .addObject("hasLogo", acts.of(room).looks().logo().isPresent())
                .addObject("done", "")
                .addObject("trouble", "");
    }
}
