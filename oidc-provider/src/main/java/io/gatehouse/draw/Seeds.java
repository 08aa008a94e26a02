package io.gatehouse.draw;

/** Knows the seed of each draw, before anybody else does. */
@FunctionalInterface
public interface Seeds {

    /** The seed of the draw with this room and id, whatever its source: always the same, on every node. */
    Seed of(Draw draw);
}
