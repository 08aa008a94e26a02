package io.gatehouse;

import ch.qos.logback.classic.LoggerContext;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.observation.SecurityObservationSettings;

/** Configures observations: requests, their answers, and log lines. */
@Configuration(proxyBeanMethods = false)
class ObservationConfiguration {

    /** Without this, Spring Security counts each filter in each request: a quarter of a login's cost. */
    @Bean
    SecurityObservationSettings securityObservations() {
        return SecurityObservationSettings.noObservations();
    }

    /** Replaces Micrometer's counter, which the automatic configuration leaves out. */
    @Bean
    LogCounts logCounts(MeterRegistry meters) {
        return new LogCounts(meters, (LoggerContext) LoggerFactory.getILoggerFactory());
    }
}
