package io.gatehouse.waitingroom;

import io.gatehouse.draw.Seeds;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.forecast.RoomForecast;
import io.gatehouse.forecast.Timetable;
import io.gatehouse.history.History;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.LocalCounts;
import io.gatehouse.history.MinuteRecorder;
import io.gatehouse.inlet.TunedLimits;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.setting.TurnstileProperties;
import io.gatehouse.time.Scheduler;
import io.gatehouse.time.Ticker;
import io.gatehouse.web.OutageLog;
import java.time.Clock;
import java.util.Optional;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;

/** Starts the turnstile. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TurnstileProperties.class)
@Import({ValueWatch.class, RoomTicks.class, TunedLimits.class})
class TurnstileConfiguration {

    @Bean
    Turnstile turnstile(
            Clock clock,
            Ticker ticker,
            TurnstileProperties properties,
            Seeds seeds,
            OutageLog outages,
            TunedLimits limits) {
        return new Turnstile(clock, ticker, properties.tick(), seeds, outages::wasRefused, limits);
    }

    @Bean
    Forecasts forecasts(History history, Turnstile turnstile, Optional<Timetable> timetable) {
        return new Forecasts(
                history::minutes,
                (room, seen) -> turnstile.allowance(room, seen).why(),
                timetable);
    }

    @Bean
    MinuteRecorder minuteRecorder(
            History history, LocalCounts counts, Turnstile turnstile, TunedLimits limits, Forecasts forecasts) {
        return new MinuteRecorder(
                history,
                counts,
                (room, seen) -> turnstile.allowance(room, seen).why(),
                (room, seen) -> limits.known(room.id())
                        .map(limit -> HistoryRow.Tuned.of(
                                limit.perMinute(room.settings(seen)), limit.slots(room.settings(seen)))),
                room -> forecasts
                        .of(room)
                        .map(RoomForecast::score)
                        .map(score ->
                                new HistoryRow.Score(score.kept(), score.early(), score.late(), score.byOperator())));
    }

    /** Runs while all other parts still work: later the connections to the store are closed. */
    @Bean
    ApplicationListener<ContextClosedEvent> endOfMinutes(MinuteRecorder recorder, Forecasts forecasts) {
        return closed -> {
            forecasts.close();
            recorder.close();
        };
    }

    /** Runs when all other parts work: a beat shows the rooms to all watchers. */
    @Bean
    ApplicationListener<ApplicationStartedEvent> turnstileStart(
            RoomTicks ticks, Scheduler scheduler, TurnstileProperties properties) {
        return started -> ticks.begin(scheduler, properties.tick());
    }
}
