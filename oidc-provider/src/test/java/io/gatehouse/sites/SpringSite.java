package io.gatehouse.sites;

import io.gatehouse.flow.RunningGatehouse;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.nio.file.Path;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A site with Spring Security's OAuth2 client as it is shipped: nothing but the settings that its guide
 * tells, the provider found by discovery. It listens on 127.0.0.1, so that its cookies are not those of
 * Gatehouse on localhost.
 */
final class SpringSite {

    /** Whoever asks for this has a session no longer, as if its time were up; they keep their cookie. */
    static final String EXPIRED = "/session-expired";

    /** A page with a form, which is posted to it, or to the page that its parameter {@code to} names. */
    static final String FORM = "/form";

    /** The answer to the form. */
    static final String TAKEN = "taken";

    /** Stands between the arguments of two sites in one process. */
    static final String NEXT = "--";

    /** Stands before the name of a class that the site is set up with. */
    static final String SET_UP_BY = "--set-up-by=";

    /** No component, or Gatehouse would find it in its own packages. */
    @EnableAutoConfiguration
    static class Application {

        @Bean
        RouterFunction<ServerResponse> pages() {
            return RouterFunctions.route()
                    .GET(FORM, Application::form)
                    .POST(FORM, request -> ServerResponse.ok()
                            .body(request.param("item")
                                    .map(item -> "POST item=" + item)
                                    .orElse(TAKEN)))
                    .GET(WarnedPage.PATH, Application::warned)
                    .GET("/**", request -> ServerResponse.ok()
                            .body(request.path() + " for "
                                    + request.principal()
                                            .map(Principal::getName)
                                            .orElse("anyone")))
                    .build();
        }

        /** With the token without which Spring takes no POST. */
        private static ServerResponse form(ServerRequest request) {
            var token = (CsrfToken) request.attribute(CsrfToken.class.getName()).orElseThrow();
            return ServerResponse.ok()
                    .contentType(MediaType.TEXT_HTML)
                    .body("<form method=post action=%s><input type=hidden name=%s value=%s><button>Go</button></form>"
                            .formatted(request.param("to").orElse(FORM), token.getParameterName(), token.getToken()));
        }

        private static ServerResponse warned(ServerRequest request) {
            var token = (CsrfToken) request.attribute(CsrfToken.class.getName()).orElseThrow();
            var visitor =
                    (OidcUser) ((OAuth2AuthenticationToken) request.principal().orElseThrow()).getPrincipal();
            return ServerResponse.ok()
                    .contentType(MediaType.TEXT_HTML)
                    .body(WarnedPage.html(
                            request.params().toSingleValueMap(),
                            String.valueOf(visitor.getClaimAsString("visit")),
                            "<input type=hidden name=%s value=%s>"
                                    .formatted(token.getParameterName(), token.getToken())));
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
        var classes = Stream.concat(
                Stream.of(Application.class),
                arguments.stream()
                        .filter(argument -> argument.startsWith(SET_UP_BY))
                        .map(argument -> named(argument.substring(SET_UP_BY.length()))));
        return SpringApplication.run(classes.toArray(Class<?>[]::new), arguments.toArray(String[]::new));
    }

    /** One that is not on our class path, but on that of this thread. */
    private static Class<?> named(String name) {
        try {
            return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException(missing);
        }
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

    /**
     * What a site is told that is set up as Gatehouse prints it.
     *
     * @param configuration its {@code application.yaml}
     * @param code the name of its class
     */
    static List<String> printed(String client, int port, Path configuration, String code) {
        return List.of(
                "--server.port=" + port,
                "--logging.level.root=warn",
                "--management.endpoint.health.validate-group-membership=false",
                "--spring.config.additional-location=file:" + configuration,
                "--" + client.toUpperCase(Locale.ROOT) + "_SECRET=" + RunningGatehouse.SECRET,
                SET_UP_BY + code);
    }
}
