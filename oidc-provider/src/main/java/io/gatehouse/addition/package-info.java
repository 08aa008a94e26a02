/**
 * Additions of operators to the configuration of a running installation: the store keeps them, and every node
 * finds them.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"pass", "room", "secret", "setting", "site", "time", "tune", "value"})
package io.gatehouse.addition;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
