package io.gatehouse.door;

import io.gatehouse.setting.InvalidSettingException;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Says how far the words of proxies are believed. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ProxyProperties.class)
class ProxyConfiguration {

    private static final int MOST = 10;

    @Bean
    FilterRegistrationBean<TrustedProxiesFilter> trustedProxies(ProxyProperties settings) {
        var proxies = settings.trustedProxies();
        if (proxies < 0 || proxies > MOST) {
            throw new InvalidSettingException(
                    "gatehouse.trusted-proxies", "must be 0 to " + MOST + ", was " + proxies, "1");
        }
        var filter = new FilterRegistrationBean<>(new TrustedProxiesFilter(new ForwardedFor(proxies)));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }
}
