package io.gatehouse.draw;

import java.util.Optional;

/**
 * Keeps the order of the last draw that was asked for: what it has worked out costs time, and a draw stays
 * the same.
 */
public final class Orders {

    private record LastDraw(
            String commitment,
            long base,
            Optional<LobbyDraw.Frozen> frozen,
            Optional<LobbyDraw.Result> result,
            Order order) {

        private boolean isOf(LobbyDraw draw) {
            return commitment.equals(draw.commitment())
                    && base == draw.base()
                    && result.equals(draw.result())
                    && frozen.equals(draw.frozen());
        }
    }

    private volatile LastDraw known = new LastDraw("", 0, Optional.empty(), Optional.empty(), Order.OF_ARRIVAL);

    /** The order that follows from this draw; that of arrival where there is none, or none yet. */
    public Order of(Optional<LobbyDraw> draw) {
        return draw.filter(LobbyDraw::isDone).map(this::of).orElse(Order.OF_ARRIVAL);
    }

    private Order of(LobbyDraw done) {
        var last = known;
        if (!last.isOf(done)) {
            last = new LastDraw(done.commitment(), done.base(), done.frozen(), done.result(), done.order());
            known = last;
        }
        return last.order;
    }
}
