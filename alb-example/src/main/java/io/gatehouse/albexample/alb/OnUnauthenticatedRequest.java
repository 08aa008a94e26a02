package io.gatehouse.albexample.alb;

/** The choice of the {@code authenticate-oidc} action for a request without a session. */
public enum OnUnauthenticatedRequest {
    /** Sends the browser to the authorization endpoint. */
    AUTHENTICATE,
    /** Forwards without the three headers, so that the target decides. */
    ALLOW,
    /** Answers 401; but a visitor whose session has ended logs in again. */
    DENY
}
