package io.gatehouse.lane;

import java.util.regex.Pattern;

/**
 * A line of its own within a room, as its settings declare it.
 *
 * @param weight its share of the turns, beside the weights of the other lanes of its kind
 * @param isFirst whether it is called before all lanes that are not first
 * @param isOffered whether the waiting page offers it to visitors with access needs, who join it by a press
 */
public record Lane(String name, int weight, boolean isFirst, boolean isOffered) {

    /** The name of the lane of all visitors who have no pass for another. */
    public static final String DEFAULT = "default";

    /** The largest weight: the sums of all weights stay small. */
    public static final int MOST_WEIGHT = 1_000;

    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,29}");

    public Lane {
        requireName(name);
        if (weight < 1 || weight > MOST_WEIGHT) {
            throw new IllegalArgumentException("weight must be 1 to " + MOST_WEIGHT + ", was " + weight);
        }
        if (isFirst && name.equals(DEFAULT)) {
            throw new IllegalArgumentException("the lane " + DEFAULT + " cannot be first: it is for everybody");
        }
        if (isOffered && (isFirst || name.equals(DEFAULT))) {
            throw new IllegalArgumentException("the lane " + name
                    + " cannot be offered: every visitor may choose such a lane, so it must have a weight, and be beside "
                    + DEFAULT);
        }
    }

    /** A lane that the waiting page does not offer. */
    public Lane(String name, int weight, boolean isFirst) {
        this(name, weight, isFirst, false);
    }

    /** Throws an {@link IllegalArgumentException} when no lane can have this name. */
    public static void requireName(String name) {
        if (!FORM.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a lane's name must be 1 to 30 small letters, digits and hyphens, was " + name);
        }
    }

    /** The default lane where the settings declare nothing. */
    static Lane plain(String name) {
        return new Lane(name, 1, false);
    }
}
