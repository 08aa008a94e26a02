package io.gatehouse.door.stream;

import io.gatehouse.door.AddressLimit;
import io.gatehouse.door.ForwardedFor;
import io.gatehouse.door.ProxyProperties;
import io.gatehouse.door.StrictTransport;
import io.gatehouse.time.Scheduler;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Puts the streams into the server, and ends them before the server waits for what it is answering. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StreamProperties.class)
class StreamConfiguration {

    @Bean
    EventStreams eventStreams(
            StreamProperties settings,
            ProxyProperties proxies,
            StrictTransport https,
            Scheduler scheduler,
            MeterRegistry meters,
            List<StreamPaths> paths) {
        var hits = AddressLimit.hits(meters, "board-events");
        var listeners = new Listeners(settings.connections(), settings.connectionsPerAddress(), hits);
        Gauge.builder("gatehouse.board.readers", listeners, Listeners::count)
                .description("connections that are told of the boards")
                .register(meters);
        return new EventStreams(
                path -> paths.stream().anyMatch(one -> one.has(path)),
                listeners,
                new ForwardedFor(proxies.trustedProxies()),
                https,
                scheduler);
    }

    @Bean
    WebServerFactoryCustomizer<JettyServletWebServerFactory> streamsOfAll(EventStreams streams) {
        return new Inserted(streams);
    }

    @Bean
    SmartLifecycle endOfStreams(EventStreams streams) {
        return new End(streams);
    }

    /** Before the door puts itself before all, so that it stands before them as well. */
    private record Inserted(EventStreams streams)
            implements WebServerFactoryCustomizer<JettyServletWebServerFactory>, Ordered {

        @Override
        public void customize(JettyServletWebServerFactory factory) {
            factory.addServerCustomizers(server -> server.insertHandler(streams));
        }

        @Override
        public int getOrder() {
            return 0;
        }
    }

    /** Stops before the server does, as all do that say no phase. */
    private static final class End implements SmartLifecycle {

        private final EventStreams streams;
        private volatile boolean isRunning;

        End(EventStreams streams) {
            this.streams = streams;
        }

        @Override
        public void start() {
            isRunning = true;
        }

        @Override
        public void stop() {
            isRunning = false;
            streams.end();
        }

        @Override
        public boolean isRunning() {
            return isRunning;
        }
    }
}
