package io.gatehouse;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.observation.SecurityObservationSettings;

/** Says what is observed of a request: that it came, and how it was answered. */
@Configuration(proxyBeanMethods = false)
class ObservationConfiguration {

    /** Spring Security would count each filter of its chains, for each request: a quarter of what a login costs. */
    @Bean
    SecurityObservationSettings securityObservations() {
        return SecurityObservationSettings.noObservations();
    }
}
