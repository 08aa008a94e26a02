package io.gatehouse.oidc;

import io.gatehouse.door.BodyLimit;
import io.gatehouse.oidc.http.BrowserSites;
import io.gatehouse.oidc.http.Paths;
import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Logins;
import io.gatehouse.site.SiteMetrics;
import io.gatehouse.site.Sites;
import io.gatehouse.web.ApiPaths;
import java.util.List;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.web.filter.CorsFilter;

/** Makes what all parts of the provider need. */
@Configuration(proxyBeanMethods = false)
@Import({Logins.class, SiteMetrics.class})
class OidcConfiguration {

    @Bean
    AuthorizationServerSettings paths(Issuer issuer) {
        return AuthorizationServerSettings.builder()
                .issuer(issuer.value())
                .authorizationEndpoint(Paths.AUTHORIZE)
                .pushedAuthorizationRequestEndpoint(Paths.PUSHED)
                .tokenEndpoint(Paths.TOKEN)
                .deviceAuthorizationEndpoint(Paths.DEVICE_AUTHORIZATION)
                .tokenIntrospectionEndpoint(Paths.INTROSPECTION)
                .tokenRevocationEndpoint(Paths.REVOCATION)
                .jwkSetEndpoint(Paths.KEYS)
                .oidcLogoutEndpoint(Paths.LOGOUT)
                .oidcUserInfoEndpoint(Paths.USERINFO)
                .build();
    }

    /** Without the logout and the form for a device's code: visitors go there. */
    @Bean
    ApiPaths whatSitesAsk() {
        return new ApiPaths(
                Paths.PUSHED,
                Paths.TOKEN,
                Paths.USERINFO,
                Paths.USERINFO_OF_AWS,
                Paths.REVOCATION,
                Paths.INTROSPECTION,
                Paths.DEVICE_AUTHORIZATION,
                Paths.REGISTRATION + "/**",
                "/.well-known/**");
    }

    /** Requests of 16 KB, encoded once more than they need to be. */
    @Bean
    BodyLimit whatSitesAndDevicesSend() {
        return new BodyLimit(
                48 * 1024,
                List.of(
                        Paths.AUTHORIZE,
                        Paths.PUSHED,
                        Paths.TOKEN,
                        Paths.USERINFO,
                        Paths.USERINFO_OF_AWS,
                        Paths.INTROSPECTION,
                        Paths.REVOCATION,
                        Paths.LOGOUT,
                        Paths.DEVICE,
                        Paths.DEVICE_AUTHORIZATION));
    }

    /** In front of everything: an error too is of use only to a page that may read it. */
    @Bean
    FilterRegistrationBean<CorsFilter> browserSites(Sites sites) {
        var registration = new FilterRegistrationBean<>(new CorsFilter(new BrowserSites(sites)));
        registration.addUrlPatterns(BrowserSites.paths());
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }
}
