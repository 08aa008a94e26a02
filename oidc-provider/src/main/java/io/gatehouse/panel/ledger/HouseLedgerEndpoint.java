package io.gatehouse.panel.ledger;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.RoomId;
import java.util.List;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.ModelAndView;

/** The ledger of the house, for owners: sign-ins, and changes of people, keys and sites. Nothing is changed here. */
@Controller
public final class HouseLedgerEndpoint {

    private final Ledgers ledgers;

    HouseLedgerEndpoint(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    /** All of it, as the ledgers of rooms are exported. */
    @Needs(Role.OWNER)
    @GetMapping("/panel/api/ledger")
    ResponseEntity<Void> export(@RequestParam(defaultValue = "1") String from, WebRequest request) {
        return LedgerEndpoint.export(ledgers, RoomId.HOUSE, from, request);
    }

    @Needs(Role.OWNER)
    @GetMapping("/panel/operators/ledger")
    ModelAndView entries(@RequestParam Map<String, String> form) {
        try {
            var page = LedgerForm.page(ledgers, RoomId.HOUSE, form);
            return screen(form)
                    .addObject(
                            "entries",
                            page.entries().stream().map(EntryView::of).toList())
                    .addObject("older", page.next().isPresent() ? page.next().getAsLong() : 0);
        } catch (RefusedException refused) {
            return Screen.refused(screen(form), refused);
        }
    }

    private static ModelAndView screen(Map<String, String> form) {
        return Screen.page("house-ledger")
                .addObject("typed", LedgerForm.typed(form))
                .addObject("entries", List.of())
                .addObject("older", 0)
                .addObject("trouble", "");
    }
}
