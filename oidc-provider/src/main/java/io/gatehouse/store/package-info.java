/** Where lines, and what sites' logins need, are kept. Nothing here is public but configuration. */
@NullMarked
@ApplicationModule(allowedDependencies = {"room", "value", "setting", "time"})
package io.gatehouse.store;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
