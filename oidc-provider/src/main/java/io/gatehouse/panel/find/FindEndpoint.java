package io.gatehouse.panel.find;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Finds a visitor, for API clients. A receipt is not for addresses, which logs keep. */
@RestController
final class FindEndpoint {

    private final WaitingRooms rooms;
    private final Finder finder;

    FindEndpoint(WaitingRooms rooms, Finder finder) {
        this.rooms = rooms;
        this.finder = finder;
    }

    @Needs(Role.VIEWER)
    @PostMapping("/panel/api/rooms/{room}/find")
    FoundVisitor find(@PathVariable String room, HttpServletRequest request) throws IOException {
        var found = rooms.get(room);
        return finder.find(
                found, Body.read(request, Set.of("what")).text("what").orElse(""));
    }
}
