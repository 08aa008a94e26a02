/** {@code mvn -Pdemo}: Gatehouse, the load balancer, the shop and a crowd ahead of you. {@link Demo} starts all. */
@NullMarked
package io.gatehouse.albexample.demo;

import org.jspecify.annotations.NullMarked;
