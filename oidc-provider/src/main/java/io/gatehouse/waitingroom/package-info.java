/** A room in use: the verbs of visitors and operators, and the ticks that move its line and show it to its watchers. */
@NullMarked
@ApplicationModule(
        allowedDependencies = {"draw", "forecast", "history", "inlet", "lane", "room", "setting", "time", "web"})
package io.gatehouse.waitingroom;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
