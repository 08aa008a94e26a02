package io.gatehouse.metrics;

import io.gatehouse.forecast.Forecasts;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.time.Ticker;
import io.gatehouse.web.ApiPaths;
import io.gatehouse.web.RoomCounts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what counts. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MetricsProperties.class)
class MetricsConfiguration {

    @Bean
    Scrapes scrapes(PrometheusMeterRegistry registry) {
        return new Scrapes(registry);
    }

    @Bean
    LineCounts lineCounts(MeterRegistry registry, Clock clock) {
        return new LineCounts(registry, clock);
    }

    @Bean
    StoreMeters storeMeters(MeterRegistry registry, LineCounts line, Ticker ticker) {
        return new StoreMeters(registry, line, ticker);
    }

    /** By those who refuse them, visitors' side and API alike. */
    @Bean
    RoomCounts newcomerCounts(MeterRegistry registry) {
        return new RoomCounts(
                registry,
                "gatehouse.newcomers",
                "Newcomers who were not given a place at once",
                "asked",
                "busy",
                "full",
                "closed",
                "sold-out");
    }

    @Bean
    RoomMeters roomMeters(
            MeterRegistry registry,
            LineCounts line,
            RoomCounts newcomers,
            Forecasts forecasts,
            Turnstile turnstile,
            Ticker ticker) {
        return new RoomMeters(registry, line, newcomers, forecasts, turnstile, ticker);
    }

    @Bean
    ApiPaths whatScrapersAsk() {
        return new ApiPaths(ScrapeEndpoint.PATH);
    }
}
