/** Common parts of the endpoints: their paths, the parameters of requests, the form of errors. */
@NullMarked
package io.gatehouse.oidc.http;

import org.jspecify.annotations.NullMarked;
