/** Common parts of HTTP for visitors, sites and operators, and counts. */
@NullMarked
@ApplicationModule(allowedDependencies = {"room", "setting", "time"})
package io.gatehouse.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
