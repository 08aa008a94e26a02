package io.gatehouse.door;

import io.gatehouse.time.Ticker;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
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
        return new AddressLimits(
                limit("free-places", settings.freePlaces(), settings, ticker, meters),
                limit("places", settings.places(), settings, ticker, meters),
                limit("parked", settings.parked().toBytes(), settings, ticker, meters),
                limit("device-codes", settings.deviceCodes(), settings, ticker, meters),
                limit("exempt", settings.exempt(), settings, ticker, meters));
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

    private static AddressLimit limit(
            String name, long most, LimitProperties settings, Ticker ticker, MeterRegistry meters) {
        var hits = AddressLimit.hits(meters, name);
        return new AddressLimit(most, settings.window(), ticker, !settings.enabled(), hits);
    }
}
