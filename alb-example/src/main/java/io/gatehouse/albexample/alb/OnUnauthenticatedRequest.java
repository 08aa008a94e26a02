package io.gatehouse.albexample.alb;

/** What the {@code authenticate-oidc} action does with a request that carries no session. */
public enum OnUnauthenticatedRequest {
    /** Sends the browser to the authorization endpoint. */
    AUTHENTICATE,
    /** Forwards without the three headers, so that the target decides. */
    ALLOW,
    /** Answers 401; but a session that has ended is sent to log in again all the same. */
    DENY
}
