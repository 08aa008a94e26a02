/**
 * How outside sources are asked how well a site is: on threads of their own, so that no tick waits for one,
 * and CloudWatch's clients.
 */
@NullMarked
@ApplicationModule(allowedDependencies = "time")
package io.gatehouse.health;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
