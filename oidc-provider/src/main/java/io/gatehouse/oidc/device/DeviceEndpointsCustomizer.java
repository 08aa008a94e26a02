package io.gatehouse.oidc.device;

import io.gatehouse.oidc.client.PublicClients;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2ClientAuthenticationConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2DeviceAuthorizationEndpointConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2TokenEndpointConfigurer;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceCodeAuthenticationProvider;

/** Where devices are let into Spring's endpoints. Spring's own providers rest on consent by a person who is known. */
public final class DeviceEndpointsCustomizer {

    private final PublicClients clients;
    private final DeviceGrant codes;
    private final DeviceTokens tokens;

    DeviceEndpointsCustomizer(PublicClients clients, DeviceGrant codes, DeviceTokens tokens) {
        this.clients = clients;
        this.codes = codes;
        this.tokens = tokens;
    }

    public OAuth2ClientAuthenticationConfigurer clients(OAuth2ClientAuthenticationConfigurer endpoint) {
        return endpoint.authenticationConverter(PublicClients::named).authenticationProvider(clients);
    }

    public OAuth2DeviceAuthorizationEndpointConfigurer codes(OAuth2DeviceAuthorizationEndpointConfigurer endpoint) {
        return endpoint.authenticationProviders(providers -> {
                    providers.clear();
                    providers.add(codes);
                })
                .deviceAuthorizationResponseHandler(codes::answer);
    }

    public OAuth2TokenEndpointConfigurer tokens(OAuth2TokenEndpointConfigurer endpoint) {
        return endpoint.authenticationProviders(providers -> {
            providers.removeIf(OAuth2DeviceCodeAuthenticationProvider.class::isInstance);
            providers.add(tokens);
        });
    }
}
