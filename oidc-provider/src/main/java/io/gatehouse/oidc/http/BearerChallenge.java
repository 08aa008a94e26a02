package io.gatehouse.oidc.http;

import io.gatehouse.jwk.PublicKeys;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenError;
import org.springframework.security.web.AuthenticationEntryPoint;

/**
 * Refuses a missing or bad access token (RFC 6750 section 3). Spring's own also names a document about the
 * resource (RFC 9728), which we do not have.
 */
public final class BearerChallenge implements AuthenticationEntryPoint {

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure) {
        var challenge = (DpopScheme.isIn(request) ? "DPoP" : "Bearer") + " realm=\"Gatehouse\"";
        var status = HttpServletResponse.SC_UNAUTHORIZED;
        if (failure instanceof OAuth2AuthenticationException oauth) {
            var error = oauth.getError();
            challenge +=
                    ", error=\"" + error.getErrorCode() + "\", error_description=\"" + error.getDescription() + "\"";
            status = error instanceof BearerTokenError bearer
                    ? bearer.getHttpStatus().value()
                    : status;
        }
        if (DpopScheme.isIn(request)) {
            challenge += ", algs=\"" + String.join(" ", PublicKeys.STRICT) + "\"";
        }
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge);
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setStatus(status);
    }
}
