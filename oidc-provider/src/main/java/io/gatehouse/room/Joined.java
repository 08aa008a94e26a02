package io.gatehouse.room;

import java.util.OptionalLong;

/**
 * Answer to a join.
 *
 * @param place the place that the visitor has now; an earlier join's, if there was one
 * @param isFirst whether it waits, and is the first in call order
 */
public record Joined(Place place, boolean isFirst) {

    /**
     * The answer of a store that knows who can be called next.
     *
     * @param head the lowest {@link Place#callOrder call order} of all places in line; any other value, or
     *     none, says that another place stands before this one
     */
    public static Joined of(Place place, OptionalLong head) {
        return new Joined(
                place, place.stage() == Stage.WAITING && place.callOrder().equals(head));
    }
}
