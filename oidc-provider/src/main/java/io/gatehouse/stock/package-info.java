/** The number of visitors that a room admits in all, and the endings of slots that consume it. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.stock;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
