package io.gatehouse.oidc.http;

import java.time.Duration;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;

/** The client has sent too many requests: 429 with {@code Retry-After} (RFC 6585 section 4). */
public final class TooManyRequests extends OAuth2Error {

    private static final long serialVersionUID = 1;

    private final Duration retryAfter;

    public TooManyRequests(Duration retryAfter) {
        super(OAuth2ErrorCodes.TEMPORARILY_UNAVAILABLE, "too many requests from this address", null);
        this.retryAfter = retryAfter;
    }

    /** In whole seconds, one at least. */
    long seconds() {
        return retryAfter.toSeconds() + 1;
    }
}
