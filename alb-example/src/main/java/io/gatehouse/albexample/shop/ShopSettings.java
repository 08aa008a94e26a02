package io.gatehouse.albexample.shop;

import java.net.URI;
import java.time.Clock;

/**
 * What the shop knows of the world.
 *
 * @param endSession the identity provider's {@code end_session_endpoint}
 * @param client the client at which visitors are logged out, and whose logins count
 * @param address where browsers see the shop
 */
public record ShopSettings(LoadBalancer loadBalancer, URI endSession, String client, URI address, Clock clock) {

    /** The cookie of the load balancer's session; the shop ends it at logout, shard by shard. */
    static final String SESSION_COOKIE = "AWSELBAuthSessionCookie";

    /**
     * The trusted signer.
     *
     * @param publicKeys where its keys are, each under its id
     * @param arn its name: anyone can have an ALB sign something, and only ours counts
     */
    public record LoadBalancer(URI publicKeys, String arn) {}
}
