package io.gatehouse.event;

import io.gatehouse.room.RoomId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of receivers. Each counter is there at 0 from the start, so that the first event shows as an
 * increase.
 */
final class EventCounts {

    private static final String DELIVERED = "delivered";
    private static final String REFUSED = "refused";
    private static final String MISSED = "missed";

    private static final Map<String, String> OF_RECEIVERS = Map.of(
            DELIVERED, "Events that were taken",
            REFUSED, "Calls that were not taken, and are made again",
            MISSED, "Events that a receiver will not hear of: it was away for too long");

    private final MeterRegistry registry;
    private final Counter lost;

    /** @param receivers their names */
    EventCounts(MeterRegistry registry, Collection<String> receivers) {
        this.registry = registry;
        this.lost = Counter.builder("gatehouse.events.lost")
                .description("Events that nobody will hear of: the store could not be written for too long")
                .register(registry);
        receivers.forEach(receiver -> OF_RECEIVERS.keySet().forEach(what -> of(what, receiver)));
    }

    void delivered(String receiver, long count) {
        of(DELIVERED, receiver).increment((double) count);
    }

    /** An attempt has failed, and is repeated. */
    void refused(String receiver) {
        of(REFUSED, receiver).increment();
    }

    /** A receiver has missed this many events: they are not kept any more. */
    void missed(String receiver, long count) {
        of(MISSED, receiver).increment((double) count);
    }

    /** This many events reach no receiver: the store could not be written for too long. */
    void lost(long count) {
        lost.increment((double) count);
    }

    /** Measures how far a receiver is behind in a room, while this node delivers to it. */
    void watch(RoomId room, Delivery delivery) {
        gauge("gatehouse.events.waiting", room, delivery, Delivery::waiting)
                .description("Events that wait for the receiver")
                .register(registry);
        gauge("gatehouse.events.oldest", room, delivery, one -> one.oldest().toMillis() / 1e3)
                .description("How long ago the first event that waits for the receiver happened")
                .baseUnit("seconds")
                .register(registry);
    }

    private static Gauge.Builder<Delivery> gauge(
            String name, RoomId room, Delivery delivery, ToDoubleFunction<Delivery> value) {
        return Gauge.builder(name, delivery, value)
                .tag("receiver", delivery.receiver())
                .tag("room", room.value());
    }

    private Counter of(String what, String receiver) {
        return Counter.builder("gatehouse.events." + what)
                .description(OF_RECEIVERS.get(what))
                .tag("receiver", receiver)
                .register(registry);
    }
}
