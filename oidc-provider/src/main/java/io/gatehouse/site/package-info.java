/** The sites that send visitors here: their configuration, their kinds of relying party, and their entries. */
@NullMarked
@ApplicationModule(allowedDependencies = {"jwk", "lane", "room", "schedule", "setting", "web"})
package io.gatehouse.site;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
