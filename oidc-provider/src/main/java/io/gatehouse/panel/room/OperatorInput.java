package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.Faults;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Rate;
import io.gatehouse.schedule.Mode;
import io.gatehouse.schedule.Schedule;
import io.gatehouse.schedule.ScheduledOpening;
import io.gatehouse.stock.Stock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what operators typed and API clients sent, and says what was expected when it makes no sense. */
final class OperatorInput {

    static final long MOST_LET_IN = 1_000_000;
    static final long MOST_CAPACITY = 100_000_000;
    static final long MOST_STOCK = 1_000_000_000;

    /** Room for dates written as numbers; every store, page and script counts on from it exactly for ever. */
    static final long MOST_OPENING = 1_000_000_000_000_000L;

    /** Room for what was expected and a part of what came, which may be of any length. */
    private static final int LONGEST_WORDS = 300;

    private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

    private OperatorInput() {}

    static Rate rate(String text) {
        try {
            return Rate.parse(text);
        } catch (IllegalArgumentException noRate) {
            throw RefusedException.invalid(
                    "rate must be turns/time like 200/1m, 1 to 10000000 turns in 1ms to 1d", quoted(text));
        }
    }

    static Mode mode(String word) {
        try {
            return Mode.parse(word);
        } catch (IllegalArgumentException none) {
            throw unusable(none);
        }
    }

    /** Makes a schedule of what is read as it is taken from the stream. An opening that is new must not be over yet. */
    static Schedule schedule(Stream<ScheduledOpening> openings, Schedule before, Instant now) {
        try {
            var next = new Schedule(openings.toList());
            next.openings().stream()
                    .filter(opening -> !before.openings().contains(opening))
                    .filter(opening -> !opening.closesAt().isAfter(now))
                    .findFirst()
                    .ifPresent(over -> {
                        throw RefusedException.invalid(
                                "close of a new opening must be to come",
                                over.close().orElseThrow() + " in " + over.zone());
                    });
            return next;
        } catch (IllegalArgumentException none) {
            throw unusable(none);
        }
    }

    /** A schedule as it is typed, a line for each opening; what is wrong with a line is noted with its number. */
    static Schedule typed(String typed, Schedule before, Instant now, Faults faults) {
        var lines = typed.lines().filter(line -> !line.isBlank()).toList();
        var openings = new ArrayList<ScheduledOpening>();
        for (var n = 0; n < lines.size(); n++) {
            var line = lines.get(n);
            var number = "line " + (n + 1) + ": ";
            try {
                openings.add(opening(line));
            } catch (RefusedException refused) {
                faults.add("schedule", number + refused.detail());
            } catch (IllegalArgumentException unusable) {
                faults.add("schedule", number + unusable(unusable).detail());
            }
        }
        return openings.size() < lines.size()
                ? before
                : faults.read("schedule", before, () -> schedule(openings.stream(), before, now));
    }

    /** An opening as it is typed: zone, lobby, doors, close or a hyphen, what becomes of the line then, and where there is
     * a draw its source, which may be more than one word. */
    private static ScheduledOpening opening(String line) {
        var words = List.of(line.strip().split("\\s+", 6));
        if (words.size() < 5) {
            throw RefusedException.invalid(
                    "an opening is a line like Europe/Berlin 2026-11-27T09:00 2026-11-27T10:00 2026-11-27T18:00 end,"
                            + " with - for no close, and the draw's source behind it where there is one",
                    quoted(line));
        }
        return ScheduledOpening.parse(
                words.get(0),
                words.get(1),
                words.get(2),
                words.get(3).equals("-") ? "" : words.get(3),
                words.get(4),
                words.size() == 5 ? "" : words.get(5));
    }

    static RefusedException unusable(IllegalArgumentException why) {
        var said = String.valueOf(why.getMessage());
        return new RefusedException(
                Problem.INVALID_SETTING,
                said.length() > LONGEST_WORDS ? said.substring(0, LONGEST_WORDS) + "..." : said);
    }

    static long capacity(String text) {
        return whole("capacity", text, 0, MOST_CAPACITY);
    }

    /** So many in all; by what that is consumed stays as it was where that is not said. */
    static Stock stock(String most, Optional<String> consumedBy, Optional<Stock> before) {
        try {
            var endings = consumedBy
                    .map(Stock::endings)
                    .or(() -> before.map(Stock::consumedBy))
                    .orElse(Stock.USUALLY);
            return new Stock(whole("stock", most, 0, MOST_STOCK), endings);
        } catch (IllegalArgumentException none) {
            throw unusable(none);
        }
    }

    static long count(String text) {
        return whole("count", text, 1, MOST_LET_IN);
    }

    static long position(String text) {
        return whole("position", text, 1, Long.MAX_VALUE);
    }

    static long opening(String name, String text) {
        return whole(name, text, 1, Long.MAX_VALUE);
    }

    /** The number of an opening that is to begin after this one. */
    static NextOpening next(long after, String opening) {
        return new NextOpening(after, whole("opening", opening, after + 1, MOST_OPENING));
    }

    private static long whole(String name, String text, long least, long most) {
        var plain = text.strip();
        if (!WHOLE.matcher(plain).matches() || Long.parseLong(plain) < least || Long.parseLong(plain) > most) {
            var range = most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
            throw RefusedException.invalid(name + " must be a whole number, " + range, quoted(text));
        }
        return Long.parseLong(plain);
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }
}
