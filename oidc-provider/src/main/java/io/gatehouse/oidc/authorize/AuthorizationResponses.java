package io.gatehouse.oidc.authorize;

import io.gatehouse.page.PageWriter;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.Query;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/**
 * Sends the answer to an authorization request back to the site: by query or form_post (OAuth 2.0 Multiple
 * Response Type Encoding Practices; Form Post Response Mode), with {@code state} exactly as it came and
 * {@code iss} (RFC 9207).
 */
final class AuthorizationResponses {

    private final Issuer issuer;
    private final PageWriter pages;

    AuthorizationResponses(Issuer issuer, PageWriter pages) {
        this.issuer = issuer;
        this.pages = pages;
    }

    void code(AuthorizationRequest request, String code, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        send(request, Map.of("code", code), http, response);
    }

    void error(
            AuthorizationRequest request,
            AuthorizationRequestRules.Refusal refusal,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("error", refusal.code());
        parameters.put("error_description", refusal.description());
        send(request, parameters, http, response);
    }

    private void send(
            AuthorizationRequest request,
            Map<String, String> result,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var parameters = new LinkedHashMap<>(result);
        request.state().ifPresent(state -> parameters.put("state", state));
        if (request.site().settings().iss()) {
            parameters.put("iss", issuer.value());
        }
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
        response.setHeader("Referrer-Policy", "no-referrer");
        if (request.isFormPost()) {
            pages.formPost(request.redirectUri(), parameters, http, response);
        } else {
            response.setStatus(HttpServletResponse.SC_FOUND);
            response.setHeader(HttpHeaders.LOCATION, Query.append(request.redirectUri(), Query.of(parameters)));
        }
    }
}
