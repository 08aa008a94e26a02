package io.gatehouse.draw;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the order of the last draw that was asked for: its digests cost time, and a draw stays the same. */
public final class Orders {

    private record LastDraw(LobbyDraw draw, Order order) {}

    private volatile @Nullable LastDraw known;

    /** The order that follows from this draw; the order of arrival where there is none, or none yet. */
    public Order of(Optional<LobbyDraw> draw) {
        return draw.filter(LobbyDraw::isDone).map(this::of).orElse(Order.OF_ARRIVAL);
    }

    private Order of(LobbyDraw done) {
        var draw = done.called(0); // The number of called entrants does not change the order.
        var last = known;
        if (last == null || !last.draw.equals(draw)) {
            last = new LastDraw(draw, draw.order());
            known = last;
        }
        return last.order;
    }
}
