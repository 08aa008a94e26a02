package io.gatehouse.panel.find;

import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Seeds;
import io.gatehouse.lane.Lane;
import io.gatehouse.ledger.LedgerVerifier.Traced;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.pass.Passes;
import io.gatehouse.receipt.FoundReceipt;
import io.gatehouse.receipt.ReceiptSearch;
import io.gatehouse.receipt.ReceiptSearch.BusyException;
import io.gatehouse.receipt.ReceiptSearch.UnknownReceiptException;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Understands a receipt, the number that a page tells, {@code lane number}, {@code opening/position} and
 * {@code opening/lane number} as tokens have them, an access code, a pass or its {@code jti}, and a place id.
 * A place that the store has forgotten is looked for in the ledger. That reads the whole ledger, so few
 * requests look at a time.
 */
final class Finder {

    private static final int AT_ONCE = 2;
    private static final int LONGEST = 300;
    private static final int LONGEST_PASS = 2_048;
    private static final Pattern NUMBER = Pattern.compile("(?:([a-z0-9][a-z0-9-]{0,62})\\s+)?([1-9]\\d{0,11})");
    private static final Pattern GROUPED = Pattern.compile("(?:[a-z0-9-]+\\s+)?\\d{1,3}(?:[,.]\\d{3})+");
    private static final Pattern IN_OPENING = Pattern.compile("([1-9]\\d{0,14})/" + NUMBER);

    private static final Pattern PLACE_ID = Pattern.compile("(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final ReceiptSearch search;
    private final Ledgers ledgers;
    private final Passes passes;
    private final Clock clock;

    Finder(Ledgers ledgers, Seeds seeds, Passes passes, Clock clock) {
        this.search = new ReceiptSearch(ledgers, seeds, AT_ONCE);
        this.ledgers = ledgers;
        this.passes = passes;
        this.clock = clock;
    }

    /** @param what as it was pasted */
    FoundVisitor find(WaitingRoom room, String what) {
        var text = GROUPED.matcher(what.strip()).matches() ? what.strip().replaceAll("[,.]", "") : what.strip();
        var receipt = text.length() <= LONGEST ? Receipt.parse(text) : Optional.<Receipt>empty();
        if (receipt.isPresent()) {
            return byReceipt(room, receipt.get());
        }
        var code = passes.knownCode(room.id(), text);
        if (code.isPresent()) {
            return byPass(room, code.get());
        }
        var number = NUMBER.matcher(text);
        if (number.matches()) {
            var lane = Optional.ofNullable(number.group(1)).orElse(Lane.DEFAULT);
            return byNumber(room, lane, Long.parseLong(number.group(2)));
        }
        var inOpening = IN_OPENING.matcher(text);
        if (inOpening.matches()) {
            return inOpening(
                    room, Long.parseLong(inOpening.group(1)), inOpening.group(2), Long.parseLong(inOpening.group(3)));
        }
        return bySecret(room, text);
    }

    /** Finds by a place id, a pass or its {@code jti}, and repeats none of it. */
    private FoundVisitor bySecret(WaitingRoom room, String text) {
        var isId = PLACE_ID.matcher(text).matches();
        var place = isId ? room.find(new PlaceId(UUID.fromString(text))) : Optional.<Place>empty();
        if (place.isPresent()) {
            return told(room, place.get());
        }
        var pass = text.isEmpty() || text.length() > LONGEST_PASS
                ? Optional.<Passes.Known>empty()
                : passes.knownPass(room.id(), text);
        if (pass.isPresent()) {
            return byPass(room, pass.get());
        }
        if (isId) {
            throw unknown("room " + room.id() + " has no place of this id, and no visitor has used a pass of this jti");
        }
        if (passes.takesCodes(room.id()) && Passes.digestOf(text).isPresent()) {
            throw unknown("no list of room " + room.id() + " has this access code, and no visitor has used a pass of"
                    + " this jti");
        }
        throw new RefusedException(
                Problem.INVALID_SETTING,
                "what must be a receipt (gatehouse1/...), a number, a lane and a number (members 31), an opening and"
                        + " a position (3/5017, 3/members 31), an access code, a pass or its jti that a visitor has used, or a"
                        + " place id");
    }

    /** Whether a screen may show it again: a receipt or a number, and no secret. */
    static boolean isShown(String what) {
        var text = what.strip();
        return Stream.of(NUMBER, GROUPED, IN_OPENING)
                        .anyMatch(form -> form.matcher(text).matches())
                || text.length() <= LONGEST && Receipt.parse(text).isPresent();
    }

    private FoundVisitor byReceipt(WaitingRoom room, Receipt receipt) {
        var found = answered(() -> search.find(room, receipt));
        if (found instanceof FoundReceipt.Kept kept) {
            return told(room, kept.seen(), kept.place());
        }
        var told = (FoundReceipt.Told) found;
        return told(room, told.opening(), told.position(), told.traced());
    }

    /** The place that used the pass or code; of several of one browser the last. */
    private FoundVisitor byPass(WaitingRoom room, Passes.Known known) {
        var what = known.isCode() ? "access code" : "pass";
        if (!known.why().isEmpty()) {
            throw unknown("room " + room.id() + " does not take this pass: of such passes, " + known.why());
        }
        var holder = known.holder()
                .orElseThrow(() -> unknown("no visitor has used this " + what + " in room " + room.id() + " yet"));
        var place = room.find(room.current(holder))
                .or(() -> room.find(holder))
                .orElseThrow(() -> unknown("the place that used this " + what + " is forgotten"));
        return told(room, place).by(what);
    }

    private FoundVisitor told(WaitingRoom room, Place place) {
        var seen = room.snapshot();
        if (place.opening() == seen.opening()) {
            return told(room, seen, place);
        }
        if (place.lane() > 0) {
            throw unknown("the visitor was number " + place.number() + " of a lane in opening " + place.opening()
                    + ", which is over; ask for opening, lane and number (3/members 31)");
        }
        return past(room, place.opening(), place.number());
    }

    private FoundVisitor inOpening(WaitingRoom room, long opening, @Nullable String lane, long position) {
        if (lane == null || lane.equals(Lane.DEFAULT)) {
            return at(room, opening, position);
        }
        return opening == room.snapshot().opening()
                ? byNumber(room, lane, position)
                : pastInLane(room, opening, lane, position);
    }

    private FoundVisitor byNumber(WaitingRoom room, String lane, long number) {
        var seen = room.snapshot();
        if (lane.equals(Lane.DEFAULT)) {
            return at(room, seen.opening(), room.line().order(seen).at(number));
        }
        var known = seen.lanes().number(lane);
        if (known == 0) {
            throw unknown("room " + room.id() + " has no lane \"" + lane + "\" in this opening");
        }
        return room.at(new Position(known, number))
                .map(place -> told(room, seen, place))
                .orElseThrow(() -> unknown("room " + room.id() + " has no place at " + lane + " " + number));
    }

    private FoundVisitor at(WaitingRoom room, long opening, long position) {
        var seen = room.snapshot();
        if (opening == seen.opening() && position > seen.issued()) {
            throw unknown("room " + room.id() + " has given no place at position " + position + " yet");
        }
        return Optional.of(opening)
                .filter(asked -> asked == seen.opening())
                .flatMap(running -> room.at(new Position(0, position)))
                .map(place -> told(room, seen, place))
                .orElseGet(() -> past(room, opening, position));
    }

    private FoundVisitor told(WaitingRoom room, RoomSnapshot seen, Place place) {
        return new PlaceWords(room, seen, ledgers, clock.instant()).of(place);
    }

    private FoundVisitor pastInLane(WaitingRoom room, long opening, String lane, long number) {
        var called = answered(() -> search.read(room, ledger -> ledger.traceInLane(opening, lane, number)))
                .orElseThrow(() -> unknown("the ledger of room " + room.id() + " tells of no call that came to number "
                        + number + " of a lane \"" + lane + "\" in opening " + opening));
        return new FoundVisitor(
                room.id().value(),
                PastWords.ofLane(opening, lane, number, called),
                opening,
                lane,
                number,
                number,
                null,
                null);
    }

    private FoundVisitor past(WaitingRoom room, long opening, long position) {
        var traced = answered(() -> search.read(room, ledger -> ledger.trace(opening, position)));
        return told(room, opening, position, traced);
    }

    private static FoundVisitor told(WaitingRoom room, long opening, long position, Optional<Traced> traced) {
        var fate = traced.orElseThrow(
                () -> unknown("the ledger of room " + room.id() + " tells nothing of opening " + opening));
        return new FoundVisitor(
                room.id().value(), PastWords.of(opening, fate), opening, null, position, fate.number(), null, null);
    }

    private static <T> T answered(Supplier<T> look) {
        try {
            return look.get();
        } catch (UnknownReceiptException unknown) {
            throw unknown(String.valueOf(unknown.getMessage()));
        } catch (BusyException busy) {
            throw new RefusedException(Problem.CHECKS_BUSY, String.valueOf(busy.getMessage()));
        }
    }

    private static RefusedException unknown(String says) {
        return new RefusedException(Problem.UNKNOWN_PLACE, says);
    }
}
