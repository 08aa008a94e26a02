package io.gatehouse.oidc.gate;

import io.gatehouse.browser.BrowserSession;
import io.gatehouse.browser.PlaceCookies;
import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.oidc.admission.SubjectIdentifiers;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.oidc.key.IdTokenHints;
import io.gatehouse.oidc.token.AccessTokens;
import io.gatehouse.site.Sites;
import io.gatehouse.time.Ticker;
import io.gatehouse.visitor.AdmittedEndpoint;
import io.gatehouse.web.ApiPaths;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the gate. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(GateProperties.class)
class GateConfiguration {

    @Bean
    TokenVisits tokenVisits(
            IdTokenHints idTokens,
            AccessTokens accessTokens,
            Sites sites,
            Admissions admissions,
            SubjectIdentifiers subjects,
            Optional<List<OtherTokens>> others,
            Clock clock) {
        return new TokenVisits(idTokens, accessTokens, sites, admissions, subjects, others.orElse(List.of()), clock);
    }

    @Bean
    Gate gate(
            GateProperties settings,
            TokenVisits tokens,
            Admissions admissions,
            AdmittedEndpoint admitted,
            PlaceCookies cookies,
            BrowserSession sessions,
            Ticker ticker) {
        return new Gate(settings.remember(), tokens, admissions, admitted, cookies, sessions, ticker);
    }

    @Bean
    FilterRegistrationBean<PreflightFilter> preflightsOfTheGate() {
        var registration = new FilterRegistrationBean<>(new PreflightFilter());
        registration.addUrlPatterns(Paths.VERIFY + "/*"); // and without a slash (Jakarta Servlet section 12.2)
        return registration;
    }

    @Bean
    ApiPaths whatServersBeforeSitesAsk() {
        return new ApiPaths(Paths.VERIFY, Paths.VERIFY_BEFORE_PATH);
    }
}
