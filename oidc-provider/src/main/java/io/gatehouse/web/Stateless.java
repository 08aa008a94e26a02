package io.gatehouse.web;

import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.savedrequest.NullRequestCache;

/** Where every security chain of ours begins. */
public final class Stateless {

    private Stateless() {}

    /**
     * No session, nothing remembered, no logout of Spring's. Nor its token against forged forms, which wants
     * a session or a cookie of its own: each side says where its forms are looked at instead. Nor its word on
     * https, which goes by the request: the door goes by the issuer.
     */
    public static HttpSecurity chain(HttpSecurity http) {
        return http.sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .headers(headers -> headers.httpStrictTransportSecurity(HeadersConfigurer.HstsConfig::disable))
                .requestCache(cache -> cache.requestCache(new NullRequestCache()))
                .csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable);
    }

    /**
     * The same for public resources: the firewall and the headers, and none of the filters that identify the
     * client, which cost more than most answers there.
     */
    public static HttpSecurity open(HttpSecurity http) {
        return chain(http)
                .requestCache(AbstractHttpConfigurer::disable)
                .securityContext(AbstractHttpConfigurer::disable)
                .sessionManagement(AbstractHttpConfigurer::disable)
                .servletApi(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable)
                .exceptionHandling(AbstractHttpConfigurer::disable);
    }
}
