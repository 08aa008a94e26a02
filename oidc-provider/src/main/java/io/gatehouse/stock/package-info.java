/** How many a room admits in all, and how slots come free, from which follows what of that is used up. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.stock;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
