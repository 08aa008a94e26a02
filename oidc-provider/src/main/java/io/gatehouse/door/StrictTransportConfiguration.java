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
 * Tells browsers to come by https only (RFC 6797), where the issuer says so: by that, and not by the request, which a proxy
 * may have sent on by plain http. Other hosts below this one are nobody's business here.
 *
 * <p>What the server refuses before any servlet has it goes without: there a browser has been told, or is told next time.
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

    /** In front of what else there is, so that no answer of a servlet or a filter lacks it. */
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
