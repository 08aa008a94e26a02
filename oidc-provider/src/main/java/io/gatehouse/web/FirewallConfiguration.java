package io.gatehouse.web;

import java.util.function.Predicate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * Spring Security's firewall with a faster check: it would match each header against a regular expression at
 * each read. Almost all headers are printable ASCII, which it never refuses.
 */
@Configuration(proxyBeanMethods = false)
class FirewallConfiguration {

    @Bean
    HttpFirewall firewall() {
        var firewall = new StrictHttpFirewall();
        firewall.setAllowedHeaderNames(printableOr(StrictHttpFirewall.ALLOWED_HEADER_NAMES));
        firewall.setAllowedHeaderValues(printableOr(StrictHttpFirewall.ALLOWED_HEADER_VALUES));
        firewall.setAllowedParameterNames(printableOr(StrictHttpFirewall.ALLOWED_PARAMETER_NAMES));
        return firewall;
    }

    static boolean isPrintable(String text) {
        for (var at = 0; at < text.length(); at++) {
            if (text.charAt(at) < ' ' || text.charAt(at) > '~') {
                return false;
            }
        }
        return true;
    }

    private static Predicate<String> printableOr(Predicate<String> rule) {
        return text -> isPrintable(text) || rule.test(text);
    }
}
