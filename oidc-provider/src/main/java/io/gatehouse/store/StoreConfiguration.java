package io.gatehouse.store;

import io.gatehouse.metrics.StoreMeters;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.time.Ticker;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What all stores have in common. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    @Bean
    StoreHealth storeHealthIndicator(ObjectProvider<WaitingRooms> rooms, Ticker ticker) {
        return new StoreHealth(rooms::getObject, ticker);
    }

    @Bean
    StoreGuards storeGuards(StoreHealth health, StoreMeters meters) {
        return new StoreGuards(health, meters);
    }
}
