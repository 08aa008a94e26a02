package io.gatehouse.albexample.shop;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The shop's server. It is reached through the load balancer only, so it listens on the loopback address. */
public final class Shop implements AutoCloseable {

    /** The load balancer's headers may be large: claims, token and session shards. */
    private static final int LARGEST_HEADERS = 64 * 1024;

    /**
     * The timeout exceeds the load balancer's 60 s: else it may send a request on a connection that is being
     * closed.
     */
    private static final Duration IDLE = Duration.ofSeconds(90);

    private final Server server = new Server();
    private final ServerConnector connector;

    private Shop(int port) {
        HttpConfiguration settings = new HttpConfiguration();
        settings.setSendServerVersion(false);
        settings.setRequestHeaderSize(LARGEST_HEADERS);
        connector = new ServerConnector(server, new HttpConnectionFactory(settings));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.setIdleTimeout(IDLE.toMillis());
        server.addConnector(connector);
    }

    /** Reserves a port, because the load balancer needs it before the shop gets the load balancer's settings. */
    public static Shop onFreePort() {
        Shop shop = new Shop(0);
        try {
            shop.connector.open();
        } catch (IOException noPort) {
            throw new IllegalStateException("The shop finds no free port", noPort);
        }
        return shop;
    }

    public void open(ShopSettings settings) {
        server.setHandler(new ShopHandler(settings));
        try {
            server.start();
        } catch (Exception notStarted) {
            throw new IllegalStateException("The shop does not open", notStarted);
        }
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception notStopped) {
            throw new IllegalStateException("The shop does not close", notStopped);
        }
    }
}
