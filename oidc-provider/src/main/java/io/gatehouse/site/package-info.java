/** Who sends visitors here: the sites as configured, what is known of each kind of relying party, and their entries. */
@NullMarked
@ApplicationModule(allowedDependencies = {"jwk", "lane", "room", "schedule", "setting", "web"})
package io.gatehouse.site;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
