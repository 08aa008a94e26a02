package io.gatehouse.albexample.story;

import io.gatehouse.albexample.ProtectedShop;
import io.gatehouse.albexample.alb.Options;
import io.gatehouse.albexample.demo.BuiltJar;
import io.gatehouse.albexample.demo.GatehouseProcess;
import io.gatehouse.testing.FreePorts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The real Gatehouse, as a process of its own, with a room and a shop for each story. A room holds one
 * visitor.
 */
public final class StoryGatehouse implements AutoCloseable {

    /**
     * For the settings of a server whose clients send POST requests now and then: it must not close a
     * connection just when the next one comes, which clients do not repeat.
     */
    static final String PATIENT = "tomcat: { keep-alive-timeout: 10m }";

    private static final String SECRET = "story-secret-that-nobody-would-guess-0123456789";

    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final String issuer;
    private final GatehouseProcess process;

    /** Starts Gatehouse with these shops; the value is what is special about the site's settings, in YAML. */
    public StoryGatehouse(Path folder, Map<String, String> shops) throws InterruptedException {
        int port = FreePorts.next();
        issuer = "http://localhost:" + port;
        shops.keySet().forEach(name -> ports.put(name, FreePorts.next()));
        process = GatehouseProcess.start(BuiltJar.started(), folder, settings(port, folder, shops));
        process.awaitReady(issuer);
    }

    /** Opens a shop; a clock that is behind makes its load balancer believe that logins began long ago. */
    public ProtectedShop shop(String name, Clock clock) {
        return shop(name, Options.defaults().clock(clock).accessLog(entry -> {}));
    }

    ProtectedShop shop(String name, Options options) {
        return ProtectedShop.open(
                port(name), new ProtectedShop.Registration(issuer, name, SECRET), Duration.ofHours(1), options);
    }

    String issuer() {
        return issuer;
    }

    /** Where a visitor logs out past the shop, so that the load balancer does not know. */
    String logout(String name) {
        return issuer + "/logout?client_id=" + name;
    }

    private int port(String name) {
        Integer port = ports.get(name);
        if (port == null) {
            throw new IllegalArgumentException("Gatehouse has not been told of a shop " + name);
        }
        return port;
    }

    private String settings(int port, Path folder, Map<String, String> shops) {
        StringBuilder yaml = new StringBuilder(
                """
                server: { port: %d, address: localhost, %s }
                gatehouse:
                  issuer: %s
                  data: '%s'
                  rooms:
                """
                        .formatted(port, PATIENT, issuer, folder.resolve("data").toAbsolutePath()));
        shops.keySet().forEach(name -> yaml.append("    %s: { title: %s, capacity: 1 }%n".formatted(name, name)));
        yaml.append("  sites:\n");
        shops.forEach((name, special) -> yaml.append(site(name, special)));
        return yaml.toString();
    }

    private String site(String name, String special) {
        String shop = "http://localhost:" + port(name);
        return """
                    %1$s:
                      room: %1$s
                      preset: alb
                      entry: '%2$s/'
                      entries: { lantern: '%2$s/goods/lantern' }
                      secret: '%3$s'
                      redirect-uris: ['%2$s/oauth2/idpresponse']
                      post-logout-redirect-uris: ['%2$s/goodbye']
                      slot-after-logout: freed
                """
                        .formatted(name, shop, SECRET)
                + (special.isEmpty() ? "" : "      " + special + "\n");
    }

    @Override
    public void close() {
        process.close();
    }
}
