package io.gatehouse.draw;

/** The seed of each draw before it is published. */
@FunctionalInterface
public interface Seeds {

    /** The seed of the draw with this room and id: always the same, on every node, for any source. */
    Seed of(Draw draw);

    /** Whether this draw's commitment was made with these seeds, and not with those of another master key. */
    default boolean haveMade(LobbyDraw draw) {
        return of(draw.draw()).commitment(draw.draw()).equals(draw.commitment());
    }
}
