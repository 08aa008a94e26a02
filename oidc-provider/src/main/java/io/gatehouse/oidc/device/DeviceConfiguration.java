package io.gatehouse.oidc.device;

import io.gatehouse.board.Boards;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.oidc.client.PublicClients;
import io.gatehouse.oidc.client.SiteClients;
import io.gatehouse.setting.Issuer;
import io.gatehouse.waitingroom.WaitingRooms;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what lets devices in. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DeviceProperties.class)
@Import({DeviceCodes.class, DeviceGuesses.class, DeviceLogins.class})
class DeviceConfiguration {

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
