package io.gatehouse.oidc.token;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The claims that a site asks for by the parameter {@code claims} (OpenID Connect Core section 5.5). The site
 * gets those that we have, essential or not; the others are left out, which is no error.
 *
 * @param userinfo the names of those that it wants of userinfo
 * @param idToken the names of those that it wants in ID tokens
 * @param subject the only visitor that it wants to hear of (section 5.5.1)
 * @param acr the only values of {@code acr} that it takes (section 5.5.1.1); empty when it takes any
 */
public record RequestedClaims(Set<String> userinfo, Set<String> idToken, Optional<String> subject, Set<String> acr) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Parameters of a login that keep the names of the requested claims. */
    private static final String OF_USERINFO = "claims.userinfo";

    private static final String OF_ID_TOKEN = "claims.id_token";

    static final List<String> KEPT = List.of(OF_USERINFO, OF_ID_TOKEN);

    /** No claims, for a request without the parameter. */
    public static final RequestedClaims NONE = new RequestedClaims(Set.of(), Set.of(), Optional.empty(), Set.of());

    /** Reads the parameter; empty if it does not follow section 5.5. Undefined members are ignored. */
    public static Optional<RequestedClaims> read(String parameter) {
        try {
            var claims = JSON.readTree(parameter);
            var userinfo = claims.path("userinfo");
            var idToken = claims.path("id_token");
            if (!claims.isObject() || !isRequest(userinfo) || !isRequest(idToken)) {
                return Optional.empty();
            }
            var acr = idToken.path("acr");
            return Optional.of(new RequestedClaims(
                    known(userinfo),
                    known(idToken),
                    Optional.of(idToken.path("sub").path("value"))
                            .filter(JsonNode::isString)
                            .map(JsonNode::asString),
                    acr.path("essential").asBoolean(false) ? values(acr) : Set.of()));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    /** The parameters that a login keeps. */
    public Map<String, String> kept() {
        var kept =
                new HashMap<>(Map.of(OF_USERINFO, String.join(" ", userinfo), OF_ID_TOKEN, String.join(" ", idToken)));
        kept.values().removeIf(String::isEmpty);
        return kept;
    }

    /** The claims that the site asked for when this login began. */
    static RequestedClaims of(OAuth2Authorization login) {
        var request = Optional.<OAuth2AuthorizationRequest>ofNullable(
                login.getAttribute(OAuth2AuthorizationRequest.class.getName()));
        var kept =
                request.map(OAuth2AuthorizationRequest::getAdditionalParameters).orElse(Map.of());
        return new RequestedClaims(
                words(kept.get(OF_USERINFO)), words(kept.get(OF_ID_TOKEN)), Optional.empty(), Set.of());
    }

    /** A claim is asked for by null or by an object (section 5.5.1); the whole may be left out. */
    private static boolean isRequest(JsonNode claims) {
        return claims.isMissingNode()
                || claims.isObject() && claims.valueStream().allMatch(claim -> claim.isNull() || claim.isObject());
    }

    private static Set<String> known(JsonNode claims) {
        return claims.propertyNames().stream().filter(AdmissionClaims::isOne).collect(Collectors.toSet());
    }

    private static Set<String> values(JsonNode claim) {
        var values = new LinkedHashSet<String>();
        claim.path("values").forEach(value -> values.add(value.asString("")));
        if (claim.has("value")) {
            values.add(claim.path("value").asString(""));
        }
        return values;
    }

    private static Set<String> words(@Nullable Object kept) {
        return kept instanceof String text && !text.isEmpty() ? Set.of(text.split(" ")) : Set.of();
    }
}
