package io.gatehouse.forecast;

import java.time.Duration;

/**
 * Whether one forecast for the last visitor in line was right.
 *
 * @param by how much before or after its range the visitor was called
 */
public record PromiseOutcome(Answer answer, Duration by) {

    /** Whether it was kept. */
    public enum Answer {
        KEPT,
        EARLY,
        LATE,
        /** It was not kept, after an operator had changed the speed of the line or held it. */
        OPERATOR
    }
}
