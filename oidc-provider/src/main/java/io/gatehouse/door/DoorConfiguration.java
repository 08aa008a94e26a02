package io.gatehouse.door;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.time.Ticker;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Sets up the server so that one client, or many slow ones, cannot keep the others out. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DoorProperties.class)
class DoorConfiguration {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** So many connections may wait to be accepted; the system has a bound of its own. */
    private static final int ACCEPT_QUEUE = 4096;

    /** This part of the heap may be bodies that are on their way or being answered. */
    private static final int BODIES_OF_HEAP = 16;

    @Bean
    WebServerFactoryCustomizer<JettyServletWebServerFactory> door(
            DoorProperties settings, ProxyProperties proxies, List<BodyLimit> bodies, ErrorPages pages, Ticker ticker) {
        check(settings);
        var errors = new BareErrors(pages);
        return factory -> factory.addServerCustomizers(server -> {
            connections(server, proxies.trustedProxies() > 0 ? 0 : settings.connectionsPerAddress(), ticker);
            heads(server, settings.headWithin(), ticker);
            whole(server, bodies, settings.bodyWithin(), ticker);
            server.setErrorHandler(errors);
            server.getDescendant(WebAppContext.class).addEventListener(errorsOf(errors));
        });
    }

    private static void check(DoorProperties settings) {
        if (settings.connectionsPerAddress() < 0) {
            throw new InvalidSettingException(
                    "gatehouse.door.connections-per-address",
                    "must be 0 or more, was " + settings.connectionsPerAddress(),
                    "4000");
        }
        checkSpan("gatehouse.door.head-within", settings.headWithin());
        checkSpan("gatehouse.door.body-within", settings.bodyWithin());
    }

    private static void checkSpan(String setting, Duration within) {
        if (within.compareTo(SHORTEST) < 0 || within.compareTo(LONGEST) > 0) {
            throw new InvalidSettingException(
                    setting, "must be from " + SHORTEST + " to " + LONGEST + ", was " + within, "10s");
        }
    }

    private static void connections(Server server, int most, Ticker ticker) {
        for (var connector : server.getConnectors()) {
            if (connector instanceof ServerConnector sockets) {
                sockets.setAcceptQueueSize(ACCEPT_QUEUE);
                if (most > 0) {
                    sockets.addBean(new ConnectionsPerBlock(most, ticker));
                }
            }
        }
    }

    private static void heads(Server server, Duration within, Ticker ticker) {
        for (var connector : server.getConnectors()) {
            var configuration =
                    connector.getConnectionFactory(HttpConnectionFactory.class).getHttpConfiguration();
            // Forms by POST alone: what else has a body reads it by itself.
            configuration.setFormEncodedMethods("POST");
            configuration.addCustomizer(DoorConfiguration::withoutPathParameters);
            if (connector instanceof ServerConnector sockets) {
                sockets.addConnectionFactory(new Heads(configuration, within, ticker)); // in place of Jetty's own
            }
        }
    }

    /** None of our addresses has such (RFC 3986 section 3.3), and whoever decodes them further in may stumble over them. */
    private static Request withoutPathParameters(Request request, HttpFields.Mutable responseHeaders) {
        if (request.getHttpURI().getPath().contains(";")) {
            throw new BadMessageException("no path parameters are known here");
        }
        return request;
    }

    /** Answers are whole before they are packed, and bodies are refused before anybody would unpack them. */
    private static void whole(Server server, List<BodyLimit> bodies, Duration within, Ticker ticker) {
        Handler.Singleton outer = server;
        while (outer.getHandler() instanceof Handler.Singleton inner && !(inner instanceof WebAppContext)) {
            outer = inner;
        }
        outer.setHandler(new WholeAnswers(outer.getHandler()));
        var most = Runtime.getRuntime().maxMemory() / BODIES_OF_HEAP;
        server.setHandler(new WholeBodies(server.getHandler(), bodies, within, ticker, most));
    }

    /** Spring Boot sets its own when the context starts. */
    private static LifeCycle.Listener errorsOf(BareErrors errors) {
        return new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarted(LifeCycle started) {
                if (started instanceof WebAppContext context
                        && context.getErrorHandler() instanceof ErrorPageErrorHandler own) {
                    context.setErrorHandler(errors.within(own));
                }
            }
        };
    }
}
