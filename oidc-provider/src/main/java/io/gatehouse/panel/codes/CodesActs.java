package io.gatehouse.panel.codes;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.operator.ActLog;
import io.gatehouse.panel.operator.Actor;
import io.gatehouse.pass.Passes;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * The acts of operators on a room's access codes, for the screen and for API clients. Each act is written to
 * the ledger before it is done, and to the log once it is. Neither has a code; at most they have the
 * beginning of its digest.
 */
@Component
final class CodesActs {

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}),(\\S{1,40})");
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final Duration LONGEST_LIFE = Duration.ofDays(366);

    /** @param added how many were in no list */
    record Imported(int lines, int added) {}

    private final Passes passes;
    private final Ledgers ledgers;
    private final Clock clock;

    CodesActs(Passes passes, Ledgers ledgers, Clock clock) {
        this.passes = passes;
        this.ledgers = ledgers;
        this.clock = clock;
    }

    /**
     * Imports codes into the list of this name: CSV (RFC 4180), a line for each code, its SHA-256 in
     * hexadecimal digits and its end. All lines are good, or nothing changes; the same again does no harm.
     */
    Imported add(Actor who, WaitingRoom room, String list, String csv) {
        requireCodes(room);
        requireName(list);
        var codes = read(csv);
        if (codes.isEmpty()) {
            throw RefusedException.invalid("one line or more was expected", "none");
        }
        ledgers.act(room.id(), who.toString(), "import " + codes.size() + " access codes into the list " + list);
        var added = passes.addCodes(room.id(), list, codes)
                .orElseThrow(() -> RefusedException.invalid("a room has 100 lists of codes at most", list));
        ActLog.room(
                who,
                room.id().value(),
                "access codes: " + codes.size() + " imported into the list " + list + ", " + added + " of them new");
        return new Imported(codes.size(), added);
    }

    void takeListBack(Actor who, WaitingRoom room, String list) {
        requireName(list);
        ledgers.act(room.id(), who.toString(), "take back the access codes of the list " + list);
        if (!passes.takeBackList(room.id(), list)) {
            throw new RefusedException(
                    Problem.UNKNOWN_CODE, "room " + room.id() + " has no list of codes \"" + list + "\"");
        }
        ActLog.room(who, room.id().value(), "access codes of the list " + list + " taken back");
    }

    /** @param typed the code, however it is written, or its digest */
    void takeCodeBack(Actor who, WaitingRoom room, String typed) {
        var plain = typed.strip();
        var digest = DIGEST.matcher(plain).matches()
                ? plain
                : Passes.digestOf(plain)
                        .orElseThrow(() -> new RefusedException(
                                Problem.INVALID_SETTING,
                                "a code has 8 to 32 letters and digits, its digest 64 digits 0-9a-f"));
        var what = "take back the access code of the digest " + digest.substring(0, 8) + "...";
        ledgers.act(room.id(), who.toString(), what);
        if (!passes.takeBackCode(room.id(), digest)) {
            throw new RefusedException(Problem.UNKNOWN_CODE, "room " + room.id() + " has no such code in its lists");
        }
        ActLog.room(who, room.id().value(), what);
    }

    private void requireCodes(WaitingRoom room) {
        if (!passes.takesCodes(room.id())) {
            throw RefusedException.invalid("gatehouse.rooms." + room.id() + ".passes.codes must be true", "false");
        }
    }

    private static void requireName(String list) {
        if (!NAME.matcher(list).matches()) {
            throw RefusedException.invalid(
                    "the name of a list must be 1 to 40 of a-z, 0-9 and inner hyphens", "\"" + list + "\"");
        }
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
            // The writer is told the same as of an end that has passed.
        }
        throw RefusedException.invalid("an end is a moment to come, within a year, like 2026-11-28T18:00:00Z", text);
    }
}
