package io.gatehouse.web;

import java.util.HashMap;
import java.util.Map;
import org.springframework.context.ApplicationContext;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.authentication.builders.AuthenticationManagerBuilder;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.stereotype.Component;

/**
 * Where every security chain of ours begins. It does not begin with Spring Security's own
 * {@code HttpSecurity} bean: that one asks for beans of some twenty-five types for each chain, which was a
 * fifth of the start, and most of its defaults would be switched off again.
 */
@Component
public final class Stateless {

    private final ApplicationContext context;
    private final ObjectPostProcessor<Object> objects;

    Stateless(ApplicationContext context, ObjectPostProcessor<Object> objects) {
        this.context = context;
        this.objects = objects;
    }

    /**
     * A new chain that identifies its client. It has no session and no logout of Spring's. Each side checks
     * its own forms, since Spring's token against forged forms wants a session or a cookie.
     */
    public HttpSecurity chain() {
        return open().sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .exceptionHandling(Customizer.withDefaults())
                .securityContext(Customizer.withDefaults())
                .requestCache(cache -> cache.requestCache(new NullRequestCache()))
                .anonymous(Customizer.withDefaults())
                .servletApi(Customizer.withDefaults());
    }

    /**
     * A new chain for public resources: the firewall and the headers, and none of the filters that identify
     * the client, which cost more than most answers there. The header for HTTPS alone is missing, because
     * Spring sets it by the request and the door sets it by the issuer.
     */
    public HttpSecurity open() {
        Map<Class<?>, Object> shared = new HashMap<>();
        shared.put(ApplicationContext.class, context);
        shared.put(PathPatternRequestMatcher.Builder.class, PathPatternRequestMatcher.withDefaults());
        return new HttpSecurity(objects, new AuthenticationManagerBuilder(objects), shared)
                .headers(headers -> headers.httpStrictTransportSecurity(HeadersConfigurer.HstsConfig::disable));
    }
}
