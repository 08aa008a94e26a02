package io.gatehouse.event;

import io.gatehouse.event.EventProperties.ReceiverProperties;
import io.gatehouse.outbound.AwsCalls;
import io.gatehouse.outbound.Bounds;
import io.gatehouse.outbound.SignedCalls;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Loopback;
import io.lettuce.core.RedisURI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awssdk.regions.Region;

/** Makes receivers of their settings. */
final class Receivers {

    /** More calls than there are rooms whose events are told at the same time. */
    private static final int AT_ONCE = 100;

    private final Duration answerWithin;
    private final Clock clock;
    private final List<String> kinds;

    /** @param others the kinds of events that APIs have of their own */
    Receivers(Duration answerWithin, Clock clock, List<EventKinds> others) {
        this.answerWithin = answerWithin;
        this.clock = clock;
        this.kinds = Stream.concat(
                        Stream.of(EventKind.values()).map(EventKind::word),
                        others.stream().flatMap(side -> side.words().stream()))
                .toList();
    }

    Subscription subscription(String name, ReceiverProperties settings) {
        var prefix = "gatehouse.events.receivers." + name;
        settings.kinds().stream()
                .filter(kind -> !kinds.contains(kind))
                .findFirst()
                .ifPresent(kind -> {
                    throw new InvalidSettingException(
                            prefix + ".kinds", "must be of " + kinds + ", was " + kind, "opened,admitted");
                });
        return new Subscription(name, settings, receiver(prefix, settings));
    }

    private Receiver receiver(String prefix, ReceiverProperties settings) {
        var ways = Stream.of(settings.url(), settings.eventBus(), settings.redis())
                .filter(Objects::nonNull)
                .count();
        if (ways > 1) {
            throw new InvalidSettingException(
                    prefix, "must have one of url, event-bus and redis, had " + ways + " of them");
        }
        if (settings.eventBus() != null) {
            return eventBus(prefix, settings.eventBus(), settings);
        }
        if (settings.redis() != null) {
            return stream(prefix, settings.redis(), settings);
        }
        return webhook(prefix, settings);
    }

    private Webhook webhook(String prefix, ReceiverProperties settings) {
        var bounds = Bounds.ofDocuments(answerWithin, AT_ONCE);
        return new Webhook(SignedCalls.of(prefix, settings.url(), settings.secrets(), bounds, clock), settings.batch());
    }

    private EventBus eventBus(String prefix, String name, ReceiverProperties settings) {
        var region = Region.of(AwsCalls.region(prefix + ".region", settings.region()));
        var builder = EventBus.client(answerWithin).region(region);
        if (settings.endpoint() != null) {
            builder.endpointOverride(
                    Loopback.require(prefix + ".endpoint", settings.endpoint(), "https://events.example.com"));
        }
        return new EventBus(name, builder.build());
    }

    private RedisStream stream(String prefix, String redis, ReceiverProperties settings) {
        if (settings.streamLength() < 1) {
            throw new InvalidSettingException(
                    prefix + ".stream-length", "must be 1 or more, was " + settings.streamLength(), "100000");
        }
        try {
            return new RedisStream(RedisURI.create(redis), settings.stream(), settings.streamLength(), answerWithin);
        } catch (IllegalArgumentException noAddress) {
            throw new InvalidSettingException(
                    prefix + ".redis", "must be an address of Redis", "rediss://:secret@redis.example.com:6380/0");
        }
    }
}
