/** Devices that wait for the visitor who enters their code (RFC 8628). */
@NullMarked
package io.gatehouse.oidc.device;

import org.jspecify.annotations.NullMarked;
