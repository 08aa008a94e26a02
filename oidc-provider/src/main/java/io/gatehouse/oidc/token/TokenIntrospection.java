package io.gatehouse.oidc.token;

import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenIntrospection;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2TokenIntrospectionAuthenticationProvider;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2TokenIntrospectionAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;

/** Tells a site about its own tokens; those of other sites count as inactive (RFC 7662 section 4). */
public final class TokenIntrospection implements AuthenticationProvider {

    private final StoredAuthorizations authorizations;
    private final AuthenticationProvider springs;

    TokenIntrospection(RegisteredClientRepository clients, StoredAuthorizations authorizations) {
        this.authorizations = authorizations;
        this.springs = new OAuth2TokenIntrospectionAuthenticationProvider(clients, authorizations);
    }

    @Override
    public @Nullable Authentication authenticate(Authentication authentication) {
        var request = (OAuth2TokenIntrospectionAuthenticationToken) authentication;
        var found = authorizations.findByToken(request.getToken(), null);
        if (found != null && found.getRegisteredClientId().equals(TokenRevocation.clientId(request))) {
            return springs.authenticate(request);
        }
        var client = (Authentication) request.getPrincipal();
        return new OAuth2TokenIntrospectionAuthenticationToken(
                request.getToken(),
                client,
                OAuth2TokenIntrospection.builder(false).build());
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return OAuth2TokenIntrospectionAuthenticationToken.class.isAssignableFrom(authentication);
    }
}
