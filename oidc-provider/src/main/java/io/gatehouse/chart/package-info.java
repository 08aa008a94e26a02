/** Pictures of figures over time, as SVG: made here, so that they need no script and no library. */
@NullMarked
@ApplicationModule(allowedDependencies = {})
package io.gatehouse.chart;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
