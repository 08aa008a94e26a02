/** The site's side: the OpenID Provider, sites and their presets, parked requests, re-entry, claims, keys. */
@NullMarked
@ApplicationModule(allowedDependencies = {"room", "visitor", "secret", "setting", "web"})
package io.gatehouse.oidc;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
