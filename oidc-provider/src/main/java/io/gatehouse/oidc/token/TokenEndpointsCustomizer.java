package io.gatehouse.oidc.token;

import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2TokenIntrospectionEndpointConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2TokenRevocationEndpointConfigurer;

/** Where our tokens are let into Spring's endpoints: kept in the store, and over when their admission is. */
public final class TokenEndpointsCustomizer {

    private final TokenIntrospection introspection;
    private final TokenRevocation revocation;

    TokenEndpointsCustomizer(TokenIntrospection introspection, TokenRevocation revocation) {
        this.introspection = introspection;
        this.revocation = revocation;
    }

    public OAuth2TokenIntrospectionEndpointConfigurer introspection(
            OAuth2TokenIntrospectionEndpointConfigurer endpoint) {
        return endpoint.authenticationProvider(introspection);
    }

    public OAuth2TokenRevocationEndpointConfigurer revocation(OAuth2TokenRevocationEndpointConfigurer endpoint) {
        return endpoint.authenticationProvider(revocation);
    }
}
