package io.gatehouse.panel.room;

import io.gatehouse.lane.Lane;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.lobby.QuestionScreen;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.DamagedLineException;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screens that show something. They work without a script; with one, the counters are live. */
@ScreenEndpoint
@RequestMapping(PanelPaths.HOME)
final class RoomScreensEndpoint {

    private final WaitingRooms rooms;
    private final RoomViews views;
    private final RoomActs acts;
    private final SettingsActs settings;

    RoomScreensEndpoint(WaitingRooms rooms, RoomViews views, RoomActs acts, SettingsActs settings) {
        this.rooms = rooms;
        this.views = views;
        this.acts = acts;
        this.settings = settings;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    ModelAndView all() {
        return Screen.page("rooms").addObject("all", views.of(rooms.all()));
    }

    @Needs(Role.VIEWER)
    @GetMapping("/rooms/{room}")
    ModelAndView room(@PathVariable String room) {
        return RoomForms.fresh(views.of(rooms.get(room)));
    }

    @Needs(Role.VIEWER)
    @GetMapping("/rooms/{room}/schedule")
    ModelAndView schedule(@PathVariable String room) {
        return RoomForms.schedule(views.of(rooms.get(room)), Map.of());
    }

    @Needs(Role.VIEWER)
    @GetMapping("/rooms/{room}/place")
    ModelAndView place(
            @PathVariable String room,
            @RequestParam(defaultValue = Lane.DEFAULT) String lane,
            @RequestParam(defaultValue = "") String number) {
        var found = rooms.get(room);
        try {
            var place = acts.findTold(found, lane, number);
            return Screen.page("place")
                    .addObject("title", found.configuration().title())
                    .addObject("place", PlaceView.of(found, place));
        } catch (RefusedException refused) {
            return RoomForms.refused(views.of(found), refused, Map.of("lane", lane, "number", number));
        }
    }

    /** Shows what a reset would change, and asks. */
    @Needs(Role.OPERATOR)
    @GetMapping("/rooms/{room}/settings/reset")
    ModelAndView reset(@PathVariable String room) {
        var found = rooms.get(room);
        var view = views.of(found);
        return QuestionScreen.of(
                found,
                "settings/reset",
                Map.of("etag", view.etag()),
                settings.resetting(found).question(),
                SettingChange.ofReset(view));
    }

    /** Asks before the act. The losses of a damaged line are unknown. */
    @Needs(Role.OPERATOR)
    @GetMapping("/rooms/{room}/new-opening")
    ModelAndView newOpening(@PathVariable String room) {
        var found = rooms.get(room);
        try {
            var view = views.of(found);
            return newOpening(found, view.opening())
                    .addObject("seen", view)
                    .addObject("question", acts.opening(found).question().orElse(null));
        } catch (DamagedLineException damaged) {
            return newOpening(found, damaged.opening());
        }
    }

    private static ModelAndView newOpening(WaitingRoom room, long after) {
        return Screen.page("new-opening")
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("opening", after);
    }
}
