package io.gatehouse.door;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Issuer;
import java.util.List;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.StaticHeadersWriter;

/**
 * Tells browsers to use https only (RFC 6797), if the issuer is https. The request does not decide, because a
 * proxy may have forwarded it by plain http. Subdomains are not included.
 *
 * <p>Answers that the server gives before any servlet have no such header: a browser gets it with another
 * answer.
 */
@Configuration(proxyBeanMethods = false)
class StrictTransportConfiguration {

    @Bean
    StrictTransport whatIsSaidOfHttps(Issuer issuer, ProxyProperties settings) {
        var span = settings.strictTransport();
        if (span.isNegative()) {
            throw new InvalidSettingException("gatehouse.strict-transport", "must be 0 or more, was " + span, "365d");
        }
        return StrictTransport.of(issuer.isSecure(), span.toSeconds());
    }

    /** Stands before all other filters, so that no answer of a servlet or a filter lacks the header. */
    @Bean
    FilterRegistrationBean<HeaderWriterFilter> strictTransport(StrictTransport said) {
        var writer =
                new StaticHeadersWriter(StrictTransport.HEADER, said.value().orElse(""));
        var filter = new HeaderWriterFilter(List.of(writer));
        filter.setShouldWriteHeadersEagerly(true);
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
        registration.setEnabled(said.value().isPresent());
        return registration;
    }
}
