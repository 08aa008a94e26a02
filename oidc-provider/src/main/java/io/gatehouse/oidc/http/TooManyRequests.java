package io.gatehouse.oidc.http;

import io.gatehouse.door.AddressLimit;
import java.time.Duration;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** The client has sent too many requests: 429 with {@code Retry-After} (RFC 6585 section 4). */
public final class TooManyRequests extends OAuth2Error {

    private static final long serialVersionUID = 1;

    private final Duration retryAfter;

    private TooManyRequests(Duration retryAfter) {
        super(OAuth2ErrorCodes.TEMPORARILY_UNAVAILABLE, "too many requests from this address", null);
        this.retryAfter = retryAfter;
    }

    /** Takes so much from the limit of the call's address, and refuses a call for which there is not as much left. */
    public static void beyond(AddressLimit limit, Authentication call, long amount) {
        if (call.getDetails() instanceof WebAuthenticationDetails details) {
            var wait = limit.take(details.getRemoteAddress(), amount);
            if (!wait.isZero()) {
                throw new OAuth2AuthenticationException(new TooManyRequests(wait));
            }
        }
    }

    /** In whole seconds, one at least. */
    long seconds() {
        return retryAfter.toSeconds() + 1;
    }
}
