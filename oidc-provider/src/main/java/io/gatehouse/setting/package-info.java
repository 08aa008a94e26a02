/** Settings that all sides need, and the error that stops the start at a wrong one: full name, value, example. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.setting;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
