/** Admitted visitors, and their names in tokens. */
@NullMarked
package io.gatehouse.oidc.admission;

import org.jspecify.annotations.NullMarked;
