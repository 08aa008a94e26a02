package io.gatehouse.panel.room;

import io.gatehouse.draw.Seeds;
import io.gatehouse.forecast.Forecasts;
import io.gatehouse.inlet.Turnstile;
import io.gatehouse.ledger.Ledgers;
import io.gatehouse.words.Editions;
import io.gatehouse.words.Texts;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screens and the API share: how rooms are looked at, and what is done to them. */
@Configuration(proxyBeanMethods = false)
class RoomScreensConfiguration {

    @Bean
    RoomViews roomViews(Turnstile turnstile, Forecasts forecasts, Seeds seeds, Clock clock) {
        return new RoomViews(turnstile, forecasts, seeds, clock);
    }

    @Bean
    RoomActs roomActs(Ledgers ledgers, Clock clock) {
        return new RoomActs(ledgers, clock);
    }

    @Bean
    WordsActs wordsActs(Editions editions, Texts pages, Ledgers ledgers) {
        return new WordsActs(editions, pages, ledgers);
    }

    @Bean
    SettingsActs settingsActs(Ledgers ledgers, Clock clock) {
        return new SettingsActs(ledgers, clock);
    }
}
