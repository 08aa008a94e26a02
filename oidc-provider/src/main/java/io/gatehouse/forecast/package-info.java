/** Forecasts of waits as ranges, learnt from the minute history and judged by it. */
@NullMarked
@ApplicationModule(allowedDependencies = {"history", "lane", "room", "time"})
package io.gatehouse.forecast;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
