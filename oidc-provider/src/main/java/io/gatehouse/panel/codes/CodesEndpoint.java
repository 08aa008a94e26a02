package io.gatehouse.panel.codes;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.pass.Passes;
import io.gatehouse.waitingroom.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A room's access codes, for API clients. No code is ever part of an address: those are written to logs. */
@RestController
@RequestMapping("/panel/api/rooms/{room}/codes")
final class CodesEndpoint {

    private final WaitingRooms rooms;
    private final Passes passes;
    private final CodesActs acts;

    CodesEndpoint(WaitingRooms rooms, Passes passes, CodesActs acts) {
        this.rooms = rooms;
        this.passes = passes;
        this.acts = acts;
    }

    @Needs(Role.VIEWER)
    @GetMapping
    CodesView codes(@PathVariable String room) {
        return CodesView.of(rooms.get(room), passes);
    }

    @Needs(Role.OPERATOR)
    @PostMapping
    CodesActs.Imported add(
            @PathVariable String room,
            @RequestParam(defaultValue = "codes") String list,
            Authentication who,
            HttpServletRequest request)
            throws IOException {
        var csv = new String(request.getInputStream().readAllBytes(), UTF_8);
        return acts.add(Actor.of(who), rooms.get(room), list, csv);
    }

    @Needs(Role.OPERATOR)
    @DeleteMapping("/{list}")
    CodesView takeListBack(@PathVariable String room, @PathVariable String list, Authentication who) {
        var found = rooms.get(room);
        acts.takeListBack(Actor.of(who), found, list);
        return CodesView.of(found, passes);
    }

    @Needs(Role.OPERATOR)
    @PostMapping("/take-back")
    CodesView takeCodeBack(@PathVariable String room, Authentication who, HttpServletRequest request)
            throws IOException {
        var found = rooms.get(room);
        var code = Body.read(request, Set.of("code")).text("code").orElse("");
        acts.takeCodeBack(Actor.of(who), found, code);
        return CodesView.of(found, passes);
    }
}
