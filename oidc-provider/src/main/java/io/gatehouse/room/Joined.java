package io.gatehouse.room;

/**
 * Answer to a join.
 *
 * @param place the place that the visitor has now; the one they already had when they joined before
 * @param isFirst whether it waits, and nobody is before it in the call order
 */
public record Joined(Place place, boolean isFirst) {}
