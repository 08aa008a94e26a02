/** The lanes of a room: their declaration, and the one rule for the next turn. The package knows no framework. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.lane;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
