package io.gatehouse.panel.codes;

import io.gatehouse.ledger.Ledgers;
import io.gatehouse.pass.Passes;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the screen and the API share: what is done to codes. */
@Configuration(proxyBeanMethods = false)
class CodesConfiguration {

    @Bean
    CodesActs codesActs(Passes passes, Ledgers ledgers, Clock clock) {
        return new CodesActs(passes, ledgers, clock);
    }
}
