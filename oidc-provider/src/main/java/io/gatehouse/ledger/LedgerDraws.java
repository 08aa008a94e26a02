package io.gatehouse.ledger;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.draw.Order;
import io.gatehouse.draw.PublishedDraw;
import io.gatehouse.draw.RankedBehind;
import io.gatehouse.draw.Receipt;
import io.gatehouse.draw.Seed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The draws that a ledger tells of, step by step. What a later step says must fit what was said before; and
 * when the seed is told, commitment, public value and key are worked out anew.
 */
final class LedgerDraws {

    /**
     * One draw, as far as it has been told.
     *
     * @param committed the entry that told its commitment first
     * @param frozen the entry that told first how many take part
     * @param done the entry that told its seed first
     */
    record Recorded(
            long opening,
            LobbyDraw draw,
            LedgerEntry committed,
            Optional<LedgerEntry> frozen,
            Optional<LedgerEntry> done,
            Order order) {

        /** Whether one of these numbers follows from it. */
        boolean meets(long from, long to) {
            return from <= draw.base() + draw.entrants() && to > draw.base();
        }

        /** The positions that a call of its numbers has called, in their order. */
        String positions(LedgerOpening.Call call) {
            return LongStream.rangeClosed(
                            Math.max(call.from(), draw.base() + 1), Math.min(call.to(), draw.base() + draw.entrants()))
                    .map(order::at)
                    .filter(position -> !call.passed().meets(position, position))
                    .mapToObj(String::valueOf)
                    .collect(Collectors.joining(", "));
        }

        /** Whether all had been told of it for a while by then. */
        boolean isOldAt(Instant at) {
            return done.filter(entry -> entry.at().plus(Ledger.MARGIN).isBefore(at))
                    .isPresent();
        }
    }

    private final Map<String, Recorded> draws = new LinkedHashMap<>();

    /** Goes on by one entry of kind {@code draw}; {@link IllegalArgumentException} says what does not fit. */
    void read(String room, long opening, LedgerEntry entry) {
        var now = draw(room, entry);
        var before = Optional.ofNullable(draws.remove(now.draw().id())); // The last that was told of stands last.
        draws.put(
                now.draw().id(),
                new Recorded(
                        opening,
                        now,
                        before.map(Recorded::committed).orElse(entry),
                        before.flatMap(Recorded::frozen).or(() -> now.frozen().map(known -> entry)),
                        before.flatMap(Recorded::done).or(() -> now.result().map(known -> entry)),
                        before.filter(told -> told.draw.equals(now))
                                .map(Recorded::order)
                                .orElseGet(now::order)));
        before.ifPresent(told -> requireSame(told.draw, now));
        now.result().ifPresent(result -> requireSound(now, result, entry));
    }

    private static LobbyDraw draw(String room, LedgerEntry entry) {
        var data = entry.data();
        var most = data.containsKey("mostPerNetwork") ? Math.toIntExact(entry.number("mostPerNetwork")) : 0;
        return new LobbyDraw(
                new Draw(room, entry.text("id"), entry.text("source"), most),
                entry.text("commitment"),
                entry.number("base"),
                data.containsKey("entrants")
                        ? Optional.of(new LobbyDraw.Frozen(
                                entry.number("entrants"),
                                entry.text("receipts"),
                                most == 0 ? RankedBehind.NOBODY : RankedBehind.parse(entry.text("behind"))))
                        : Optional.empty(),
                data.containsKey("seed")
                        ? Optional.of(new LobbyDraw.Result(entry.text("publicValue"), new Seed(entry.text("seed"))))
                        : Optional.empty(),
                0);
    }

    private static void requireSame(LobbyDraw before, LobbyDraw now) {
        var name = "the draw " + now.draw().id();
        require(before.draw().equals(now.draw()), name + " had another source or limit before");
        require(before.commitment().equals(now.commitment()), name + " had another commitment before");
        require(
                before.frozen().isEmpty() || before.frozen().equals(now.frozen()) && before.base() == now.base(),
                name + " had other entrants before");
        require(before.result().isEmpty() || before.result().equals(now.result()), name + " had another order before");
    }

    private static void requireSound(LobbyDraw now, LobbyDraw.Result result, LedgerEntry entry) {
        var name = "the draw " + now.draw().id();
        require(now.frozen().isPresent(), name + " was done before it was fixed who takes part");
        require(
                result.seed().commitment(now.draw()).equals(now.commitment()),
                name + " was done with a seed that is not the one of its commitment");
        require(
                now.ownValue()
                        .filter(value -> !value.equals(result.publicValue()))
                        .isEmpty(),
                name + " was done with a public value that is not the hash over its receipts");
        require(
                now.published()
                        .map(PublishedDraw::key)
                        .filter(key -> !key.equals(entry.data().get("key")))
                        .isEmpty(),
                name + " was done with a key that does not follow from its seed, entrants and public value");
    }

    private static void require(boolean isSo, String elseWhat) {
        if (!isSo) {
            throw new IllegalArgumentException(elseWhat);
        }
    }

    Optional<Recorded> of(String id) {
        return Optional.ofNullable(draws.get(id));
    }

    /** The draws of an opening, the one that was told of last at the end. */
    List<Recorded> of(long opening) {
        return draws.values().stream().filter(told -> told.opening == opening).toList();
    }

    /** Whether these are the receipts of all entrants of a draw, in order of entry: its hash binds no others. */
    static boolean binds(Recorded told, List<Receipt> receipts) {
        return told.draw
                .published()
                .filter(over -> over.binds(receipts.stream().map(Receipt::mark)))
                .isPresent();
    }

    /** A sentence for each draw, for people. */
    List<String> summary() {
        var says = new ArrayList<String>();
        draws.forEach((id, told) -> says.add("draw " + id + ": committed to by " + by(told.committed)
                + told.frozen
                        .map(entry -> "; " + told.draw.entrants() + " take part, fixed by " + by(entry))
                        .orElse("; not fixed who takes part")
                + told.done
                        .map(entry -> "; done by " + by(entry) + ", worked out again from its seed")
                        .orElse("; not done")));
        return says;
    }

    private static String by(LedgerEntry entry) {
        return "entry " + entry.seq() + " at " + entry.at();
    }
}
