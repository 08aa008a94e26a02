package io.gatehouse.door;

import io.gatehouse.time.LogThrottle;
import io.gatehouse.time.Scheduler;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;

/** Sets up a server so that one client, or many slow ones, cannot keep the others out. */
final class Door {

    /** The maximum number of connections that wait to be accepted; the system has a bound of its own. */
    private static final int ACCEPT_QUEUE = 4096;

    /** This part of the heap may be bodies that are on their way or being answered. */
    private static final int BODIES_OF_HEAP = 16;

    private final DoorProperties settings;
    private final ForwardedFor proxies;
    private final BareErrors errors;
    private final Scheduler scheduler;
    private final MeterRegistry meters;

    Door(DoorProperties settings, ForwardedFor proxies, BareErrors errors, Scheduler scheduler, MeterRegistry meters) {
        this.settings = settings;
        this.proxies = proxies;
        this.errors = errors;
        this.scheduler = scheduler;
        this.meters = meters;
    }

    /**
     * Puts itself before a server that has not been started.
     *
     * @param connections that one address block may hold open; 0 for no bound
     * @param bodies what is read; none where nothing is
     */
    void before(Server server, int connections, List<BodyLimit> bodies) {
        connections(server, connections);
        heads(server);
        whole(server, bodies);
        server.setErrorHandler(errors);
        server.getDescendant(WebAppContext.class).addEventListener(new Errors());
    }

    private void connections(Server server, int most) {
        for (var connector : server.getConnectors()) {
            if (connector instanceof ServerConnector sockets) {
                sockets.setAcceptQueueSize(ACCEPT_QUEUE);
                if (most > 0) {
                    sockets.addBean(new ConnectionsPerBlock(
                            most, new LogThrottle(scheduler), AddressLimit.hits(meters, "connections")));
                }
            }
        }
    }

    private void heads(Server server) {
        for (var connector : server.getConnectors()) {
            var configuration =
                    connector.getConnectionFactory(HttpConnectionFactory.class).getHttpConfiguration();
            // Only POST sends forms; endpoints for other methods read the body themselves.
            configuration.setFormEncodedMethods("POST");
            configuration.addCustomizer(Door::withoutPathParameters);
            // Jetty would keep a connection's headers for the next request. Behind a balancer these are other
            // visitors' cookies and tokens, of no use: this cost seven hundredths of a login.
            configuration.setHeaderCacheSize(0);
            // Jetty would change the case of values that it knows, but a signature covers the sender's
            // letters.
            configuration.setHeaderCacheCaseSensitive(true);
            if (connector instanceof ServerConnector sockets) {
                // In place of Jetty's own.
                sockets.addConnectionFactory(new RequestHeads(configuration, settings.headWithin(), scheduler));
            }
        }
    }

    /** None of our addresses has such characters (RFC 3986 section 3.3), and other code may decode them wrongly. */
    private static Request withoutPathParameters(Request request, HttpFields.Mutable responseHeaders) {
        if (request.getHttpURI().getPath().contains(";")) {
            throw new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, "no path parameters are known here");
        }
        return request;
    }

    /** Answers are whole before they are compressed, and bodies are refused before they are decompressed. */
    private void whole(Server server, List<BodyLimit> bodies) {
        Handler.Singleton outer = server;
        while (outer.getHandler() instanceof Handler.Singleton inner && !(inner instanceof WebAppContext)) {
            outer = inner;
        }
        outer.setHandler(new WholeAnswers(outer.getHandler()));
        var shares = new BodyShares(Runtime.getRuntime().maxMemory() / BODIES_OF_HEAP, proxies);
        server.setHandler(new WholeBodies(server.getHandler(), bodies, settings.bodyWithin(), scheduler, shares));
    }

    /** Spring Boot sets its own when the context starts. */
    private final class Errors implements LifeCycle.Listener {

        @Override
        public void lifeCycleStarted(LifeCycle started) {
            if (started instanceof WebAppContext context) {
                context.setErrorHandler(errors);
            }
        }
    }

    /** Goes on with a request that was kept for a while. Its caller has returned, so errors are answered here. */
    static void goOn(Request.Handler next, Request request, Response response, Callback callback) {
        try {
            if (!next.handle(request, response, callback)) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            }
        } catch (Exception failure) {
            Response.writeError(request, response, callback, failure);
        }
    }
}
