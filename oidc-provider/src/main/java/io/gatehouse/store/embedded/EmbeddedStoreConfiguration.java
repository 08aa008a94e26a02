package io.gatehouse.store.embedded;

import io.gatehouse.oidc.ExpiringStore;
import io.gatehouse.room.RoomStore;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps everything in one file of the data folder, unless another store is chosen. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "gatehouse.store", havingValue = "embedded", matchIfMissing = true)
@EnableConfigurationProperties(EmbeddedStoreProperties.class)
class EmbeddedStoreConfiguration {

    @Bean
    EmbeddedFile embeddedFile(EmbeddedStoreProperties properties, Clock clock) {
        return EmbeddedFile.open(properties.data(), clock);
    }

    @Bean
    RoomStore roomStore(EmbeddedFile file) {
        return new EmbeddedRoomStore(file);
    }

    @Bean
    ExpiringStore expiringStore(EmbeddedFile file) {
        return new EmbeddedExpiringStore(file);
    }
}
