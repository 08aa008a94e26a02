/** What servers before a site ask of each request: is who sent it inside? For sites that cannot log visitors in. */
@NullMarked
package io.gatehouse.oidc.gate;

import org.jspecify.annotations.NullMarked;
