/**
 * What operators add to the configuration while the installation runs: it is kept in the store, and found by
 * every node.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"pass", "room", "secret", "setting", "site", "time", "tune", "value"})
package io.gatehouse.addition;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
