package io.gatehouse.door;

import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.time.Scheduler;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Makes the door, and puts it before the server that visitors, sites and operators come to. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DoorProperties.class)
@Import(Shortcut.class)
class DoorConfiguration {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    @Bean
    Door door(
            DoorProperties settings,
            ProxyProperties proxies,
            ErrorPages pages,
            Optional<List<ErrorDocuments>> documents,
            Scheduler scheduler,
            MeterRegistry meters,
            ServerProperties server) {
        if (settings.connectionsPerAddress() < 0) {
            throw new InvalidSettingException(
                    "gatehouse.door.connections-per-address",
                    "must be 0 or more, was " + settings.connectionsPerAddress(),
                    "4000");
        }
        checkSpan("gatehouse.door.head-within", settings.headWithin());
        checkSpan("gatehouse.door.body-within", settings.bodyWithin());
        if (server.getHttp2().isEnabled()) { // its heads are read elsewhere, without the bounds of ours
            throw new InvalidSettingException(
                    "server.http2.enabled",
                    "must be false, was true: a proxy may speak HTTP/2 to browsers, and HTTP/1.1 to Gatehouse",
                    "false");
        }
        var errors = new BareErrors(pages, documents.orElse(List.of()));
        return new Door(settings, new ForwardedFor(proxies.trustedProxies()), errors, scheduler, meters);
    }

    /** Bodies are refused before the shortcut; what packs answers, and what takes them off servlets, is behind it. */
    @Bean
    WebServerFactoryCustomizer<JettyServletWebServerFactory> doorOfAll(
            Door door, DoorProperties settings, ProxyProperties proxies, List<BodyLimit> bodies, Shortcut shortcut) {
        var connections = proxies.trustedProxies() > 0 ? 0 : settings.connectionsPerAddress();
        return factory -> factory.addServerCustomizers(server -> {
            server.insertHandler(shortcut);
            door.before(server, connections, bodies);
        });
    }

    private static void checkSpan(String setting, Duration within) {
        if (within.compareTo(SHORTEST) < 0 || within.compareTo(LONGEST) > 0) {
            throw new InvalidSettingException(
                    setting, "must be from " + SHORTEST + " to " + LONGEST + ", was " + within, "10s");
        }
    }
}
