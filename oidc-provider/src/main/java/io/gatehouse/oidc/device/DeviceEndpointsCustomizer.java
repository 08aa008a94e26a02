package io.gatehouse.oidc.device;

import io.gatehouse.board.Boards;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.oidc.client.PublicClients;
import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2ClientAuthenticationConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2DeviceAuthorizationEndpointConfigurer;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.authorization.OAuth2TokenEndpointConfigurer;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2DeviceCodeAuthenticationProvider;

/** Adds devices to Spring's endpoints. Spring's own providers rest on consent by a person who is known. */
public final class DeviceEndpointsCustomizer {

    private final PublicClients clients;
    private final DeviceGrant codes;
    private final DeviceTokens tokens;

    /** Makes the providers, which are no beans: Spring would ask each a second time, in a manager of its own. */
    DeviceEndpointsCustomizer(
            SiteClients clients,
            DeviceCodes devices,
            WaitingRooms rooms,
            Boards boards,
            DeviceLogins logins,
            Issuer issuer,
            AddressLimits limits,
            Clock clock) {
        this.clients = new PublicClients(clients);
        this.codes = new DeviceGrant(devices, issuer, limits.deviceCodes());
        this.tokens = new DeviceTokens(devices, rooms, boards, logins, clock);
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
