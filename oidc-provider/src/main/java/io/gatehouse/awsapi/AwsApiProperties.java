package io.gatehouse.awsapi;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether a room answers the API of the AWS Virtual Waiting Room, and how; named after the parameters of its stack.
 *
 * @param enabled Whether it does.
 * @param eventId Its event id; the room's name unless said.
 * @param queuePositionExpiry Whether a called visitor who takes no token within the room's claim window is refused one;
 *     false: they are called once more, out of turn, for as long as the room's return window lasts.
 */
public record AwsApiProperties(
        @DefaultValue("false") boolean enabled,
        @Nullable String eventId,
        @DefaultValue("true") boolean queuePositionExpiry) {}
