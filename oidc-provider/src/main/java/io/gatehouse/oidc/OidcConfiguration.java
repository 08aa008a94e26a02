package io.gatehouse.oidc;

import io.gatehouse.room.WaitingRooms;
import io.gatehouse.secret.MasterKey;
import io.gatehouse.setting.Issuer;
import io.gatehouse.web.ForPrograms;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.web.filter.CorsFilter;

/** Makes what all parts of the provider need. */
@Configuration(proxyBeanMethods = false)
class OidcConfiguration {

    @Bean
    AuthorizationServerSettings paths(Issuer issuer) {
        return AuthorizationServerSettings.builder()
                .issuer(issuer.value())
                .authorizationEndpoint(AuthorizeRequestFilter.PATH)
                .tokenEndpoint("/token")
                .deviceAuthorizationEndpoint(DeviceGrant.PATH)
                .tokenIntrospectionEndpoint("/introspect")
                .tokenRevocationEndpoint(TokenRevocation.PATH)
                .jwkSetEndpoint("/.well-known/jwks.json")
                .oidcLogoutEndpoint("/logout")
                .oidcUserInfoEndpoint("/userinfo")
                .build();
    }

    /** Not the logout and the entering of a device's code: there people go. */
    @Bean
    ForPrograms whatSitesAsk() {
        return new ForPrograms(
                "/token",
                "/userinfo",
                "/userInfo",
                TokenRevocation.PATH,
                "/introspect",
                DeviceGrant.PATH,
                RegistrationEndpoint.PATH + "/**",
                "/.well-known/**");
    }

    /** In front of everything: an error too is of use only to a page that may read it. */
    @Bean
    FilterRegistrationBean<CorsFilter> browserSites(Sites sites) {
        var registration = new FilterRegistrationBean<>(new CorsFilter(new BrowserSites(sites)));
        registration.addUrlPatterns(BrowserSites.PATHS);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    Subjects subjects(MasterKey master) {
        return new Subjects(master);
    }

    @Bean
    Admissions admissions(WaitingRooms rooms, Subjects subjects) {
        return new Admissions(rooms, subjects);
    }

    @Bean
    SiteMetrics siteMetrics(MeterRegistry registry) {
        return new SiteMetrics(registry);
    }
}
