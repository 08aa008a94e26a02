/** Who is admitted, and under which name. */
@NullMarked
package io.gatehouse.oidc.admission;

import org.jspecify.annotations.NullMarked;
