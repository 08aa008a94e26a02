/**
 * Asks outside sources how well a site is, on threads of their own, so that no tick waits for one. Has the
 * clients of CloudWatch.
 */
@NullMarked
@ApplicationModule(allowedDependencies = "time")
package io.gatehouse.health;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
