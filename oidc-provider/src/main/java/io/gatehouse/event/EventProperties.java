package io.gatehouse.event;

import io.gatehouse.setting.Spans;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who is told of what happens in rooms.
 *
 * @param most How many events of a room are kept for a receiver that does not take them; the oldest beyond
 *     that are missed.
 * @param answerWithin How long a receiver may take to answer before it is asked again.
 * @param longestPause How long a receiver that does not take events is left alone at most before it is asked
 *     again.
 * @param receivers Who is told, by a name of your choice.
 */
@ConfigurationProperties("gatehouse.events")
record EventProperties(
        @DefaultValue("100000") long most,
        @DefaultValue("5s") Duration answerWithin,
        @DefaultValue("15s") Duration longestPause,
        @DefaultValue Map<String, ReceiverProperties> receivers) {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(20);

    EventProperties {
        if (most < 1) {
            throw new IllegalArgumentException(
                    "gatehouse.events.most must be 1 or more, for example 100000, was " + most);
        }
        Spans.require("gatehouse.events.answer-within", answerWithin, SHORTEST, LONGEST, "5s");
        Spans.require("gatehouse.events.longest-pause", longestPause, SHORTEST, LONGEST, "15s");
    }

    /**
     * A node keeps the events of a receiver to itself for this long without a sign of life. Half of it is
     * left when the node asks, and no attempt with the pause behind it takes longer.
     */
    Duration lease() {
        return answerWithin.plus(longestPause).multipliedBy(2);
    }

    /**
     * One receiver.
     *
     * @param url Of a webhook: where it is called; https, or http on a loopback host.
     * @param secrets With what its calls are signed: whsec_ and 24 to 64 bytes in Base64, one, or two while
     *     one follows the other.
     * @param batch Whether the webhook takes up to 100 events in a call.
     * @param eventBus Of Amazon EventBridge: the name or ARN of the bus.
     * @param region Its AWS region; that of the environment unless said.
     * @param endpoint Another address of EventBridge than AWS's own; https, or http on a loopback host.
     * @param redis Of a stream in Redis: where that Redis is.
     * @param stream The name of the stream.
     * @param streamLength How many events the stream keeps, or some more; 1 or more.
     * @param rooms Of which rooms it is told; of all unless said.
     * @param kinds Of which kinds of events it is told; of all unless said.
     */
    record ReceiverProperties(
            @Nullable URI url,
            @DefaultValue List<String> secrets,
            @DefaultValue("false") boolean batch,
            @Nullable String eventBus,
            @Nullable String region,
            @Nullable URI endpoint,
            @Nullable String redis,
            @DefaultValue("gatehouse-events") String stream,
            @DefaultValue("100000") long streamLength,
            @DefaultValue List<String> rooms,
            @DefaultValue List<String> kinds) {

        @Override
        public String toString() {
            return "ReceiverProperties[" + kinds + "]";
        }
    }
}
