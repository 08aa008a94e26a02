/** The lanes of a room: what is declared of them, and the one rule that says whose turn is next. Knows no framework. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.lane;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
