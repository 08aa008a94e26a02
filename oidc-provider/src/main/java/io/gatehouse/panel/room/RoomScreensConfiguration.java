package io.gatehouse.panel.room;

import io.gatehouse.forecast.Forecasts;
import io.gatehouse.inlet.Turnstile;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screens and the API share: how rooms are looked at, and what is done to them. */
@Configuration(proxyBeanMethods = false)
class RoomScreensConfiguration {

    @Bean
    RoomViews roomViews(Turnstile turnstile, Forecasts forecasts) {
        return new RoomViews(turnstile, forecasts);
    }

    @Bean
    RoomActs roomActs() {
        return new RoomActs();
    }

    @Bean
    SettingsActs settingsActs() {
        return new SettingsActs();
    }
}
