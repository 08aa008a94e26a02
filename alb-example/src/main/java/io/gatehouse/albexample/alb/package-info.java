/**
 * A stand-in for an AWS Application Load Balancer whose rules may hold the {@code authenticate-oidc} action.
 * Its words are the ALB's; {@code docs/sites/alb.md} describes its behaviour.
 * {@link io.gatehouse.albexample.alb.Listener} accepts connections, {@code ListenerRules} shows the order of
 * the steps.
 */
@NullMarked
package io.gatehouse.albexample.alb;

import org.jspecify.annotations.NullMarked;
