/** What the endpoints have in common: their paths, the parameters of requests, the form of errors. */
@NullMarked
package io.gatehouse.oidc.http;

import org.jspecify.annotations.NullMarked;
