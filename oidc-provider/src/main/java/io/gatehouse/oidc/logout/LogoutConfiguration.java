package io.gatehouse.oidc.logout;

import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.oidc.client.SiteRefusals;
import io.gatehouse.oidc.key.IdTokenHints;
import io.gatehouse.oidc.key.SigningKeys;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import io.gatehouse.time.Scheduler;
import io.gatehouse.value.ExpiringStore;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes what tells sites that a visit has ended. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LogoutProperties.class)
class LogoutConfiguration {

    @Bean
    LogoutNotices logoutNotices(
            Sites sites,
            ExpiringStore store,
            SubjectIdentifiers subjects,
            LogoutTokens tokens,
            LogoutProperties properties,
            SiteMetrics metrics,
            Clock clock,
            Scheduler scheduler) {
        return new LogoutNotices(sites, store, subjects, tokens, properties, metrics, clock, scheduler);
    }

    @Bean
    LogoutRequests logoutRequests(Sites sites, IdTokenHints hints, SiteRefusals refusals) {
        return new LogoutRequests(sites, hints, refusals);
    }

    @Bean
    LogoutTokens logoutTokens(SigningKeys keys, Issuer issuer, Clock clock) {
        return new LogoutTokens(keys, issuer, clock);
    }
}
