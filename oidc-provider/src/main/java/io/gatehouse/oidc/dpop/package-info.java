/** Proofs that a caller holds the key to which its token is bound (DPoP, RFC 9449). */
@NullMarked
package io.gatehouse.oidc.dpop;

import org.jspecify.annotations.NullMarked;
