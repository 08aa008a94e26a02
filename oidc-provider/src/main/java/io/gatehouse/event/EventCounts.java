package io.gatehouse.event;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What operators watch: how receivers keep up. */
final class EventCounts {

    private final MeterRegistry registry;

    EventCounts(MeterRegistry registry) {
        this.registry = registry;
    }

    void delivered(String receiver, long count) {
        of("gatehouse.events.delivered", receiver).increment((double) count);
    }

    /** An attempt has failed, and is repeated. */
    void refused(String receiver) {
        of("gatehouse.events.refused", receiver).increment();
    }

    /** A receiver will not hear of so many: they were kept for it no longer. */
    void missed(String receiver, long count) {
        of("gatehouse.events.missed", receiver).increment((double) count);
    }

    /** Nobody will hear of so many: the store could not be written for too long. */
    void lost(long count) {
        registry.counter("gatehouse.events.lost").increment((double) count);
    }

    private Counter of(String name, String receiver) {
        return registry.counter(name, "receiver", receiver);
    }
}
