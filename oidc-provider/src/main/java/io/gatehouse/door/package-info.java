/**
 * What stands before all endpoints: how much one client may hold of this node and take of it, whose address
 * that is, what is said to those who are refused there, and what is answered there already.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"setting", "time", "web"})
package io.gatehouse.door;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
