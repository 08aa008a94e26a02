package io.gatehouse.oidc.authorize;

import jakarta.servlet.Filter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes what answers an authorization request: at once, or after the line. */
@Configuration(proxyBeanMethods = false)
@Import({
    AuthorizationEndpointCustomizer.class,
    AuthorizationRequestFilter.class,
    AuthorizationResponses.class,
    AdmissionContextRepository.class,
    Reauthentication.class,
    ParkingFilter.class,
    ParkedRequests.class,
    Reentry.class
})
class AuthorizeConfiguration {

    /** It belongs into the provider's chain and nowhere else. */
    @Bean
    FilterRegistrationBean<AuthorizationRequestFilter> rulesNotByThemselves(AuthorizationRequestFilter filter) {
        return notByItself(filter);
    }

    /** So does this. */
    @Bean
    FilterRegistrationBean<ParkingFilter> parkingNotByItself(ParkingFilter filter) {
        return notByItself(filter);
    }

    private static <F extends Filter> FilterRegistrationBean<F> notByItself(F filter) {
        var registration = new FilterRegistrationBean<>(filter);
        registration.setEnabled(false);
        return registration;
    }
}
