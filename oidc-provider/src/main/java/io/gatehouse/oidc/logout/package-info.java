/** The end of a visit: the visitor logs out, and the sites are told behind their back. */
@NullMarked
package io.gatehouse.oidc.logout;

import org.jspecify.annotations.NullMarked;
