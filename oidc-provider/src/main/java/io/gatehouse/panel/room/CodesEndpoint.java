package io.gatehouse.panel.room;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.pass.Passes;
import io.gatehouse.room.WaitingRooms;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /panel/api/rooms/{room}/codes}: imports access codes as CSV (RFC 4180), a line for each: its SHA-256 in
 * hexadecimal digits, and its end. All lines are good, or nothing changes; the same again does no harm.
 */
@RestController
final class CodesEndpoint {

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}),(\\S{1,40})");
    private static final Duration LONGEST_LIFE = Duration.ofDays(366);

    /** @param added how many were not known */
    record Imported(int lines, int added) {}

    private final WaitingRooms rooms;
    private final Passes passes;
    private final Ledgers ledgers;
    private final Clock clock;

    CodesEndpoint(WaitingRooms rooms, Passes passes, Ledgers ledgers, Clock clock) {
        this.rooms = rooms;
        this.passes = passes;
        this.ledgers = ledgers;
        this.clock = clock;
    }

    @PostMapping("/panel/api/rooms/{room}/codes")
    @Needs(Role.OPERATOR)
    Imported add(@PathVariable String room, Authentication who, HttpServletRequest request) throws IOException {
        var found = rooms.get(room);
        if (!passes.takesCodes(found.id())) {
            throw RefusedException.invalid("gatehouse.rooms." + room + ".passes.codes must be true", "false");
        }
        var codes = read(new String(request.getInputStream().readAllBytes(), UTF_8));
        var actor = Actor.of(who);
        ledgers.act(found.id(), actor.toString(), "import " + codes.size() + " access codes");
        var added = passes.addCodes(found.id(), codes);
        ActLog.room(actor, room, "access codes: " + codes.size() + " imported, " + added + " of them new");
        return new Imported(codes.size(), added);
    }

    private Map<String, Instant> read(String csv) {
        var codes = new LinkedHashMap<String, Instant>();
        for (var line :
                csv.lines().map(String::strip).filter(text -> !text.isEmpty()).toList()) {
            var parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw RefusedException.invalid("a line is a SHA-256 in 64 digits 0-9a-f, a comma, its end", line);
            }
            codes.put(parts.group(1), end(parts.group(2)));
        }
        return codes;
    }

    private Instant end(String text) {
        try {
            var end = Instant.parse(text);
            var now = clock.instant();
            if (end.isAfter(now) && !end.isAfter(now.plus(LONGEST_LIFE))) {
                return end;
            }
        } catch (DateTimeParseException none) {
            // The same is wrong with it, as far as its writer is concerned.
        }
        throw RefusedException.invalid("an end is a moment to come, within a year, like 2026-11-28T18:00:00Z", text);
    }
}
