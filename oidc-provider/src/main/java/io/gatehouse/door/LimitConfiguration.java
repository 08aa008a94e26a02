package io.gatehouse.door;

import io.gatehouse.time.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Function;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what counts visitors by their address. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LimitProperties.class)
class LimitConfiguration {

    @Bean
    AddressLimits addressLimits(LimitProperties settings, Ticker ticker, MeterRegistry meters) {
        Function<String, Counter> hits = limit -> AddressLimit.hits(meters, limit);
        return new AddressLimits(
                limit(settings.freePlaces(), hits.apply("free-places"), settings, ticker),
                limit(settings.places(), hits.apply("places"), settings, ticker),
                limit(settings.parked().toBytes(), hits.apply("parked"), settings, ticker),
                limit(settings.deviceCodes(), hits.apply("device-codes"), settings, ticker),
                limit(settings.exempt(), hits.apply("exempt"), settings, ticker));
    }

    private static AddressLimit limit(long most, Counter hits, LimitProperties settings, Ticker ticker) {
        return new AddressLimit(most, settings.window(), ticker, !settings.enabled(), hits);
    }
}
