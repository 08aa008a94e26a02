/** Public keys of others, by which we check what they have signed. */
@NullMarked
@ApplicationModule(allowedDependencies = {"outbound", "setting", "time"})
package io.gatehouse.jwk;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
