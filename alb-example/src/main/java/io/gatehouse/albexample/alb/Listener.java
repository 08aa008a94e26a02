package io.gatehouse.albexample.alb;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * A listener of the load balancer on a port of this machine. A real one that authenticates requires https;
 * this one has plain http, because it listens on the loopback address.
 */
public final class Listener implements AutoCloseable {

    /** AWS's limit for all headers together; a single one may have 16 KB. */
    static final int LARGEST_HEADERS = 64 * 1024;

    /** The default idle timeout of an ALB; targets must keep connections longer. */
    static final Duration IDLE = Duration.ofSeconds(60);

    private final Server server;
    private final ServerConnector connector;

    private Listener(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /** Opens the listener; port 0 means any free one. */
    public static Listener open(int port, List<Rule> rules, Options options) {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(settings()));
        connector.setHost("localhost");
        connector.setPort(port);
        connector.setIdleTimeout(IDLE.toMillis());
        server.addConnector(connector);
        server.setHandler(new ListenerRules(rules, options, new SecureRandom()));
        server.setRequestLog((request, response) -> log(request, response, options));
        try {
            server.start();
        } catch (Exception notStarted) {
            throw new IllegalStateException("The ALB stand-in cannot listen on port " + port, notStarted);
        }
        return new Listener(server, connector);
    }

    private static HttpConfiguration settings() {
        HttpConfiguration settings = new HttpConfiguration();
        settings.setSendServerVersion(false);
        settings.setRequestHeaderSize(LARGEST_HEADERS);
        settings.setResponseHeaderSize(LARGEST_HEADERS);
        return settings;
    }

    private static void log(Request request, Response response, Options options) {
        Object reason =
                Optional.ofNullable(request.getAttribute(Exchange.REASON)).orElse("-");
        options.accessLog()
                .accept(new AccessLogEntry(
                        options.clock().instant(),
                        Request.getRemoteAddr(request),
                        response.getStatus(),
                        request.getMethod() + " " + request.getHttpURI(),
                        reason.toString()));
    }

    public URI address() {
        return URI.create("http://localhost:" + connector.getLocalPort());
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception notStopped) {
            throw new IllegalStateException("The ALB stand-in did not stop", notStopped);
        }
    }
}
