package io.gatehouse.door;

import io.gatehouse.time.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Makes what counts visitors by their address. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LimitProperties.class)
class LimitConfiguration {

    /** Short: an address that has asked for too much is served again soon. */
    private static final Duration REQUESTS_WINDOW = Duration.ofSeconds(30);

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

    /** Behind {@link TrustedProxiesFilter}, which says whose a request is, and before all that costs more. */
    @Bean
    FilterRegistrationBean<PageRequestsFilter> pageRequests(
            LimitProperties settings, Ticker ticker, MeterRegistry meters) {
        var most = settings.requests();
        var limit = new AddressLimit(
                Math.max(1, most),
                REQUESTS_WINDOW,
                ticker,
                most == 0 || !settings.enabled(),
                AddressLimit.hits(meters, "requests"));
        var filter = new FilterRegistrationBean<>(new PageRequestsFilter(limit));
        filter.setUrlPatterns(PageRequestsFilter.PAGES);
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        return filter;
    }

    private static AddressLimit limit(long most, Counter hits, LimitProperties settings, Ticker ticker) {
        return new AddressLimit(most, settings.window(), ticker, !settings.enabled(), hits);
    }
}
