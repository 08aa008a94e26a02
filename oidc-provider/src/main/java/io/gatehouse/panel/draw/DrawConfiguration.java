package io.gatehouse.panel.draw;

import io.gatehouse.draw.Seeds;
import io.gatehouse.ledger.Ledgers;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screen and the API share: the draws, and what is done to them. */
@Configuration(proxyBeanMethods = false)
class DrawConfiguration {

    @Bean
    DrawActs drawActs(Seeds seeds, Ledgers ledgers, Clock clock) {
        return new DrawActs(seeds, ledgers, clock);
    }
}
