package io.gatehouse.oidc.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;

/** The scheme by which tokens are shown that are bound to a key (RFC 9449 section 7.1). */
public final class DpopScheme {

    private static final String PREFIX = "DPoP ";
    private static final String UNDERSTOOD = DpopScheme.class.getName();

    private DpopScheme() {}

    /** Whether a request shows its token by this scheme, and this has been understood. */
    public static boolean isIn(HttpServletRequest http) {
        return http.getAttribute(UNDERSTOOD) != null;
    }

    /** The token that is shown so; from now on the request counts as understood. */
    public static Optional<String> token(HttpServletRequest http) {
        return Optional.ofNullable(http.getHeader(HttpHeaders.AUTHORIZATION))
                .filter(shown -> shown.regionMatches(true, 0, PREFIX, 0, PREFIX.length()))
                .map(shown -> shown.substring(PREFIX.length()).strip())
                .filter(token -> !token.isEmpty())
                .map(token -> {
                    http.setAttribute(UNDERSTOOD, true);
                    return token;
                });
    }

    /** The refusal of a token, bound to a key or not, that has the wrong scheme, or a proof by another key. */
    public static OAuth2AuthenticationException refusal(HttpServletRequest http, boolean isBound) {
        var why = isIn(http)
                ? isBound
                        ? "the proof is by another key than that of the token, or is missing"
                        : "this token is bound to no key: send Authorization: Bearer"
                : "this token is bound to a key: send Authorization: DPoP, and a proof by that key";
        return new OAuth2AuthenticationException(BearerTokenErrors.invalidToken(why));
    }
}
