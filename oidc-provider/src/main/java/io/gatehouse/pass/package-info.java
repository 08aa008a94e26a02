/** Who need not wait: the passes that an operator signs and visitors bring along. */
@NullMarked
@ApplicationModule(allowedDependencies = {"room", "secret", "setting", "time", "value", "web"})
package io.gatehouse.pass;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
