package io.gatehouse.event;

import io.gatehouse.room.Rooms;
import io.gatehouse.secret.RandomBytes;
import io.gatehouse.setting.Issuer;
import io.gatehouse.time.Ticker;
import io.gatehouse.value.ExpiringStore;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Declares the bean that tells receivers of events. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EventProperties.class)
class EventConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(EventConfiguration.class);

    @Bean
    Events events(
            EventProperties properties,
            Optional<List<EventSource>> sources,
            List<EventKinds> others,
            Issuer issuer,
            ExpiringStore store,
            SecureRandom random,
            MeterRegistry meters,
            Clock clock,
            Ticker ticker) {
        var receivers = new Receivers(properties.answerWithin(), clock, others);
        var subscriptions = properties.receivers().entrySet().stream()
                .map(one -> receivers.subscription(one.getKey(), one.getValue()))
                .toList();
        var counts = new EventCounts(meters, properties.receivers().keySet());
        var context = new EventContext(RandomBytes.hex(8, random), properties, issuer, store, counts, clock, ticker);
        return new Events(subscriptions, sources.orElse(List.of()), context);
    }

    /** Warns once the rooms that operators have added are known too. A room may come later, so this is no fault. */
    @Bean
    ApplicationListener<ApplicationStartedEvent> unknownRoomsOfReceivers(EventProperties properties, Rooms rooms) {
        return started -> properties.receivers().forEach((name, receiver) -> receiver.rooms().stream()
                .filter(room -> rooms.find(room).isEmpty())
                .forEach(room -> LOG.warn(
                        "gatehouse.events.receivers.{}.rooms: there is no room {}; the receiver is told of it when"
                                + " there is",
                        name,
                        room)));
    }
}
