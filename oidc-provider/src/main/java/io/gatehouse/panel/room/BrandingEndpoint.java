package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * How a room's pages look, for API clients. Its entity tag is the room's: looks are among its words, and
 * those among its settings.
 */
@RestController
@RequestMapping("/panel/api/rooms/{room}/looks")
final class BrandingEndpoint {

    private final WaitingRooms rooms;
    private final WordsActs acts;

    BrandingEndpoint(WaitingRooms rooms, WordsActs acts) {
        this.rooms = rooms;
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    BrandingView looks(@PathVariable String room, HttpServletResponse response) {
        return answer(rooms.get(room), response);
    }

    @Needs(Role.OPERATOR)
    @PutMapping
    BrandingView change(
            @PathVariable String room,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            Authentication who,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        var found = rooms.get(room);
        var next = BrandingView.read(Body.read(request, BrandingView.MEMBERS));
        acts.change(Actor.of(who), found, ifMatch, before -> before.looking(next));
        return answer(found, response);
    }

    private BrandingView answer(WaitingRoom room, HttpServletResponse response) {
        var tag = SettingsTag.of(room);
        response.setHeader(HttpHeaders.ETAG, tag.value());
        return BrandingView.of(acts.of(room).looks());
    }
}
