package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The rooms and their settings, for API clients and for the live counters. */
@RestController
@RequestMapping("/panel/api/rooms")
final class RoomsEndpoint {

    private static final Set<String> MEMBERS = Set.of("rate", "capacity", "paused");

    private final WaitingRooms rooms;
    private final RoomViews views;
    private final SettingsActs acts;

    RoomsEndpoint(WaitingRooms rooms, RoomViews views, SettingsActs acts) {
        this.rooms = rooms;
        this.views = views;
        this.acts = acts;
    }

    @GetMapping
    AllRooms all() {
        return views.of(rooms.all());
    }

    @GetMapping("/{room}")
    RoomView one(@PathVariable String room, HttpServletResponse response) {
        return answer(room, response);
    }

    @PatchMapping("/{room}")
    RoomView change(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var found = rooms.get(room);
        var body = Body.read(request, MEMBERS);
        acts.change(Actor.of(who), found, ifMatch, settings -> edited(settings, body));
        return answer(room, response);
    }

    @DeleteMapping("/{room}/settings")
    RoomView reset(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletResponse response) {
        acts.reset(Actor.of(who), rooms.get(room), ifMatch);
        return answer(room, response);
    }

    /** The tag stands for the settings alone, so it must not lead to a 304 with old counters: set by hand. */
    private RoomView answer(String room, HttpServletResponse response) {
        var view = views.of(rooms.get(room));
        response.setHeader(HttpHeaders.ETAG, view.etag());
        return view;
    }

    private static RoomSettings edited(RoomSettings settings, Body body) {
        var rate = body.isNull("rate")
                ? Optional.<Rate>empty()
                : body.text("rate").map(OperatorInput::rate).or(settings::rate);
        var capacity = body.isNull("capacity")
                ? OptionalLong.empty()
                : body.number("capacity")
                        .map(OperatorInput::capacity)
                        .map(OptionalLong::of)
                        .orElse(settings.capacity());
        return settings.at(rate, capacity).paused(body.truth("paused").orElse(settings.isPaused()));
    }
}
