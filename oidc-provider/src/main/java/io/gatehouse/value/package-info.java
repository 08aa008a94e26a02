/** Values that end by themselves: the port to where they are kept, their JSON, and how they are sealed there. */
@NullMarked
@ApplicationModule(allowedDependencies = "secret")
package io.gatehouse.value;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
