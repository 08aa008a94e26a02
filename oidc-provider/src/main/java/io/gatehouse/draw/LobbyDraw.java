package io.gatehouse.draw;

import java.util.Optional;

/**
 * The state of a room's draw. Its steps happen in this order, each once, on any node: the lobby opens, the
 * entrants are fixed, the draw is done, its entrants are called. A later step never changes what an earlier
 * one published.
 *
 * @param commitment to the seed, as it was when the lobby opened
 * @param base the last position before the lobby: entry 1 stands behind it
 * @param frozen who took part; empty while the lobby is open
 * @param result what the order follows from; empty until the public value is there
 * @param called how many of the drawn positions have been called, or passed over because they are empty
 */
public record LobbyDraw(
        Draw draw, String commitment, long base, Optional<Frozen> frozen, Optional<Result> result, long called) {

    /**
     * The entrants of a draw.
     *
     * @param entrants 0 to {@value Permutation#MOST}
     * @param receipts the hash over their receipts, in order of entry
     * @param behind which of them stand behind all others
     */
    public record Frozen(long entrants, String receipts, RankedBehind behind) {

        public Frozen {
            if (entrants < 0 || entrants > Permutation.MOST) {
                throw new IllegalArgumentException("entrants must be 0 to " + Permutation.MOST + ", were " + entrants);
            }
        }
    }

    /** The values from which anyone can compute the order; public from then on. */
    public record Result(String publicValue, Seed seed) {

        public Result {
            Draw.requireLine("publicValue", publicValue, 1000);
        }
    }

    public LobbyDraw {
        var most = result.isPresent() ? frozen.map(Frozen::entrants).orElse(0L) : 0L;
        if (base < 0 || called < 0 || called > most) {
            throw new IllegalArgumentException("called must be 0 to " + most + ", was " + called + " behind " + base);
        }
    }

    /** The draw when the lobby opens behind this position. */
    public static LobbyDraw opened(Draw draw, Seed seed, long base) {
        return new LobbyDraw(draw, seed.commitment(draw), base, Optional.empty(), Optional.empty(), 0);
    }

    /** The draw with this many entrants; visitors who come later queue behind them. */
    public LobbyDraw frozen(long entrants, String receipts, RankedBehind behind) {
        behind.requireOf(draw, entrants);
        var who = new Frozen(entrants, receipts, behind);
        return new LobbyDraw(draw, commitment, base, Optional.of(who), Optional.empty(), 0);
    }

    /**
     * The draw with its public value, seed and order. Throws {@link IllegalArgumentException} when the seed
     * is not the one that was committed to.
     */
    public LobbyDraw drawn(String publicValue, Seed seed) {
        if (!seed.commitment(draw).equals(commitment)) {
            throw new IllegalArgumentException("the seed is not the one of the commitment " + commitment);
        }
        return new LobbyDraw(draw, commitment, base, frozen, Optional.of(new Result(publicValue, seed)), 0);
    }

    /** The draw after this many of its positions have been called or passed over. */
    public LobbyDraw called(long many) {
        return new LobbyDraw(draw, commitment, base, frozen, result, many);
    }

    /** The public value if it is computed; empty if an operator has to enter it, and before the freeze. */
    public Optional<String> ownValue() {
        return draw.source().equals(Draw.RECEIPTS) ? frozen.map(Frozen::receipts) : Optional.empty();
    }

    /** Whether its order is known. */
    public boolean isDone() {
        return result.isPresent();
    }

    /** Whether drawn positions are left to be called. */
    public boolean isCalling() {
        return isDone() && called < entrants();
    }

    /** Whether this position is an entrant's, and was called or passed over as the order has it. */
    public boolean hasPassed(long position, Order order) {
        return position > base && position <= base + entrants() && order.of(position) <= base + called;
    }

    /** The number of entrants; 0 before the freeze. */
    public long entrants() {
        return frozen.map(Frozen::entrants).orElse(0L);
    }

    /**
     * The call number of the last called place: waiting visitors compare theirs with it.
     *
     * @param serving the position up to which the line has been called in order of arrival
     */
    public long reached(long serving) {
        return called == 0 ? serving : Math.max(serving, base + called);
    }

    /** The published draw once it is over; empty before, and without entrants. */
    public Optional<PublishedDraw> published() {
        return frozen.filter(entrants -> entrants.entrants() > 0)
                .flatMap(who -> result.map(what -> new PublishedDraw(
                        draw,
                        commitment,
                        who.entrants(),
                        who.receipts(),
                        who.behind(),
                        what.publicValue(),
                        what.seed(),
                        what.seed().key(draw, who.entrants(), what.publicValue(), who.behind()))));
    }

    /** The order after the draw; the order of arrival until then. Frequent callers keep it: it takes up to 4 MB. */
    public Order order() {
        return published()
                .map(over -> new Order(
                        base, over.seed().permutation(draw, over.entrants(), over.publicValue(), over.behind())))
                .orElse(Order.OF_ARRIVAL);
    }
}
