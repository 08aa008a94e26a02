/** The keys that sign tokens, and what reads what they have signed. Operators see and rotate them. */
@NullMarked
@NamedInterface("key")
package io.gatehouse.oidc.key;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.NamedInterface;
