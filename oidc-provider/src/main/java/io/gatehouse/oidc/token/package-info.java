/** Codes and tokens: made, kept as families, refreshed, revoked; and what they say of an admission. */
@NullMarked
package io.gatehouse.oidc.token;

import org.jspecify.annotations.NullMarked;
