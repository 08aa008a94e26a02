package io.gatehouse.store;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What all stores have in common. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    @Bean
    StoreHealth storeHealthIndicator() {
        return new StoreHealth();
    }

    @Bean
    StoreGuards storeGuards(StoreHealth health) {
        return new StoreGuards(health);
    }
}
