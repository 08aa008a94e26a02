package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.NextOpening;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The acts on a room's line, for API clients; each answers with the state of the room afterwards. */
@RestController
@RequestMapping("/panel/api/rooms/{room}")
final class RoomActsEndpoint {

    private final WaitingRooms rooms;
    private final RoomViews views;
    private final RoomActs acts;
    private final SettingsActs settings;

    RoomActsEndpoint(WaitingRooms rooms, RoomViews views, RoomActs acts, SettingsActs settings) {
        this.rooms = rooms;
        this.views = views;
        this.acts = acts;
        this.settings = settings;
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/let-in")
    RoomView letIn(@PathVariable String room, Authentication who, HttpServletRequest request) throws IOException {
        var found = rooms.get(room);
        var count = Body.read(request, Set.of("count")).requiredNumber("count");
        acts.letIn(Actor.of(who), found, OperatorInput.count(count));
        return views.of(found);
    }

    /** Takes the health of the sites, as a share of the load that they can take. */
    @Needs(Role.OPERATOR)
    @PutMapping("/health")
    RoomView health(@PathVariable String room, HttpServletRequest request) throws IOException {
        var found = rooms.get(room);
        acts.measured(found, Body.read(request, Set.of("value")).requiredShare("value"));
        return views.of(found);
    }

    /** Unused ones; safe to repeat. */
    @Needs(Role.OPERATOR)
    @DeleteMapping("/let-in")
    RoomView takeBack(@PathVariable String room, Authentication who) {
        var found = rooms.get(room);
        acts.takeBack(Actor.of(who), found);
        return views.of(found);
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/pause")
    RoomView pause(@PathVariable String room, Authentication who) {
        return paused(room, who, true);
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/resume")
    RoomView resume(@PathVariable String room, Authentication who) {
        return paused(room, who, false);
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/openings")
    RoomView open(
            @PathVariable String room,
            @RequestParam(required = false) @Nullable String confirm,
            Authentication who,
            HttpServletRequest request)
            throws IOException {
        var found = rooms.get(room);
        var body = Body.read(request, Set.of("after", "opening"));
        var after = OperatorInput.opening("after", body.requiredNumber("after"));
        var next = body.number("opening").map(text -> OperatorInput.next(after, text));
        acts.open(Actor.of(who), found, next.orElseGet(() -> NextOpening.following(after)), confirm);
        return views.of(found);
    }

    @Needs(Role.VIEWER)
    @GetMapping("/places/{position}")
    PlaceView place(@PathVariable String room, @PathVariable String position) {
        var found = rooms.get(room);
        return PlaceView.of(found, acts.find(found, null, position));
    }

    @Needs(Role.VIEWER)
    @GetMapping("/places/{lane}/{position}")
    PlaceView placeInLane(@PathVariable String room, @PathVariable String lane, @PathVariable String position) {
        var found = rooms.get(room);
        return PlaceView.of(found, acts.find(found, lane, position));
    }

    /** Name the opening: the same position may be another visitor's after a new one. */
    @Needs(Role.OPERATOR)
    @PostMapping("/admissions/{position}/end")
    PlaceView end(
            @PathVariable String room, @PathVariable String position, Authentication who, HttpServletRequest request)
            throws IOException {
        return end(room, null, position, who, request);
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/admissions/{lane}/{position}/end")
    PlaceView endInLane(
            @PathVariable String room,
            @PathVariable String lane,
            @PathVariable String position,
            Authentication who,
            HttpServletRequest request)
            throws IOException {
        return end(room, lane, position, who, request);
    }

    private PlaceView end(
            String room, @Nullable String lane, String position, Authentication who, HttpServletRequest request)
            throws IOException {
        var found = rooms.get(room);
        var opening = Body.read(request, Set.of("opening"))
                .number("opening")
                .map(text -> OperatorInput.opening("opening", text));
        var place = acts.find(found, lane, position);
        return PlaceView.of(found, acts.end(Actor.of(who), found, place, opening));
    }

    private RoomView paused(String room, Authentication who, boolean paused) {
        var found = rooms.get(room);
        settings.pause(Actor.of(who), found, paused);
        return views.of(found);
    }
}
