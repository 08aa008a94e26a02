/** Tells servers before a site whether a visitor is inside. For sites that cannot log visitors in. */
@NullMarked
@NamedInterface("gate")
package io.gatehouse.oidc.gate;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
