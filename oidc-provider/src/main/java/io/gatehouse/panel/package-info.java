/** The operator's side: the API of the control panel and its screens. */
@NullMarked
@ApplicationModule(allowedDependencies = {"room", "inlet", "forecast", "oidc", "secret", "setting", "setup", "web"})
package io.gatehouse.panel;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
