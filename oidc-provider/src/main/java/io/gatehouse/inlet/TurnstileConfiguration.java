package io.gatehouse.inlet;

import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.WaitingRooms;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;

/** Winds the turnstile up: the one scheduled thing. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@EnableConfigurationProperties(TurnstileProperties.class)
class TurnstileConfiguration {

    @Bean
    Turnstile turnstile(Clock clock, TurnstileProperties properties, List<RoomWatcher> watchers) {
        return new Turnstile(clock, properties.tick(), watchers);
    }

    @Bean
    SchedulingConfigurer turnstileSchedule(
            Turnstile turnstile, ObjectProvider<WaitingRooms> rooms, TurnstileProperties properties) {
        return tasks ->
                tasks.addFixedRateTask(() -> rooms.getObject().all().forEach(turnstile::tick), properties.tick());
    }
}
