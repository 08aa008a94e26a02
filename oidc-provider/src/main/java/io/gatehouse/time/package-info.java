/**
 * Time that only goes forward, and what waits for it. What o'clock it is tells the {@code java.time.Clock};
 * nothing else in Gatehouse reads the machine's time, sleeps or has timers of its own, so that a test can
 * move all of it by hand.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.time;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
