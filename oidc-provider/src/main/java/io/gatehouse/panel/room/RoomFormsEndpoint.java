package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.lobby.QuestionScreen;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.NextOpening;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The forms of the screens: the same acts as the API's, answered by the way back to the screen. */
@ScreenEndpoint
@RequestMapping("/panel/rooms/{room}")
final class RoomFormsEndpoint {

    private final WaitingRooms rooms;
    private final RoomViews views;
    private final RoomActs acts;
    private final SettingsActs settings;
    private final Clock clock;

    RoomFormsEndpoint(WaitingRooms rooms, RoomViews views, RoomActs acts, SettingsActs settings, Clock clock) {
        this.rooms = rooms;
        this.views = views;
        this.acts = acts;
        this.settings = settings;
        this.clock = clock;
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/settings")
    ModelAndView change(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        return act(room, "settings", form, found -> change(found, form, who));
    }

    /** Changes settings on the screen of the schedule. */
    @Needs(Role.OPERATOR)
    @PostMapping("/schedule")
    ModelAndView schedule(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        var found = rooms.get(room);
        try {
            change(found, form, who);
            return Screen.seeOther("/panel/rooms/" + room + "/schedule?done=schedule");
        } catch (RefusedException refused) {
            return refused.question()
                    .map(asked -> QuestionScreen.of(found, "schedule", form, asked))
                    .orElseGet(() -> Screen.refused(RoomForms.schedule(views.of(found), form), refused));
        }
    }

    private void change(WaitingRoom room, Map<String, String> form, Authentication who) {
        settings.change(
                Actor.of(who),
                room,
                form.get("etag"),
                form.get("confirm"),
                before -> SettingsEdit.typed(before, form, clock.instant()));
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/settings/reset")
    ModelAndView reset(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        return act(
                room,
                "settings/reset",
                form,
                found -> settings.reset(Actor.of(who), found, form.get("etag"), form.get("confirm")));
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/let-in")
    ModelAndView letIn(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        var count = form.getOrDefault("count", "");
        return act(room, "let-in", form, found -> {
            var faults = new Faults();
            var many = faults.read("count", 0L, () -> OperatorInput.count(count));
            faults.refuse();
            acts.letIn(Actor.of(who), found, many);
        });
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/take-back")
    ModelAndView takeBack(@PathVariable String room, Authentication who) {
        return act(room, "take-back", Map.of(), found -> acts.takeBack(Actor.of(who), found));
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/pause")
    ModelAndView pause(@PathVariable String room, Authentication who) {
        return act(room, "pause", Map.of(), found -> settings.pause(Actor.of(who), found, true));
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/resume")
    ModelAndView resume(@PathVariable String room, Authentication who) {
        return act(room, "resume", Map.of(), found -> settings.pause(Actor.of(who), found, false));
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/end")
    ModelAndView end(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        var opening = form.getOrDefault("opening", "");
        var position = form.getOrDefault("position", "");
        return act(
                room,
                "end",
                form,
                found -> acts.end(
                        Actor.of(who),
                        found,
                        acts.find(found, form.get("lane"), position),
                        Optional.of(OperatorInput.opening("opening", opening))));
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/openings")
    ModelAndView open(@PathVariable String room, @RequestParam Map<String, String> form, Authentication who) {
        var after = form.getOrDefault("after", "");
        return act(room, "openings", form, found -> {
            var next = NextOpening.following(OperatorInput.opening("after", after));
            acts.open(Actor.of(who), found, next, form.get("confirm"));
        });
    }

    /** Does an act that is named by the last part of its form's address. */
    private ModelAndView act(String name, String word, Map<String, String> typed, Consumer<WaitingRoom> act) {
        var room = rooms.get(name);
        try {
            act.accept(room);
            return Screen.seeOther("/panel/rooms/" + name + "?done=" + word);
        } catch (RefusedException refused) {
            if (refused.question().isPresent()) {
                return QuestionScreen.of(room, word, typed, refused.question().get());
            }
            return RoomForms.refused(views.of(room), refused, typed);
        }
    }
}
