package io.gatehouse.inlet;

import io.gatehouse.room.RoomWatcher;
import io.gatehouse.room.WaitingRooms;
import io.gatehouse.setting.TurnstileProperties;
import java.time.Clock;
import java.util.List;
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
    RoomTicks roomTicks(Turnstile turnstile, WaitingRooms rooms) {
        return new RoomTicks(turnstile, rooms);
    }

    /**
     * A beat takes no time, so a fixed delay is as good as a fixed rate; and unlike that, Spring never starts two at once
     * (with virtual threads it would), nor all those at once that a frozen node has missed.
     */
    @Bean
    SchedulingConfigurer turnstileSchedule(RoomTicks ticks, TurnstileProperties properties) {
        return tasks -> tasks.addFixedDelayTask(ticks::beat, properties.tick());
    }
}
