package io.gatehouse.simulate;

import java.time.Duration;

/** A span that differs by chance from visitor to visitor. */
public interface Timing {

    /** The next span in milliseconds, 1 or more. */
    long draw(Chance chance);

    /** The mean of many. */
    Duration mean();
}
