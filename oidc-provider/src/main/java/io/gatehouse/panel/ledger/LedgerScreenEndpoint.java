package io.gatehouse.panel.ledger;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.answer.ScreenEndpoint;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.RoomId;
import io.gatehouse.waitingroom.WaitingRooms;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.ModelAndView;

/** The screens on which a room's ledger and that of the house are looked through. Nothing is changed here. */
@ScreenEndpoint
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
        var screen = Screen.page("ledger")
                .addObject("room", found.id().value())
                .addObject("title", found.configuration().title())
                .addObject("kinds", Ledgers.kinds());
        return filled(screen, found.id(), form);
    }

    /** Sign-ins, and changes of people, keys and sites. */
    @Needs(Role.OWNER)
    @GetMapping("/panel/operators/ledger")
    ModelAndView ofHouse(@RequestParam Map<String, String> form) {
        return filled(Screen.page("house-ledger"), RoomId.HOUSE, form);
    }

    /** All of it, as the ledgers of rooms are exported. */
    @Needs(Role.OWNER)
    @GetMapping("/panel/api/ledger")
    ResponseEntity<Void> exportOfHouse(@RequestParam(defaultValue = "1") String from, WebRequest request) {
        return LedgerEndpoint.export(ledgers, RoomId.HOUSE, from, request);
    }

    private ModelAndView filled(ModelAndView screen, RoomId room, Map<String, String> form) {
        screen.addObject("typed", LedgerForm.typed(form))
                .addObject("entries", List.of())
                .addObject("older", 0);
        try {
            var page = LedgerForm.page(ledgers, room, form);
            return screen.addObject(
                            "entries",
                            page.entries().stream().map(EntryView::of).toList())
                    .addObject("older", page.next().orElse(0));
        } catch (RefusedException refused) {
            return Screen.refused(screen, refused);
        }
    }
}
