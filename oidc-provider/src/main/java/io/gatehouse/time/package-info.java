/**
 * Time that only goes forward, and the tasks that wait for it. The {@code java.time.Clock} has the time of
 * day; no other code of Gatehouse reads the machine's time, sleeps or has timers of its own, so that a test
 * can move all of it by hand.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.time;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
