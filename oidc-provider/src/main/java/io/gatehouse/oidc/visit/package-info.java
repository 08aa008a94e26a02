/** What pages of a site ask for their visitor: when does the visit end, and may it last longer? */
@NullMarked
package io.gatehouse.oidc.visit;

import org.jspecify.annotations.NullMarked;
