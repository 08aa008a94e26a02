/** Values that expire: the port to their store, their JSON, and their encryption. */
@NullMarked
@ApplicationModule(allowedDependencies = "secret")
package io.gatehouse.value;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
