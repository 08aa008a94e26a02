package io.gatehouse.oidc.token;

import io.gatehouse.oidc.admission.AdmissionAuthentication;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.room.Place;
import java.security.Principal;
import java.util.HashMap;
import java.util.Map;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;

/** Believes active access tokens of ours whose admission goes on, opaque or JWT; counts any other for its site. */
public final class AccessTokens implements OpaqueTokenIntrospector {

    static final String CLIENT = "client_id";

    /** Under which name the claims stand that the login has asked of userinfo one by one. */
    static final String CLAIMS = "claims";

    /** Under which name the thumbprint of the key stands to which the token is bound; absent for a bearer token. */
    public static final String KEY = "jkt";

    private final StoredAuthorizations authorizations;

    private final SiteRefusals refusals;

    AccessTokens(StoredAuthorizations authorizations, SiteRefusals refusals) {
        this.authorizations = authorizations;
        this.refusals = refusals;
    }

    @Override
    public OAuth2AuthenticatedPrincipal introspect(String token) {
        var authorization = authorizations.findByToken(token, OAuth2TokenType.ACCESS_TOKEN);
        if (authorization == null
                || authorization.getAccessToken() == null
                || !authorization.getAccessToken().isActive()) {
            refusals.count(SiteRefusals.Reason.TOKEN, authorizations.client(token), "");
            throw new BadOpaqueTokenException("the access token is not active");
        }
        var scopes = authorization.getAccessToken().getToken().getScopes();
        var principal = authorization.getAttribute(Principal.class.getName());
        var place = authorization.getAttribute(Place.class.getName());
        var attributes = new HashMap<String, Object>(
                Map.of("sub", authorization.getPrincipalName(), CLIENT, authorization.getRegisteredClientId()));
        if (principal != null && place != null) {
            attributes.put(AdmissionAuthentication.class.getName(), principal);
            attributes.put(Place.class.getName(), place);
            attributes.put(CLAIMS, RequestedClaims.of(authorization));
        }
        TokenBinding.key(authorization.getAccessToken().getClaims()).ifPresent(key -> attributes.put(KEY, key));
        return new DefaultOAuth2AuthenticatedPrincipal(
                authorization.getPrincipalName(),
                attributes,
                AuthorityUtils.createAuthorityList(
                        scopes.stream().map(scope -> "SCOPE_" + scope).toList()));
    }
}
