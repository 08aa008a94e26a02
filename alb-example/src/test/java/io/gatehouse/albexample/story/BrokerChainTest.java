package io.gatehouse.albexample.story;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gatehouse.albexample.alb.AuthenticateOidcConfig;
import io.gatehouse.albexample.alb.Listener;
import io.gatehouse.albexample.alb.Options;
import io.gatehouse.albexample.alb.Rule;
import io.gatehouse.albexample.demo.BuiltJar;
import io.gatehouse.albexample.demo.GatehouseProcess;
import io.gatehouse.testing.FreePorts;
import io.gatehouse.testing.MutableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Section 7, test 26: the load balancer asks Keycloak, and Keycloak asks Gatehouse. Keycloak waits half an
 * hour for its visitor, the load balancer a quarter: the smallest limit rules, and Gatehouse has to be told
 * of it.
 */
@Tag("sites")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokerChainTest {

    private static final Duration LONGER_THAN_AN_ALB_WAITS = Duration.ofSeconds(901);
    private static final String SECRET = "chain-secret-that-nobody-would-guess-0123456789";

    private final int told = FreePorts.next();
    private final int untold = FreePorts.next();
    private final KeycloakBroker keycloak;
    private final GatehouseProcess gatehouse;
    private final String issuer;
    private final HttpServer shop;

    BrokerChainTest(@TempDir Path folder) throws IOException, InterruptedException {
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.createContext("/", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/html");
            byte[] page = "<!doctype html><title>Shop</title><p id=inside>Inside".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        shop.start();
        keycloak = new KeycloakBroker();
        int port = FreePorts.next();
        issuer = "http://localhost:" + port;
        gatehouse = GatehouseProcess.start(BuiltJar.started(), folder, settings(port, folder));
        gatehouse.awaitReady(issuer);
        keycloak.brokers("told", issuer, SECRET, address(told) + "/oauth2/idpresponse");
        keycloak.brokers("untold", issuer, SECRET, address(untold) + "/oauth2/idpresponse");
    }

    @AfterAll
    void stop() {
        gatehouse.close();
        keycloak.close();
        shop.stop(0);
    }

    @Test
    void givenTheLoadBalancersLimit_whenTheVisitorWasLongerInLine_thenTheyEndOnThePageTheyWanted() {
        MutableClock clock = new MutableClock();
        try (Listener alb = alb("told", told, clock);
                Visitor first = new ChromiumVisitor(true);
                Visitor second = new ChromiumVisitor(true)) {
            waitsTooLong(alb, "told", clock, first, second);

            second.await("the page behind the load balancer", () -> second.sees("#inside"));
            assertThat(second.address()).isEqualTo(alb.address() + "/goods/lantern");
        }
    }

    /** The control: Gatehouse knows of Keycloak's half hour alone. */
    @Test
    void givenTheBrokersLimitAlone_whenTheVisitorWasLongerInLine_thenTheLoadBalancerRefusesThem() {
        MutableClock clock = new MutableClock();
        try (Listener alb = alb("untold", untold, clock);
                Visitor first = new ChromiumVisitor(true);
                Visitor second = new ChromiumVisitor(true)) {
            waitsTooLong(alb, "untold", clock, first, second);

            second.await("the load balancer's refusal", () -> second.text().contains("401 Authorization Required"));
            assertThat(second.address()).startsWith(alb.address() + "/oauth2/idpresponse");
        }
    }

    private void waitsTooLong(Listener alb, String room, MutableClock clock, Visitor first, Visitor second) {
        first.opens(alb.address() + "/");
        first.await("the page behind the load balancer", () -> first.sees("#inside"));
        clock.advance(LONGER_THAN_AN_ALB_WAITS.negated());
        second.opens(alb.address() + "/goods/lantern");
        assertThat(second.positionInLine()).isEqualTo(2);
        clock.advance(LONGER_THAN_AN_ALB_WAITS);
        first.opens(issuer + "/logout?client_id=" + room);
        first.clicks("form.act button");
        first.await("word that the visit is over", () -> first.text().contains("Your visit has ended"));
        second.awaitsTurn();
        second.continues();
    }

    private Listener alb(String realm, int port, MutableClock clock) {
        AuthenticateOidcConfig login = AuthenticateOidcConfig.gatehouse(keycloak.issuer(realm), "alb", SECRET)
                // Straight on to Gatehouse, without a page of Keycloak's.
                .authorizationEndpoint(URI.create(keycloak.endpoint(realm, "auth") + "?kc_idp_hint=gatehouse"))
                .tokenEndpoint(keycloak.endpoint(realm, "token"))
                .userInfoEndpoint(keycloak.endpoint(realm, "userinfo"))
                .build();
        URI target = URI.create("http://127.0.0.1:" + shop.getAddress().getPort());
        return Listener.open(
                port,
                List.of(Rule.otherwise().authenticate(login).forward(target)),
                Options.defaults().clock(clock).accessLog(entry -> {}));
    }

    private String settings(int port, Path folder) {
        return """
                server: { port: %d, address: localhost, %s }
                gatehouse:
                  issuer: %s
                  data: '%s'
                  rooms: { told: { capacity: 1 }, untold: { capacity: 1 } }
                  sites:
                    told: %s
                    untold: %s
                """
                .formatted(
                        port,
                        StoryGatehouse.PATIENT,
                        issuer,
                        folder.resolve("data").toAbsolutePath(),
                        // So short that this login is past it, as a real one is after 11 minutes.
                        site("told", told, ", login-state-ttl: 15m, fresh-limit: 1ms"),
                        site("untold", untold, ""));
    }

    private String site(String name, int port, String more) {
        return "{ room: %s, preset: keycloak, secret: '%s', slot-after-logout: freed, entry: '%s/goods/lantern', redirect-uris: ['%s']%s }"
                .formatted(name, SECRET, address(port), keycloak.redirectUri(name), more);
    }

    private static String address(int port) {
        return "http://localhost:" + port;
    }
}
