package io.gatehouse.store;

import io.gatehouse.metrics.StoreMeters;
import io.gatehouse.room.Rooms;
import io.gatehouse.time.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What all stores have in common. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    /** Known to the guards of the stores, on which the rooms rest; so it is told of the rooms when it is asked. */
    @Bean
    StoreHealth storeHealth(Ticker ticker) {
        return new StoreHealth(ticker);
    }

    @Bean
    HealthIndicator storeHealthIndicator(StoreHealth health, Rooms rooms) {
        return () -> health.of(rooms);
    }

    @Bean
    ClockWatch clockWatch(Optional<StoreTime> time, Clock clock, Ticker ticker, MeterRegistry meters) {
        var watch = new ClockWatch(time, clock, ticker);
        TimeGauge.builder("gatehouse.clock.ahead", watch, TimeUnit.MILLISECONDS, known -> known.ahead()
                        .toMillis())
                .description("How far this node's clock is ahead of the store's, at least; negative when it is behind")
                .register(meters);
        return watch;
    }

    @Bean
    StoreGuards storeGuards(StoreHealth health, StoreMeters meters, ClockWatch clock) {
        return new StoreGuards(health, meters, clock);
    }
}
