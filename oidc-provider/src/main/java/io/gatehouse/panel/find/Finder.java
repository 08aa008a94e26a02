package io.gatehouse.panel.find;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Seeds;
import io.gatehouse.lane.Lane;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Understands a receipt, the number that a page tells, {@code lane number}, and {@code opening/position} as
 * tokens have it. A place that the store has forgotten is looked for in the ledger. That reads the whole
 * ledger, so few requests look at a time.
 */
final class Finder {

    private static final int AT_ONCE = 2;
    private static final int LONGEST = 300;
    private static final Pattern NUMBER = Pattern.compile("(?:([a-z0-9][a-z0-9-]{0,62})\\s+)?([1-9]\\d{0,11})");
    private static final Pattern GROUPED = Pattern.compile("(?:[a-z0-9-]+\\s+)?\\d{1,3}(?:[,.]\\d{3})+");
    private static final Pattern IN_OPENING = Pattern.compile("([1-9]\\d{0,14})/([1-9]\\d{0,11})");

    private final Semaphore free = new Semaphore(AT_ONCE);
    private final Ledgers ledgers;
    private final Seeds seeds;
    private final Clock clock;

    Finder(Ledgers ledgers, Seeds seeds, Clock clock) {
        this.ledgers = ledgers;
        this.seeds = seeds;
        this.clock = clock;
    }

    /** @param what as it was pasted */
    FoundVisitor find(WaitingRoom room, String what) {
        var text = GROUPED.matcher(what.strip()).matches() ? what.strip().replaceAll("[,.]", "") : what.strip();
        var receipt = text.length() <= LONGEST ? Receipt.parse(text) : Optional.<Receipt>empty();
        if (receipt.isPresent()) {
            return byReceipt(room, receipt.get());
        }
        var number = NUMBER.matcher(text);
        if (number.matches()) {
            var lane = Optional.ofNullable(number.group(1)).orElse(Lane.DEFAULT);
            return byNumber(room, lane, Long.parseLong(number.group(2)));
        }
        var inOpening = IN_OPENING.matcher(text);
        if (inOpening.matches()) {
            return at(room, Long.parseLong(inOpening.group(1)), Long.parseLong(inOpening.group(2)));
        }
        throw new RefusedException(
                Problem.INVALID_SETTING,
                "what must be a receipt (gatehouse1/...), a number, a lane and a number (members 31), or an opening and"
                        + " a position (3/5017)");
    }

    private FoundVisitor byReceipt(WaitingRoom room, Receipt receipt) {
        if (!receipt.room().equals(room.id().value())) {
            throw unknown("the receipt is of another room, \"" + receipt.room() + "\"");
        }
        var seen = room.snapshot();
        var known = seen.draw().filter(draw -> draw.draw().id().equals(receipt.draw()));
        if (known.isPresent()) {
            var draw = requireGiven(known.get(), receipt);
            var place = of(room, draw.base() + receipt.entry())
                    .filter(one -> draw.draw().markOf(one.id().bytes()).equals(receipt.mark()));
            if (place.isPresent()) {
                return told(room, seen, place.get());
            }
        }
        return read(room, ledger -> past(room, ledger, receipt));
    }

    /** By the ledger. A place that the store has at this entry under another mark is not the receipt's. */
    private FoundVisitor past(WaitingRoom room, LedgerVerifier ledger, Receipt receipt) {
        var drawn = ledger.drawn(receipt.draw())
                .orElseThrow(() -> unknown("the ledger of room " + room.id() + " knows no draw " + receipt.draw()));
        var position = requireGiven(drawn.draw(), receipt).base() + receipt.entry();
        var isOthers = drawn.opening() == room.snapshot().opening()
                && of(room, position).isPresent();
        if (isOthers) {
            throw notGiven(receipt);
        }
        return told(room, ledger, drawn.opening(), position);
    }

    private LobbyDraw requireGiven(LobbyDraw draw, Receipt receipt) {
        var seed = draw.result().map(LobbyDraw.Result::seed).orElseGet(() -> seeds.of(draw.draw()));
        if (!seed.receipts(draw.draw()).of(receipt.entry(), receipt.mark()).equals(receipt)) {
            throw notGiven(receipt);
        }
        return draw;
    }

    private static RefusedException notGiven(Receipt receipt) {
        return unknown("the receipt for entry " + receipt.entry() + " was not given out, or was changed");
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
                .flatMap(running -> of(room, position))
                .map(place -> told(room, seen, place))
                .orElseGet(() -> past(room, opening, position));
    }

    private static Optional<Place> of(WaitingRoom room, long position) {
        return room.at(new Position(0, position));
    }

    private FoundVisitor told(WaitingRoom room, RoomSnapshot seen, Place place) {
        return new PlaceWords(room, seen, ledgers, clock.instant()).of(place);
    }

    private FoundVisitor past(WaitingRoom room, long opening, long position) {
        return read(room, ledger -> told(room, ledger, opening, position));
    }

    private static FoundVisitor told(WaitingRoom room, LedgerVerifier ledger, long opening, long position) {
        var traced = ledger.trace(opening, position)
                .orElseThrow(() -> unknown("the ledger of room " + room.id() + " tells nothing of opening " + opening));
        return new FoundVisitor(
                room.id().value(), PastWords.of(opening, traced), opening, null, position, traced.number(), null);
    }

    private FoundVisitor read(WaitingRoom room, Function<LedgerVerifier, FoundVisitor> look) {
        return oneOfFew(() -> {
            var ledger = new LedgerVerifier(Optional.empty(), true);
            ledgers.export(room.id(), 1).ifPresent(parts -> parts.forEachOrdered(lines -> lines.forEach(ledger::read)));
            return look.apply(ledger);
        });
    }

    private FoundVisitor oneOfFew(Supplier<FoundVisitor> work) {
        if (!free.tryAcquire()) {
            throw new RefusedException(
                    Problem.CHECKS_BUSY,
                    AT_ONCE + " searches read a ledger on this node; try again when they are done");
        }
        try {
            return work.get();
        } finally {
            free.release();
        }
    }

    private static RefusedException unknown(String says) {
        return new RefusedException(Problem.UNKNOWN_PLACE, says);
    }
}
