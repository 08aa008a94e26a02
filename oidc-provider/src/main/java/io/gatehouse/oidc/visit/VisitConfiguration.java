package io.gatehouse.oidc.visit;

import io.gatehouse.setting.Issuer;
import io.gatehouse.site.Sites;
import io.gatehouse.web.ApiPaths;
import io.gatehouse.web.RoomPaths;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Makes the visit's address. */
@Configuration(proxyBeanMethods = false)
class VisitConfiguration {

    @Bean
    ApiPaths whatPagesOfSitesAsk() {
        return new ApiPaths(RoomPaths.VISIT);
    }

    /** In front of everything: an error too is of use only to a page that may read it. */
    @Bean
    FilterRegistrationBean<PagesOfSites> pagesOfSites(Sites sites, Issuer issuer) {
        var registration = new FilterRegistrationBean<>(new PagesOfSites(sites, issuer));
        registration.addUrlPatterns("/rooms/*");
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }
}
