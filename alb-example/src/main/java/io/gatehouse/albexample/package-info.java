/**
 * A shop that stands behind a load balancer whose login is a waiting room, on one machine. {@code alb} is the
 * stand-in for the AWS Application Load Balancer, {@code shop} the shop behind it, {@code demo} starts both
 * together with Gatehouse. It shares no code with Gatehouse, only HTTP.
 */
@NullMarked
package io.gatehouse.albexample;

import org.jspecify.annotations.NullMarked;
