package io.gatehouse.panel.ledger;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.waitingroom.WaitingRoom;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The screen on which a ledger is looked through. Nothing is changed here. */
@Controller
public final class LedgerScreenEndpoint {

    private final WaitingRooms rooms;
    private final Ledgers ledgers;

    LedgerScreenEndpoint(WaitingRooms rooms, Ledgers ledgers) {
        this.rooms = rooms;
        this.ledgers = ledgers;
    }

    @Needs(Role.VIEWER)
    @GetMapping("/panel/rooms/{room}/ledger")
    ModelAndView entries(@PathVariable String room, @RequestParam Map<String, String> form) {
        var found = rooms.get(room);
        try {
            var page = LedgerForm.page(ledgers, found.id(), form);
            return screen(found, form)
                    .addObject(
                            "entries",
                            page.entries().stream().map(EntryView::of).toList())
                    .addObject("older", page.next().isPresent() ? page.next().getAsLong() : 0);
        } catch (RefusedException refused) {
            return Screen.refused(screen(found, form), refused);
        }
    }

    private static ModelAndView screen(WaitingRoom room, Map<String, String> form) {
        return Screen.page("ledger")
                .addObject("room", room.id().value())
                .addObject("title", room.configuration().title())
                .addObject("kinds", Ledgers.kinds())
                .addObject("typed", LedgerForm.typed(form))
                .addObject("entries", List.of())
                .addObject("older", 0)
                .addObject("trouble", "");
    }
}
