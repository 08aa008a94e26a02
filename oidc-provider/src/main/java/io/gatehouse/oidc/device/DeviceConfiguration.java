package io.gatehouse.oidc.device;

import io.gatehouse.board.Boards;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.client.PublicClients;
import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.oidc.token.StoredAuthorizations;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import io.gatehouse.waitingroom.WaitingRooms;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.core.OAuth2Token;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenGenerator;

/** Makes what lets devices in. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DeviceProperties.class)
class DeviceConfiguration {

    @Bean
    DeviceCodes deviceCodes(
            ExpiringStore store, MasterKey master, SecureRandom random, Clock clock, DeviceProperties settings) {
        return new DeviceCodes(store, master, random, clock, settings);
    }

    @Bean
    DeviceGuesses deviceGuesses(Ticker ticker) {
        return new DeviceGuesses(ticker);
    }

    @Bean
    DeviceLogins deviceLogins(
            DeviceCodes devices,
            Admissions admissions,
            StoredAuthorizations authorizations,
            OAuth2TokenGenerator<? extends OAuth2Token> generator) {
        return new DeviceLogins(devices, admissions, authorizations, generator);
    }

    /** Its parts are providers, and no beans: Spring would ask each a second time, in a manager of its own. */
    @Bean
    DeviceEndpointsCustomizer deviceSeams(
            SiteClients clients,
            DeviceCodes devices,
            WaitingRooms rooms,
            Boards boards,
            DeviceLogins logins,
            Issuer issuer,
            AddressLimits limits,
            Clock clock) {
        return new DeviceEndpointsCustomizer(
                new PublicClients(clients),
                new DeviceGrant(devices, issuer, limits.deviceCodes()),
                new DeviceTokens(devices, rooms, boards, logins, clock));
    }
}
