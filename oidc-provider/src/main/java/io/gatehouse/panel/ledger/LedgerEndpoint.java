package io.gatehouse.panel.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.room.RoomId;
import io.gatehouse.waitingroom.WaitingRooms;
import io.gatehouse.web.LongAnswer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/** A room's ledger: as a file in JSON Lines, for API clients and for the screen's button; and searched. */
@RestController
@RequestMapping("/panel/api/rooms/{room}/ledger")
final class LedgerEndpoint {

    /**
     * Entries that were looked for, the newest first.
     *
     * @param before what to ask for next; absent when there are no more
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Entries(List<EntryView> entries, @Nullable Long before) {}

    private final WaitingRooms rooms;
    private final Ledgers ledgers;

    LedgerEndpoint(WaitingRooms rooms, Ledgers ledgers) {
        this.rooms = rooms;
        this.ledgers = ledgers;
    }

    /** All of it, however long that is. */
    @Needs(Role.VIEWER)
    @GetMapping
    ResponseEntity<Void> export(
            @PathVariable String room, @RequestParam(defaultValue = "1") String from, WebRequest request) {
        return export(ledgers, rooms.get(room).id(), from, request);
    }

    /** The ledger from this entry on, as a file that is named after it. */
    static ResponseEntity<Void> export(Ledgers ledgers, RoomId room, String from, WebRequest request) {
        var lines = ledgers.export(room, LedgerForm.entry("from", from))
                .orElseThrow(() -> RefusedException.invalid("from must be the number of an entry", from));
        new LongAnswer(lines.map(LedgerEndpoint::bytes).iterator()).follows(request);
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_TYPE, "application/jsonl")
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"ledger-" + room + ".jsonl\"")
                .build();
    }

    private static byte[] bytes(List<String> lines) {
        return (String.join("\n", lines) + "\n").getBytes(UTF_8);
    }

    @Needs(Role.VIEWER)
    @GetMapping("/entries")
    Entries entries(
            @PathVariable String room,
            @RequestParam(defaultValue = "") String kind,
            @RequestParam(defaultValue = "") String opening,
            @RequestParam(defaultValue = "") String from,
            @RequestParam(defaultValue = "") String until,
            @RequestParam(defaultValue = "") String before) {
        var found = rooms.get(room);
        var form = Map.of("kind", kind, "opening", opening, "from", from, "until", until, "before", before);
        var page = LedgerForm.page(ledgers, found.id(), form);
        var next = page.next().isPresent() ? (Long) page.next().getAsLong() : null;
        return new Entries(page.entries().stream().map(EntryView::of).toList(), next);
    }
}
