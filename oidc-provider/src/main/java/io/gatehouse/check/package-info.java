/** Looks a site over from outside, as its relying party and as a visitor would: the command {@code check-site}. */
@NullMarked
@ApplicationModule(allowedDependencies = {"outbound", "room", "secret", "setting", "site", "time", "web"})
package io.gatehouse.check;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
