package io.gatehouse.metrics;

import io.gatehouse.web.ApiPaths;
import io.gatehouse.web.RoomCounts;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what counts. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MetricsProperties.class)
@Import({Scrapes.class, LineCounts.class, StoreMeters.class, RoomMeters.class})
class MetricsConfiguration {

    /** Counted by the visitors' side and by the API, where they refuse newcomers. */
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
    ApiPaths whatScrapersAsk() {
        return new ApiPaths(ScrapeEndpoint.PATH);
    }
}
