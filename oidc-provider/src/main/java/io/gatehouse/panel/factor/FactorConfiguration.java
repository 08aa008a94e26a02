package io.gatehouse.panel.factor;

import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.value.ExpiringStore;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together what operators prove themselves by, beside the password. */
@Configuration(proxyBeanMethods = false)
class FactorConfiguration {

    @Bean
    SecondFactors secondFactors(
            ExpiringStore store, MasterKey master, Issuer issuer, SecureRandom random, Clock clock) {
        var keys = new SecurityKeys(new Challenges(store, master, random, clock), issuer);
        return new SecondFactors(store, master, keys, random, clock);
    }

    @Bean
    Enrolments enrolments(SecondFactors factors, MasterKey master, Issuer issuer, SecureRandom random, Clock clock) {
        return new Enrolments(factors, master, issuer, random, clock);
    }
}
