/** The line itself: rooms, places, positions, turns and admissions. The package knows no framework and no clock. */
@NullMarked
@ApplicationModule(allowedDependencies = {"draw", "lane", "schedule", "secret", "setting", "stock"})
package io.gatehouse.room;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
