package io.gatehouse.receipt;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Seeds;
import io.gatehouse.ledger.LedgerVerifier;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.waitingroom.WaitingRoom;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Finds what became of the place of a receipt: by the store, and by the ledger when the store has forgotten
 * the place. Only receipts that were given out, and not changed since, are answered. To read a ledger means
 * to read all of it, so few callers do so at a time.
 */
public final class ReceiptSearch {

    private final Semaphore free;
    private final int atOnce;
    private final Ledgers ledgers;
    private final Seeds seeds;

    /** @param atOnce how many ledgers are read at a time on this node, 1 or more */
    public ReceiptSearch(Ledgers ledgers, Seeds seeds, int atOnce) {
        this.ledgers = ledgers;
        this.seeds = seeds;
        this.atOnce = atOnce;
        this.free = new Semaphore(atOnce);
    }

    /** The receipt was not given out for this room, or was changed; the message says how that is known. */
    public static final class UnknownReceiptException extends RuntimeException {
        UnknownReceiptException(String says) {
            super(says);
        }
    }

    /** The maximum number of ledgers is being read. */
    public static final class BusyException extends RuntimeException {
        BusyException(int atOnce) {
            super(atOnce + " searches read a ledger on this node; try again when they are done");
        }
    }

    /**
     * The fate of the receipt's place: by the store, or by the ledger where the store has forgotten it.
     *
     * @throws UnknownReceiptException if it was not given out
     * @throws BusyException if the ledger would have to be read
     */
    public FoundReceipt find(WaitingRoom room, Receipt receipt) {
        return kept(room, receipt).orElseGet(() -> told(room, receipt, read(room, ledger -> ledger)));
    }

    /**
     * The fate by the store alone, which is quick; empty where the ledger has to be asked.
     *
     * @throws UnknownReceiptException if the receipt is of a draw that the store knows and was not given out
     */
    public Optional<FoundReceipt> kept(WaitingRoom room, Receipt receipt) {
        if (!receipt.room().equals(room.id().value())) {
            throw new UnknownReceiptException("the receipt is of another room, \"" + receipt.room() + "\"");
        }
        var seen = room.snapshot();
        var draw = seen.draw().filter(known -> known.draw().id().equals(receipt.draw()));
        if (draw.isEmpty()) {
            return Optional.empty();
        }
        var known = requireGiven(draw.get(), receipt);
        if (known.frozen().isPresent() && receipt.entry() > known.entrants()) {
            throw notGiven(receipt);
        }
        var place = at(room, known.base() + receipt.entry());
        if (place.filter(taken -> !known.draw().markOf(taken.id().bytes()).equals(receipt.mark()))
                .isPresent()) {
            throw notGiven(receipt);
        }
        return place.map(taken -> new FoundReceipt.Kept(known, seen, taken));
    }

    /**
     * Whether the receipt's tag is one that this installation gives, for any draw: others can make one only
     * once the draw's seed is published. Asks no store. A receipt of a former master key has none.
     */
    public boolean hasOurTag(Receipt receipt) {
        var draw = new Draw(receipt.room(), receipt.draw(), Draw.RECEIPTS);
        return seeds.of(draw).receipts(draw).of(receipt.entry(), receipt.mark()).equals(receipt);
    }

    /**
     * The fate by a ledger that has been read, for a place that the store has forgotten. A place that the
     * store has at this entry under another mark is not the place of the receipt.
     *
     * @throws UnknownReceiptException if the receipt was not given out
     */
    FoundReceipt told(WaitingRoom room, Receipt receipt, LedgerVerifier ledger) {
        var drawn = ledger.drawn(receipt.draw())
                .orElseThrow(() -> new UnknownReceiptException(
                        "the ledger of room " + room.id() + " knows no draw " + receipt.draw()));
        var draw = requireGiven(drawn.draw(), receipt);
        var position = draw.base() + receipt.entry();
        if (drawn.opening() == room.snapshot().opening() && at(room, position).isPresent()) {
            throw notGiven(receipt);
        }
        return new FoundReceipt.Told(draw, drawn.opening(), position, ledger.trace(drawn.opening(), position));
    }

    private LobbyDraw requireGiven(LobbyDraw draw, Receipt receipt) {
        var seed = draw.result().map(LobbyDraw.Result::seed).orElseGet(() -> seeds.of(draw.draw()));
        if (!seed.receipts(draw.draw()).of(receipt.entry(), receipt.mark()).equals(receipt)) {
            throw notGiven(receipt);
        }
        return draw;
    }

    private static UnknownReceiptException notGiven(Receipt receipt) {
        return new UnknownReceiptException(
                "the receipt for entry " + receipt.entry() + " was not given out, or was changed");
    }

    private static Optional<Place> at(WaitingRoom room, long position) {
        return room.at(new Position(0, position));
    }

    /**
     * Reads the room's whole ledger, and then looks.
     *
     * @throws BusyException while as many callers do so as may
     */
    public <T> T read(WaitingRoom room, Function<LedgerVerifier, T> look) {
        if (!free.tryAcquire()) {
            throw new BusyException(atOnce);
        }
        try {
            var ledger = new LedgerVerifier(Optional.empty(), true);
            ledgers.export(room.id(), 1).ifPresent(parts -> parts.forEachOrdered(lines -> lines.forEach(ledger::read)));
            return look.apply(ledger);
        } finally {
            free.release();
        }
    }
}
