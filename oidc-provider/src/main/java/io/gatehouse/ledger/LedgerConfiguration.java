package io.gatehouse.ledger;

import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Ticker;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Opens the ledgers. */
@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {

    @Bean
    Ledgers ledgers(LedgerStore store, SigningKeys keys, Issuer issuer, Clock clock, Ticker ticker) {
        return new Ledgers(store, new Checkpoints(keys, issuer), clock, ticker);
    }
}
