package io.gatehouse.simulate;

import java.time.Duration;

/** How long something lasts for each visitor, by chance. */
public interface Timing {

    /** The next span in milliseconds, 1 or more. */
    long draw(Chance chance);

    /** The mean of many. */
    Duration mean();
}
