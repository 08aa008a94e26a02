package io.gatehouse.store;

import io.gatehouse.metrics.StoreMeters;
import io.gatehouse.room.Rooms;
import io.gatehouse.time.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What all stores have in common. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    @Bean
    StoreHealth storeHealthIndicator(Rooms rooms, Ticker ticker) {
        return new StoreHealth(rooms, ticker);
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
