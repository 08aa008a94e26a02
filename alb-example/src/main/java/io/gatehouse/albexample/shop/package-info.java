/**
 * A shop of two pages that stands behind the load balancer and believes what its headers say, once it has
 * checked them.
 */
@NullMarked
package io.gatehouse.albexample.shop;

import org.jspecify.annotations.NullMarked;
