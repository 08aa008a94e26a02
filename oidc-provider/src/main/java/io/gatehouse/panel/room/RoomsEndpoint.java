package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The rooms and their settings, for API clients and for the live counters. */
@RestController
@RequestMapping("/panel/api/rooms")
final class RoomsEndpoint {

    private final WaitingRooms rooms;
    private final RoomViews views;
    private final SettingsActs acts;
    private final Clock clock;

    RoomsEndpoint(WaitingRooms rooms, RoomViews views, SettingsActs acts, Clock clock) {
        this.rooms = rooms;
        this.views = views;
        this.acts = acts;
        this.clock = clock;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    AllRooms all() {
        return views.of(rooms.all());
    }

    @Needs(Role.VIEWER)
    @GetMapping("/{room}")
    RoomView one(@PathVariable String room, HttpServletResponse response) {
        return answer(room, response);
    }

    @Needs(Role.OPERATOR)
    @PatchMapping("/{room}")
    RoomView change(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestParam(required = false) @Nullable String confirm,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var found = rooms.get(room);
        var body = Body.read(request, SettingsEdit.MEMBERS);
        acts.change(
                Actor.of(who), found, ifMatch, confirm, settings -> SettingsEdit.sent(settings, body, clock.instant()));
        return answer(room, response);
    }

    @Needs(Role.OPERATOR)
    @DeleteMapping("/{room}/settings")
    RoomView reset(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestParam(required = false) @Nullable String confirm,
            Authentication who,
            HttpServletResponse response) {
        acts.reset(Actor.of(who), rooms.get(room), ifMatch, confirm);
        return answer(room, response);
    }

    /** The tag stands for the settings alone, so it must not lead to a 304 with old counters: set by hand. */
    private RoomView answer(String room, HttpServletResponse response) {
        var view = views.of(rooms.get(room));
        response.setHeader(HttpHeaders.ETAG, view.etag());
        return view;
    }
}
