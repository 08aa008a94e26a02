/**
 * A shop that stands behind a load balancer whose login is a waiting room, on one machine. {@code alb} is
 * the stand-in for the AWS Application Load Balancer, {@code shop} what it protects, {@code demo} starts
 * both together with Gatehouse. No code is shared with Gatehouse: everything goes over HTTP, as it would
 * between strangers.
 */
@NullMarked
package io.gatehouse.albexample;

import org.jspecify.annotations.NullMarked;
