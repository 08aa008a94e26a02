/** Tells pages of a site when their visitor's visit ends, and lets it last longer. */
@NullMarked
package io.gatehouse.oidc.visit;

import org.jspecify.annotations.NullMarked;
