package io.gatehouse.albexample.shop;

import java.net.URI;
import java.time.Clock;

/**
 * The settings of the shop.
 *
 * @param endSession the identity provider's {@code end_session_endpoint}
 * @param client the client at which visitors are logged out, and whose logins count
 * @param address of the shop for browsers
 */
public record ShopSettings(LoadBalancer loadBalancer, URI endSession, String client, URI address, Clock clock) {

    /** The cookie of the load balancer's session; the shop ends it at logout, shard by shard. */
    static final String SESSION_COOKIE = "AWSELBAuthSessionCookie";

    /**
     * The trusted signer.
     *
     * @param publicKeys the address of its keys, each under its id
     * @param arn its name: anyone can get a signature of an ALB, and only ours counts
     */
    public record LoadBalancer(URI publicKeys, String arn) {}
}
