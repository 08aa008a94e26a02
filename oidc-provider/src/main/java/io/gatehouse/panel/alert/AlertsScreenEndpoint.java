package io.gatehouse.panel.alert;

import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.Rooms;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screen of alerts: those that are on, those of the last day, and the ways by which operators hear of them. */
@ScreenEndpoint
public final class AlertsScreenEndpoint {

    private static final String SCREEN = "/panel/alerts";

    private final AlertActs acts;
    private final Rooms rooms;

    AlertsScreenEndpoint(AlertActs acts, Rooms rooms) {
        this.acts = acts;
        this.rooms = rooms;
    }

    @Needs(Role.VIEWER)
    @GetMapping(SCREEN)
    ModelAndView alerts() {
        return page();
    }

    @Needs(Role.OPERATOR)
    @PostMapping(SCREEN + "/{id}/seen")
    ModelAndView seen(@PathVariable String id, Authentication who) {
        return Screen.after(() -> acts.see(Actor.of(who), id), SCREEN + "?done=alert-seen", this::page);
    }

    @Needs(Role.OWNER)
    @PostMapping(SCREEN + "/test")
    ModelAndView test(@RequestParam(defaultValue = "") String room, Authentication who) {
        return Screen.after(() -> acts.test(Actor.of(who), room), SCREEN + "?done=alert-test", this::page);
    }

    private ModelAndView page() {
        var all = acts.all();
        return Screen.page("alerts")
                .addObject("on", all.stream().filter(one -> one.until() == null).toList())
                .addObject(
                        "over", all.stream().filter(one -> one.until() != null).toList())
                .addObject("rooms", rooms.all());
    }
}
