/** What servers before a site ask of each request: is who sent it inside? For sites that cannot log visitors in. */
@NullMarked
@NamedInterface("gate")
package io.gatehouse.oidc.gate;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
