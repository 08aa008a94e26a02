package io.gatehouse;

import io.gatehouse.GatehouseProperties.RoomProperties;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setting.Spans;
import io.gatehouse.setting.StoreProperties;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reads what all parts have to know of the installation, and commands too, which start no other part. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({GatehouseProperties.class, StoreProperties.class})
class InstallationConfiguration {

    @Bean
    Issuer issuer(GatehouseProperties properties) {
        return Issuer.of(properties.issuer());
    }

    /** No more of them than this: sites are read before their rooms, whose speed they limit. */
    @Bean
    Map<RoomId, Terms> roomTerms(GatehouseProperties properties) {
        return properties.rooms().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        room -> roomId(room.getKey()), room -> terms(room.getKey(), room.getValue())));
    }

    static Terms terms(String name, RoomProperties room) {
        var prefix = "gatehouse.rooms." + name;
        within(prefix + ".claim-window", room.claimWindow(), Duration.ofSeconds(1), Duration.ofDays(1), "10m");
        within(prefix + ".admission-ttl", room.admissionTtl(), Duration.ofSeconds(1), Duration.ofDays(30), "1h");
        var returnWindow = Objects.requireNonNullElse(room.returnWindow(), Terms.usualReturn(room.claimWindow()));
        within(prefix + ".return-window", returnWindow, Duration.ofSeconds(1), Duration.ofDays(1), "10m");
        within(prefix + ".waiting-ttl", room.waitingTtl(), Duration.ofMinutes(10), Duration.ofDays(30), "1d");
        return new Terms(room.claimWindow(), room.admissionTtl(), returnWindow, room.waitingTtl());
    }

    private static void within(String property, Duration value, Duration least, Duration most, String example) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidSettingException(
                    property,
                    "must be from " + Spans.text(least) + " to " + Spans.text(most) + ", was " + Spans.text(value),
                    example);
        }
    }

    static RoomId roomId(String name) {
        try {
            return new RoomId(name);
        } catch (IllegalArgumentException unusable) {
            throw new InvalidSettingException("gatehouse.rooms", String.valueOf(unusable.getMessage()), "shop");
        }
    }
}
