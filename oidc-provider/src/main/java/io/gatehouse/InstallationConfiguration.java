package io.gatehouse;

import io.gatehouse.room.RoomId;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reads what all parts have to know of the installation, and commands too, which start no other part. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GatehouseProperties.class)
class InstallationConfiguration {

    @Bean
    Issuer issuer(GatehouseProperties properties) {
        return Issuer.of(properties.issuer());
    }

    /** The names alone: sites are read before their rooms, whose speed they limit. */
    @Bean
    Set<RoomId> roomIds(GatehouseProperties properties) {
        return properties.rooms().keySet().stream()
                .map(InstallationConfiguration::roomId)
                .collect(Collectors.toUnmodifiableSet());
    }

    static RoomId roomId(String name) {
        try {
            return new RoomId(name);
        } catch (IllegalArgumentException unusable) {
            throw new InvalidSettingException("gatehouse.rooms", String.valueOf(unusable.getMessage()), "shop");
        }
    }
}
