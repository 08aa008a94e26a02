/** Who calls: sites and API clients as OAuth clients, and how they prove it. */
@NullMarked
package io.gatehouse.oidc.client;

import org.jspecify.annotations.NullMarked;
