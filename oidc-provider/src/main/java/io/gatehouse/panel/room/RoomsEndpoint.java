package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.schedule.AtClose;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledOpening;
import io.gatehouse.stock.Stock;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The rooms and their settings, for API clients and for the live counters. */
@RestController
@RequestMapping("/panel/api/rooms")
final class RoomsEndpoint {

    private static final Set<String> MEMBERS =
            Set.of("rate", "capacity", "paused", "mode", "schedule", "stock", "consumedBy");
    private static final Set<String> OF_AN_OPENING = Set.of("zone", "lobby", "doors", "close", "atClose", "draw");

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
        var body = Body.read(request, MEMBERS);
        acts.change(Actor.of(who), found, ifMatch, confirm, settings -> edited(settings, body));
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

    private RoomSettings edited(RoomSettings settings, Body body) {
        var rate = body.isNull("rate")
                ? Optional.<Rate>empty()
                : body.text("rate").map(OperatorInput::rate).or(settings::rate);
        var capacity = body.isNull("capacity")
                ? OptionalLong.empty()
                : body.number("capacity")
                        .map(OperatorInput::capacity)
                        .map(OptionalLong::of)
                        .orElse(settings.capacity());
        return settings.at(rate, capacity)
                .paused(body.truth("paused").orElse(settings.isPaused()))
                .open(mode(settings, body), schedule(settings, body))
                .admitting(stock(settings, body));
    }

    private static Optional<Stock> stock(RoomSettings settings, Body body) {
        if (body.isNull("stock")) {
            return Optional.empty();
        }
        var before = settings.stock();
        var consumedBy = body.text("consumedBy");
        var most = body.number("stock").or(() -> before.map(stock -> Long.toString(stock.most())));
        if (most.isEmpty() && consumedBy.isPresent()) {
            throw RefusedException.invalid("consumedBy needs a stock", consumedBy.get());
        }
        return most.map(number -> OperatorInput.stock(number, consumedBy, before));
    }

    /** One that gets a schedule follows it, unless something else is said. */
    private static Mode mode(RoomSettings settings, Body body) {
        var begins = settings.mode() == Mode.QUEUEING
                && openings(body).filter(openings -> !openings.isEmpty()).isPresent();
        return body.text("mode").map(OperatorInput::mode).orElse(begins ? Mode.SCHEDULED : settings.mode());
    }

    private static Optional<List<Body>> openings(Body body) {
        return body.isNull("schedule") ? Optional.of(List.of()) : body.objects("schedule", OF_AN_OPENING);
    }

    private Schedule schedule(RoomSettings settings, Body body) {
        return openings(body)
                .map(openings -> OperatorInput.schedule(
                        openings.stream().map(RoomsEndpoint::opening), settings.schedule(), clock.instant()))
                .orElse(settings.schedule());
    }

    private static ScheduledOpening opening(Body body) {
        return ScheduledOpening.parse(
                body.text("zone").orElse(""),
                body.text("lobby").orElse(""),
                body.text("doors").orElse(""),
                body.isNull("close") ? "" : body.text("close").orElse(""),
                body.text("atClose").orElse(AtClose.LET_IN.word()),
                body.isNull("draw") ? "" : body.text("draw").orElse(""));
    }
}
