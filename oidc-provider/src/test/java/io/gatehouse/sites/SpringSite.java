package io.gatehouse.sites;

import io.gatehouse.flow.RunningGatehouse;
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
final class SpringSite implements AutoCloseable {

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

    private final ConfigurableApplicationContext context;
    private final String address;

    private SpringSite(ConfigurableApplicationContext context, String address) {
        this.context = context;
        this.address = address;
    }

    static String address(int port) {
        return "http://127.0.0.1:" + port;
    }

    /** @param client its client id; its secret is the usual one */
    static SpringSite start(RunningGatehouse gatehouse, String client, int port) {
        var settings = "--spring.security.oauth2.client.";
        return new SpringSite(
                SpringApplication.run(
                        Application.class,
                        "--server.port=" + port,
                        "--logging.level.root=warn",
                        // It finds Gatehouse's settings on the class path, and has no store.
                        "--management.endpoint.health.validate-group-membership=false",
                        settings + "provider.gatehouse.issuer-uri=" + gatehouse.issuer(),
                        settings + "registration.gatehouse.client-id=" + client,
                        settings + "registration.gatehouse.client-secret=" + RunningGatehouse.SECRET,
                        settings + "registration.gatehouse.scope=openid,profile,email"),
                address(port));
    }

    /** One of its pages, which all need a login. */
    String page(String path) {
        return address + path;
    }

    @Override
    public void close() {
        context.close();
    }
}
