package io.gatehouse.web;

import io.gatehouse.setting.Issuer;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;

/**
 * Tells browsers to come by https only (RFC 6797), where the issuer says so: by that, and not by the request, which a proxy
 * may have sent on by plain http. Other hosts below this one are nobody's business here.
 */
@Configuration(proxyBeanMethods = false)
class StrictTransportConfiguration {

    private static final Duration A_YEAR = Duration.ofDays(365);

    /** In front of everything, so that no answer lacks it. */
    @Bean
    FilterRegistrationBean<HeaderWriterFilter> strictTransport(Issuer issuer) {
        var writer = new HstsHeaderWriter(AnyRequestMatcher.INSTANCE, A_YEAR.toSeconds(), false);
        var filter = new HeaderWriterFilter(List.of(writer));
        filter.setShouldWriteHeadersEagerly(true);
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        registration.setEnabled(issuer.isSecure());
        return registration;
    }
}
