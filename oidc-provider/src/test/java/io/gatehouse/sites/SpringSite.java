package io.gatehouse.sites;

import io.gatehouse.flow.RunningGatehouse;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A site with Spring Security's OAuth2 client as it is shipped: nothing but the settings that its guide tells, the
 * provider found by discovery. It listens on 127.0.0.1, so that its cookies are not those of Gatehouse on localhost.
 */
final class SpringSite {

    /** Whoever asks for this has a session no longer, as if its time were up; they keep their cookie. */
    static final String EXPIRED = "/session-expired";

    /** Stands between the arguments of two sites in one process. */
    static final String NEXT = "--";

    /** No component, or Gatehouse would find it in its own packages. */
    @EnableAutoConfiguration
    static class Application {

        @Bean
        RouterFunction<ServerResponse> pages() {
            return RouterFunctions.route()
                    .GET("/**", request -> ServerResponse.ok()
                            .body(request.path() + " for "
                                    + request.principal().orElseThrow().getName()))
                    .build();
        }

        /** In front of all else: a visitor who must log in first would have a new session. */
        @Bean
        FilterRegistrationBean<Filter> expiry() {
            var filter = new FilterRegistrationBean<Filter>(Application::expires);
            filter.addUrlPatterns(EXPIRED);
            filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return filter;
        }

        private static void expires(ServletRequest request, ServletResponse response, FilterChain rest) {
            Optional.ofNullable(((HttpServletRequest) request).getSession(false))
                    .ifPresent(HttpSession::invalidate);
        }
    }

    private SpringSite() {}

    /** Starts several sites in a process of their own, on whichever Spring Boot is on its class path. */
    public static void main(String[] arguments) {
        var one = new ArrayList<String>();
        for (var argument : arguments) {
            if (argument.equals(NEXT)) {
                start(one);
                one.clear();
            } else {
                one.add(argument);
            }
        }
        start(one);
    }

    static ConfigurableApplicationContext start(List<String> arguments) {
        return SpringApplication.run(Application.class, arguments.toArray(String[]::new));
    }

    static String address(int port) {
        return "http://127.0.0.1:" + port;
    }

    /**
     * What a site is told.
     *
     * @param client its client id; its secret is the usual one
     */
    static List<String> arguments(RunningGatehouse gatehouse, String client, int port) {
        var settings = "--spring.security.oauth2.client.";
        return List.of(
                "--server.port=" + port,
                "--logging.level.root=warn",
                // Within Gatehouse's tests it finds Gatehouse's settings on the class path, and has no store.
                "--management.endpoint.health.validate-group-membership=false",
                settings + "provider.gatehouse.issuer-uri=" + gatehouse.issuer(),
                settings + "registration.gatehouse.client-id=" + client,
                settings + "registration.gatehouse.client-secret=" + RunningGatehouse.SECRET,
                settings + "registration.gatehouse.scope=openid,profile,email");
    }
}
