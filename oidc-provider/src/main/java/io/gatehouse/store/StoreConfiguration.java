package io.gatehouse.store;

import io.gatehouse.room.Rooms;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans that all stores share. */
@Configuration(proxyBeanMethods = false)
@Import({StoreHealth.class, ClockWatch.class, StoreGuards.class})
class StoreConfiguration {

    @Bean
    HealthIndicator storeHealthIndicator(StoreHealth health, Rooms rooms) {
        return () -> health.of(rooms);
    }
}
