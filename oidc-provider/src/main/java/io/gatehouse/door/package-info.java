/**
 * The way to all endpoints: limits of what one client may hold and take of this node, its address, the
 * answers to refused requests, and answers that need no endpoint.
 */
@NullMarked
@ApplicationModule(allowedDependencies = {"setting", "time", "web"})
package io.gatehouse.door;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
