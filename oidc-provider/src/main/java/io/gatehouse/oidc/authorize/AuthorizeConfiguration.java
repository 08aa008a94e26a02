package io.gatehouse.oidc.authorize;

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
    PushedRequests.class,
    RequestCookies.class,
    Reentry.class
})
class AuthorizeConfiguration {}
