/**
 * The one way in which Gatehouse reads from other servers by HTTP: bounded in bytes, in time and in how much
 * goes on at once.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"secret", "setting"})
package io.gatehouse.outbound;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
