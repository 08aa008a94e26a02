package io.gatehouse.panel;

import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.answer.Problem;
import io.gatehouse.panel.answer.Refusals;
import io.gatehouse.panel.operator.Role;
import io.gatehouse.panel.operator.SignedInOperator;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/**
 * Answers strangers, a browser by the sign-in page and an API client by a 401, and those who are known and
 * may not do what they ask for.
 */
final class PanelEntryPoint implements AuthenticationEntryPoint, AccessDeniedHandler {

    private static final String REALM = "Bearer realm=\"gatehouse\"";

    private final Refusals refusals;

    PanelEntryPoint(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException stranger)
            throws IOException {
        if (!PanelPaths.isApi(request)) {
            response.setStatus(HttpStatus.SEE_OTHER.value());
            response.setHeader(HttpHeaders.LOCATION, PanelPaths.SIGN_IN + "?return=" + PanelPaths.screenOf(request));
        } else if (stranger instanceof OAuth2AuthenticationException) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, REALM + ", error=\"invalid_token\"");
            refusals.answer(request, response, Problem.SIGN_IN_NEEDED, "the bearer token is unknown or has ended");
        } else {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, REALM);
            refusals.answer(request, response, Problem.SIGN_IN_NEEDED, "send an operator's cookie or a bearer token");
        }
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
            throws IOException {
        refusals.answer(request, response, Problem.INSUFFICIENT_SCOPE, "screens are for operators, and not for tokens");
    }

    /** Answers a request whose role, or token's scope, is too small for an address. */
    void tooSmall(HttpServletRequest request, HttpServletResponse response, Role needed) throws IOException {
        var operator = SignedInOperator.current();
        if (operator.isPresent()) {
            var role = operator.get().role().word();
            refusals.closed(
                    request, response, "this needs the role " + needed.word() + ", and you have the role " + role);
        } else {
            var scope = needed.scope();
            response.setHeader(
                    HttpHeaders.WWW_AUTHENTICATE, REALM + ", error=\"insufficient_scope\", scope=\"" + scope + "\"");
            refusals.answer(request, response, Problem.INSUFFICIENT_SCOPE, "this needs a token of the scope " + scope);
        }
    }
}
