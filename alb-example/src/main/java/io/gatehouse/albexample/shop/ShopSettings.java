package io.gatehouse.albexample.shop;

import java.net.URI;
import java.time.Clock;

/**
 * What the shop knows of the world.
 *
 * @param publicKeys where the load balancer's keys are, each under its id
 * @param signer the load balancer's ARN: anybody can have an ALB sign something, only ours counts
 * @param endSession the identity provider's {@code end_session_endpoint}
 * @param address where browsers see the shop
 */
public record ShopSettings(URI publicKeys, String signer, URI endSession, URI address, Clock clock) {

    /** The client at which visitors are logged out, and whose logins count. */
    static final String CLIENT = "shop";

    /** The cookie of the load balancer's session; the shop ends it at logout, shard by shard. */
    static final String SESSION_COOKIE = "AWSELBAuthSessionCookie";
}
