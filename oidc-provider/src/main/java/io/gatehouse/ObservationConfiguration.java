package io.gatehouse;

import ch.qos.logback.classic.LoggerContext;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.observation.SecurityObservationSettings;

/** Says what is observed of a request: that it came, how it was answered, and that a line was logged. */
@Configuration(proxyBeanMethods = false)
class ObservationConfiguration {

    /** Spring Security would count each filter of its chains, for each request: a quarter of what a login costs. */
    @Bean
    SecurityObservationSettings securityObservations() {
        return SecurityObservationSettings.noObservations();
    }

    /** In place of Micrometer's, which is left out of the automatic configuration. */
    @Bean
    LogCounts logCounts(MeterRegistry meters) {
        return new LogCounts(meters, (LoggerContext) LoggerFactory.getILoggerFactory());
    }
}
