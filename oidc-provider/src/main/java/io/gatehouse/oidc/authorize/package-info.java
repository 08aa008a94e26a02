/** {@code /authorize}: what is asked, whether the visitor is admitted, and the way through the line to an answer. */
@NullMarked
package io.gatehouse.oidc.authorize;

import org.jspecify.annotations.NullMarked;
