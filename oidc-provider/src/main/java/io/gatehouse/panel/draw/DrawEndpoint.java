package io.gatehouse.panel.draw;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** A room's draws, for API clients. */
@RestController
@RequestMapping("/panel/api/rooms/{room}/draw")
final class DrawEndpoint {

    private static final Set<String> MEMBERS = Set.of("id", "publicValue");

    /** @param draws the one that is announced, then the last one; none where nothing is drawn */
    record AllDraws(List<DrawView> draws) {}

    private final WaitingRooms rooms;
    private final DrawActs acts;

    DrawEndpoint(WaitingRooms rooms, DrawActs acts) {
        this.rooms = rooms;
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    AllDraws draws(@PathVariable String room) {
        return new AllDraws(acts.of(rooms.get(room)));
    }

    /** The value that a draw waits for, after its entrants are fixed; safe to repeat. */
    @Needs(Role.OPERATOR)
    @PostMapping
    AllDraws tell(@PathVariable String room, Authentication who, HttpServletRequest request) throws IOException {
        var found = rooms.get(room);
        var body = Body.read(request, MEMBERS);
        var id = body.text("id").orElse("");
        acts.tell(Actor.of(who), found, id, body.text("publicValue").orElse(""));
        return new AllDraws(acts.of(found));
    }
}
