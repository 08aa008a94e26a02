package io.gatehouse.oidc.authorize;

import com.nimbusds.jwt.PlainJWT;
import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.oidc.token.RequestedClaims;
import io.gatehouse.site.Site;
import jakarta.servlet.http.HttpServletRequest;
import java.text.ParseException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/**
 * An authorization request (OpenID Connect Core section 3.1.2.1) whose client and redirect URI are known to
 * belong together; so its other faults may be told to the site.
 *
 * @param parameters as sent, or as pushed before; decoded
 * @param pushedAs the {@code request_uri} of a pushed request (RFC 9126); empty for any other
 */
record AuthorizationRequest(
        Site site, String redirectUri, MultiValueMap<String, String> parameters, Optional<String> pushedAs) {

    /** The name under which a servlet request carries it. */
    static final String ATTRIBUTE = AuthorizationRequest.class.getName();

    /** The one that {@link AuthorizationRequestFilter} has found in a servlet request. */
    static AuthorizationRequest of(HttpServletRequest http) {
        if (http.getAttribute(ATTRIBUTE) instanceof AuthorizationRequest request) {
            return request;
        }
        throw new IllegalStateException("no authorization request has been read");
    }

    /** The parameter, if it was sent and is not empty (RFC 6749 section 3.1: empty counts as omitted). */
    Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.getFirst(name)).filter(value -> !value.isEmpty());
    }

    Optional<String> state() {
        return parameter("state");
    }

    Set<String> scopes() {
        var asked = words("scope");
        asked.retainAll(SiteClients.SCOPES);
        return asked;
    }

    Set<String> prompts() {
        return words("prompt");
    }

    boolean isPromptNone() {
        return prompts().contains("none");
    }

    /** In seconds; only after the request has been checked. */
    Optional<Long> maxAge() {
        return parameter("max_age").map(Long::parseLong);
    }

    /** The claims that it asks for one by one; only after the request has been checked. */
    RequestedClaims claims() {
        return parameter("claims").flatMap(RequestedClaims::read).orElse(RequestedClaims.NONE);
    }

    boolean isFormPost() {
        return parameter("response_mode").filter("form_post"::equals).isPresent();
    }

    /**
     * This request, for the answer that refuses it. We support no request object, but an unsigned one may say
     * how to send the refusal, and with which state (OpenID Connect Core section 6.1).
     */
    AuthorizationRequest asRefused() {
        var object = parameter("request").map(AuthorizationRequest::unsigned).orElse(Map.of());
        var known = new LinkedMultiValueMap<>(parameters);
        for (var name : List.of("response_mode", "state")) {
            if (parameter(name).isEmpty() && object.get(name) instanceof String inObject) {
                known.set(name, inObject);
            }
        }
        return new AuthorizationRequest(site, redirectUri, known, pushedAs);
    }

    private static Map<String, Object> unsigned(String object) {
        try {
            return PlainJWT.parse(object).getJWTClaimsSet().getClaims();
        } catch (ParseException signedOrNone) {
            return Map.of();
        }
    }

    private Set<String> words(String name) {
        var words =
                new LinkedHashSet<>(List.of(parameter(name).orElse("").trim().split(" +")));
        words.remove("");
        return words;
    }
}
