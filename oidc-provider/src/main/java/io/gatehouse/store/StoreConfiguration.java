package io.gatehouse.store;

import io.gatehouse.metrics.StoreMeters;
import io.gatehouse.time.Ticker;
import io.gatehouse.waitingroom.WaitingRooms;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
    ClockWatch clockWatch(ObjectProvider<StoreTime> time, Clock clock, Ticker ticker, MeterRegistry meters) {
        var watch = new ClockWatch(() -> Optional.ofNullable(time.getIfAvailable()), clock, ticker);
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
