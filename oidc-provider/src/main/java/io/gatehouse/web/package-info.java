/** What everyone needs of HTTP, the visitor's side as well as the site's and the operator's, and counts of it. */
@NullMarked
@ApplicationModule(allowedDependencies = {"room", "setting", "time"})
package io.gatehouse.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
