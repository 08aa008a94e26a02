package io.gatehouse.draw;

/** Knows the seed of each draw, before anybody else does. */
@FunctionalInterface
public interface Seeds {

    /** The seed of the draw with this room and id, whatever its source: always the same, on every node. */
    Seed of(Draw draw);

    /** Whether this draw's commitment was made with these seeds; of another master key it was made with others. */
    default boolean haveMade(LobbyDraw draw) {
        return of(draw.draw()).commitment(draw.draw()).equals(draw.commitment());
    }
}
