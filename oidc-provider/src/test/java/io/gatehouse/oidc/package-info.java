/** The provider's rules, each proved over HTTP. */
@NullMarked
package io.gatehouse.oidc;

import org.jspecify.annotations.NullMarked;
