package io.gatehouse.sites;

import io.gatehouse.flow.RunningGatehouse;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * A site with Spring Security's OAuth2 client as it is shipped: nothing but the settings that its guide tells, the
 * provider found by discovery. It listens on 127.0.0.1, so that its cookies are not those of Gatehouse on localhost.
 */
final class SpringSite {

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
     * @param session how long a session outlasts the visitor's last request, with its unit
     */
    static List<String> arguments(RunningGatehouse gatehouse, String client, int port, String session) {
        var settings = "--spring.security.oauth2.client.";
        return List.of(
                "--server.port=" + port,
                "--server.servlet.session.timeout=" + session,
                "--logging.level.root=warn",
                // Within Gatehouse's tests it finds Gatehouse's settings on the class path, and has no store.
                "--management.endpoint.health.validate-group-membership=false",
                settings + "provider.gatehouse.issuer-uri=" + gatehouse.issuer(),
                settings + "registration.gatehouse.client-id=" + client,
                settings + "registration.gatehouse.client-secret=" + RunningGatehouse.SECRET,
                settings + "registration.gatehouse.scope=openid,profile,email");
    }
}
