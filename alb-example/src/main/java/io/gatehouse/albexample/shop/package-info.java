/** A shop of two pages behind the load balancer; it trusts its headers once it has verified them. */
@NullMarked
package io.gatehouse.albexample.shop;

import org.jspecify.annotations.NullMarked;
