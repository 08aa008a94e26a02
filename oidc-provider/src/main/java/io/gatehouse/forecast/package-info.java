/** How long it will take, as a range. */
@NullMarked
@ApplicationModule(allowedDependencies = "room")
package io.gatehouse.forecast;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
