package io.gatehouse.metrics;

import io.gatehouse.forecast.Forecasts;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.time.Ticker;
import io.gatehouse.web.ApiPaths;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what counts. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MetricsProperties.class)
class MetricsConfiguration {

    @Bean
    LineCounts lineCounts(MeterRegistry registry, Clock clock) {
        return new LineCounts(registry, clock);
    }

    @Bean
    StoreMeters storeMeters(MeterRegistry registry, LineCounts line, Ticker ticker) {
        return new StoreMeters(registry, line, ticker);
    }

    @Bean
    RoomMeters roomMeters(
            MeterRegistry registry,
            LineCounts line,
            Forecasts forecasts,
            ObjectProvider<Turnstile> turnstile,
            ObjectProvider<WaitingRooms> rooms,
            Ticker ticker) {
        return new RoomMeters(registry, line, forecasts, turnstile::getObject, rooms::getObject, ticker);
    }

    @Bean
    ApiPaths whatScrapersAsk() {
        return new ApiPaths(ScrapeEndpoint.PATH);
    }
}
