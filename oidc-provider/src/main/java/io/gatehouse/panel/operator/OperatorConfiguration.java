package io.gatehouse.panel.operator;

import io.gatehouse.door.LimitProperties;
import io.gatehouse.panel.answer.PanelPaths;
import io.gatehouse.panel.factor.SecondFactors;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import java.security.SecureRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts together how operators sign in and are recognised. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(PanelProperties.class)
class OperatorConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(OperatorConfiguration.class);

    @Bean
    Operators operators(PanelProperties properties, MasterKey master) {
        var operators = new Operators(properties, master);
        if (operators.isEmpty() && operators.provider().isEmpty()) {
            LOG.warn(
                    "no operator is configured, nobody can sign in at {}: run \"{}\", type a password, and set"
                            + " gatehouse.operators.<name>.password to the line that it prints",
                    PanelPaths.HOME,
                    Operators.HOW_TO_BEGIN);
        }
        return operators;
    }

    @Bean
    OperatorCookie operatorCookie(MasterKey master, Operators operators, SecureRandom random, Issuer issuer) {
        return new OperatorCookie(master, operators, random, issuer);
    }

    @Bean
    PendingSignIn pendingSignIn(MasterKey master, Issuer issuer) {
        return new PendingSignIn(master, issuer);
    }

    @Bean
    HalfSignIn halfSignIn(MasterKey master, Operators operators, SecureRandom random, Issuer issuer) {
        return new HalfSignIn(master, operators, random, issuer);
    }

    @Bean
    SignOuts signOuts(ExpiringStore store, SecondFactors factors) {
        return new SignOuts(store, factors);
    }

    @Bean
    Proofs proofs(Operators operators, SecondFactors factors, SignInThrottle throttle) {
        return new Proofs(operators, factors, throttle);
    }

    @Bean
    SignInThrottle signInThrottle(LimitProperties settings, Ticker ticker) {
        return new SignInThrottle(settings.signIns(), ticker);
    }

    @Bean
    CsrfToken csrfToken(MasterKey master) {
        return new CsrfToken(master);
    }
}
