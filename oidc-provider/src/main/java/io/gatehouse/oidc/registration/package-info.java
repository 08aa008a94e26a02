/** {@code /register}: sites that register themselves. */
@NullMarked
package io.gatehouse.oidc.registration;

import org.jspecify.annotations.NullMarked;
