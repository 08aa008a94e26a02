package io.gatehouse.door;

import io.gatehouse.time.Ticker;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what counts visitors by their address. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LimitProperties.class)
class LimitConfiguration {

    @Bean
    AddressLimits addressLimits(LimitProperties settings, Ticker ticker) {
        return new AddressLimits(
                limit(settings.freePlaces(), settings, ticker),
                limit(settings.places(), settings, ticker),
                limit(settings.parked().toBytes(), settings, ticker),
                limit(settings.deviceCodes(), settings, ticker),
                limit(settings.exempt(), settings, ticker));
    }

    private static AddressLimit limit(long most, LimitProperties settings, Ticker ticker) {
        return new AddressLimit(most, settings.window(), ticker, !settings.enabled());
    }
}
