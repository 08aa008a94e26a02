package io.gatehouse.albexample;

import static io.gatehouse.albexample.alb.OnUnauthenticatedRequest.DENY;

import io.gatehouse.albexample.alb.AuthenticateOidcConfig;
import io.gatehouse.albexample.alb.Listener;
import io.gatehouse.albexample.alb.Options;
import io.gatehouse.albexample.alb.Rule;
import io.gatehouse.albexample.shop.Shop;
import io.gatehouse.albexample.shop.ShopSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The shop behind the load balancer, with the rules that {@code docs/sites/alb.md} recommends. */
public final class ProtectedShop implements AutoCloseable {

    /** Landing pages, by their key in Gatehouse's settings ({@code sites.*.entries}). */
    public static final Map<String, String> LANDING_PAGES = Collections.unmodifiableMap(
            new TreeMap<>(Map.of("lantern", "/goods/lantern", "thermos", "/goods/thermos")));

    private final Shop shop;
    private final Listener listener;

    private ProtectedShop(Shop shop, Listener listener) {
        this.shop = shop;
        this.listener = listener;
    }

    /** Opens the shop and the load balancer; the port is the load balancer's. */
    public static ProtectedShop open(int port, Registration gatehouse, Duration sessionTimeout, Options options) {
        Shop shop = Shop.onFreePort();
        URI address = URI.create("http://localhost:" + port);
        shop.open(new ShopSettings(
                new ShopSettings.LoadBalancer(
                        URI.create(address + options.self().keyPath()),
                        options.self().arn()),
                URI.create(gatehouse.issuer() + "/logout"),
                gatehouse.client(),
                address,
                options.clock()));
        Supplier<AuthenticateOidcConfig.Builder> login =
                () -> AuthenticateOidcConfig.gatehouse(gatehouse.issuer(), gatehouse.client(), gatehouse.secret())
                        .scope("openid profile room")
                        .sessionTimeout(sessionTimeout);
        return new ProtectedShop(shop, Listener.open(port, rules(shop.address(), login), options));
    }

    private static List<Rule> rules(URI shop, Supplier<AuthenticateOidcConfig.Builder> login) {
        AuthenticateOidcConfig deny = login.get().onUnauthenticatedRequest(DENY).build();
        List<Rule> rules = new ArrayList<>(List.of(
                Rule.paths(1, "/health", "/shop.css", "/shop.js", "/favicon.ico")
                        .forward(shop),
                Rule.paths(2, "/goodbye", "/log-out").forward(shop),
                Rule.paths(3, "/api/*").authenticate(deny).forward(shop),
                Rule.otherwise().authenticate(login.get().build()).forward(shop)));
        LANDING_PAGES.forEach((key, path) -> rules.add(Rule.paths(10 + rules.size(), path)
                .authenticate(landing(login, key))
                .forward(shop)));
        return List.copyOf(rules);
    }

    /** An ALB cannot pass on the page that was asked for, but each rule can name its own with a fixed parameter. */
    private static AuthenticateOidcConfig landing(Supplier<AuthenticateOidcConfig.Builder> login, String key) {
        return login.get().extraParam("entry", key).build();
    }

    public URI address() {
        return listener.address();
    }

    /** The registration of the load balancer at Gatehouse. */
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
