/**
 * A stand-in for an AWS Application Load Balancer whose rules may hold the {@code authenticate-oidc}
 * action. Its words are the ALB's; what it does is told in {@code docs/sites/alb.md}. {@link
 * io.gatehouse.albexample.alb.Listener} accepts connections, {@code ListenerRules} is the table of contents.
 */
@NullMarked
package io.gatehouse.albexample.alb;

import org.jspecify.annotations.NullMarked;
