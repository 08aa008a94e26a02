package io.gatehouse;

import io.gatehouse.GatehouseProperties.RoomProperties;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Terms;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import io.gatehouse.setting.StoreProperties;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reads the settings of the installation for all parts, and for commands that start no other part. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({GatehouseProperties.class, StoreProperties.class})
class InstallationConfiguration {

    @Bean
    Issuer issuer(GatehouseProperties properties) {
        return Issuer.of(properties.issuer());
    }

    /** Only the terms: sites are read before their rooms, whose speed they limit. */
    @Bean
    Map<RoomId, Terms> roomTerms(GatehouseProperties properties) {
        return properties.rooms().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        room -> roomId(room.getKey()), room -> terms(room.getKey(), room.getValue())));
    }

    static Terms terms(String name, RoomProperties room) {
        var prefix = "gatehouse.rooms." + name;
        var alone = read(prefix + ".slot-held", room::terms, "45s");
        Terms.SETTINGS.forEach(setting -> setting.require(prefix, alone));
        read(prefix + ".grace", () -> alone.forgiving(room.requireGrace()), "0s");
        var telling = read(prefix + ".notices", () -> room.telling(alone), "email");
        return read(prefix + ".admission-renewal", () -> room.renewing(telling), "10m up to 2h");
    }

    static <T> T read(String property, Supplier<T> reader, String example) {
        try {
            return reader.get();
        } catch (IllegalArgumentException unusable) {
            throw new InvalidSettingException(property, String.valueOf(unusable.getMessage()), example);
        }
    }

    static RoomId roomId(String name) {
        var room = read("gatehouse.rooms", () -> new RoomId(name), "shop");
        if (room.equals(RoomId.HOUSE)) {
            throw new InvalidSettingException(
                    "gatehouse.rooms", "room must not be \"" + name + "\", which is the house's own", "shop");
        }
        return room;
    }
}
