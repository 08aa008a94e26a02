/** Sites and API clients as OAuth clients, and how they prove who they are. */
@NullMarked
package io.gatehouse.oidc.client;

import org.jspecify.annotations.NullMarked;
