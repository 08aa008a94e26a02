package io.gatehouse.albexample;

import static io.gatehouse.albexample.alb.OnUnauthenticatedRequest.DENY;

import io.gatehouse.albexample.alb.AuthenticateOidcConfig;
import io.gatehouse.albexample.alb.Knobs;
import io.gatehouse.albexample.alb.Listener;
import io.gatehouse.albexample.alb.Rule;
import io.gatehouse.albexample.shop.Shop;
import io.gatehouse.albexample.shop.ShopSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The shop behind the load balancer, with the rules that {@code docs/sites/alb.md} recommends. */
public final class ProtectedShop implements AutoCloseable {

    private final Shop shop;
    private final Listener listener;

    private ProtectedShop(Shop shop, Listener listener) {
        this.shop = shop;
        this.listener = listener;
    }

    /** Opens both; the port is the load balancer's. */
    public static ProtectedShop open(int port, Registration gatehouse, Duration sessionTimeout, Knobs knobs) {
        Shop shop = Shop.onFreePort();
        URI address = URI.create("http://localhost:" + port);
        shop.open(new ShopSettings(
                new ShopSettings.LoadBalancer(
                        URI.create(address + knobs.self().keyPath()),
                        knobs.self().arn()),
                URI.create(gatehouse.issuer() + "/logout"),
                gatehouse.client(),
                address,
                knobs.clock()));
        AuthenticateOidcConfig.Builder login = AuthenticateOidcConfig.gatehouse(
                        gatehouse.issuer(), gatehouse.client(), gatehouse.secret())
                .scope("openid profile")
                .sessionTimeout(sessionTimeout);
        return new ProtectedShop(shop, Listener.open(port, rules(shop.address(), login), knobs));
    }

    private static List<Rule> rules(URI shop, AuthenticateOidcConfig.Builder login) {
        AuthenticateOidcConfig authenticate = login.build();
        AuthenticateOidcConfig deny = login.onUnauthenticatedRequest(DENY).build();
        return List.of(
                Rule.paths(1, "/health", "/shop.css", "/shop.js", "/favicon.ico")
                        .forward(shop),
                Rule.paths(2, "/goodbye", "/log-out").forward(shop),
                Rule.paths(3, "/api/*").authenticate(deny).forward(shop),
                Rule.otherwise().authenticate(authenticate).forward(shop));
    }

    public URI address() {
        return listener.address();
    }

    /** What Gatehouse and the load balancer have agreed on. */
    public record Registration(String issuer, String client, String secret) {

        @Override
        public String toString() {
            return "Registration[issuer=" + issuer + ", client=" + client + "]";
        }
    }

    @Override
    public void close() {
        listener.close();
        shop.close();
    }
}
