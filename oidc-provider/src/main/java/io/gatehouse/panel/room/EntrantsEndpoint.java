package io.gatehouse.panel.room;

import io.gatehouse.entrant.EntrantBlocks;
import io.gatehouse.entrant.Entrants;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRooms;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.ModelAndView;

/** Counts the entrants of a lobby that share a network: a screen, and the same for API clients. */
@ScreenEndpoint
final class EntrantsEndpoint {

    private final WaitingRooms rooms;
    private final EntrantBlocks blocks;

    EntrantsEndpoint(WaitingRooms rooms, EntrantBlocks blocks) {
        this.rooms = rooms;
        this.blocks = blocks;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/api/rooms/{room}/draw/entrants")
    @ResponseBody
    Entrants entrants(@PathVariable String room) {
        var found = rooms.get(room);
        return blocks.count(found.line(), found.snapshot());
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/rooms/{room}/entrants")
    ModelAndView screen(@PathVariable String room) {
        return Screen.page("entrants")
                .addObject("room", room)
                .addObject("title", rooms.get(room).configuration().title())
                .addObject("seen", entrants(room));
    }
}
