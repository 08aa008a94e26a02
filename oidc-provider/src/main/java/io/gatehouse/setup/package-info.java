/** The setup of each product to log its visitors in here: its own configuration, with this installation's values. */
@NullMarked
@ApplicationModule(allowedDependencies = {"site", "setting"})
package io.gatehouse.setup;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
