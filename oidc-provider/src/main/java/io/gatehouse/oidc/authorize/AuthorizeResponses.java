package io.gatehouse.oidc.authorize;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.setting.Issuer;
import io.gatehouse.visitor.PageWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.UriUtils;

/**
 * Sends the answer to an authorize request back to the site: by query or form_post (OAuth 2.0 Multiple Response Type
 * Encoding Practices; Form Post Response Mode), with {@code state} exactly as it came and {@code iss} (RFC 9207).
 */
final class AuthorizeResponses {

    private final Issuer issuer;
    private final PageWriter pages;

    AuthorizeResponses(Issuer issuer, PageWriter pages) {
        this.issuer = issuer;
        this.pages = pages;
    }

    void code(AuthorizeRequest request, String code, HttpServletRequest http, HttpServletResponse response)
            throws IOException {
        send(request, Map.of("code", code), http, response);
    }

    void error(
            AuthorizeRequest request,
            AuthorizeRules.Refusal refusal,
            HttpServletRequest http,
            HttpServletResponse response)
            throws IOException {
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("error", refusal.code());
        parameters.put("error_description", refusal.description());
        send(request, parameters, http, response);
    }

    private void send(
            AuthorizeRequest request, Map<String, String> result, HttpServletRequest http, HttpServletResponse response)
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
            response.setHeader(HttpHeaders.LOCATION, withQuery(request.redirectUri(), parameters));
        }
    }

    /** The parameters go behind a query that the redirect URI may have (RFC 6749 section 3.1.2). */
    private static String withQuery(String redirectUri, Map<String, String> parameters) {
        var query = parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + UriUtils.encode(parameter.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        if (!redirectUri.contains("?")) {
            return redirectUri + "?" + query;
        }
        return redirectUri + (redirectUri.endsWith("?") || redirectUri.endsWith("&") ? "" : "&") + query;
    }
}
