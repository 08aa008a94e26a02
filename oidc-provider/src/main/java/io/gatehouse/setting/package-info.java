/** Settings that all sides need, and how a wrong one stops the start: its full name, what it was, an example. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.setting;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
