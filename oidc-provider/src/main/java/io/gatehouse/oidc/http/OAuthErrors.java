package io.gatehouse.oidc.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import tools.jackson.databind.json.JsonMapper;

/** Errors at the endpoints that sites call, as RFC 6749 section 5.2 has them. */
public final class OAuthErrors implements AuthenticationFailureHandler {

    private final JsonMapper json = JsonMapper.shared();

    @Override
    public void onAuthenticationFailure(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        var error = failure instanceof OAuth2AuthenticationException oauth ? oauth.getError() : null;
        var code = error == null ? OAuth2ErrorCodes.SERVER_ERROR : error.getErrorCode();
        var body = new LinkedHashMap<String, Object>();
        body.put("error", code);
        if (error != null && error.getDescription() != null) {
            body.put("error_description", error.getDescription());
        }
        if (error instanceof DevicePending pending) {
            body.putAll(pending.members());
        }
        if (code.equals(OAuth2ErrorCodes.INVALID_CLIENT)) {
            response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
            response.setHeader("WWW-Authenticate", "Basic realm=\"Gatehouse\"");
        } else if (error instanceof TooManyRequests tooMany) {
            response.setStatus(429);
            response.setHeader("Retry-After", String.valueOf(tooMany.seconds()));
        } else {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        }
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/json");
        response.getOutputStream().write(json.writeValueAsString(body).getBytes(StandardCharsets.UTF_8));
    }
}
