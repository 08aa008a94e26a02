package io.gatehouse.awsapi.setting;

import io.gatehouse.room.RoomId;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether a room answers the API of the AWS Virtual Waiting Room, and how; named after the parameters of its
 * stack.
 *
 * @param enabled Whether it does.
 * @param eventId Its event id; the room's name unless said.
 * @param queuePositionExpiry Whether a called visitor who takes no token within the room's claim window is
 *     refused one; false: they are called once more, for as long as the room's return window lasts: out of
 *     turn, or from the line where the room has a capacity.
 * @param incrSvcOnQueuePositionExpiry Whether one more is let in for each turn that goes by unclaimed; not
 *     with queue-position-expiry false.
 * @param keepUnusedIncrements Whether turns that increment_serving_counter has let in wait for their
 *     visitors, however long that takes; false: they lapse when none is used or added for ten minutes.
 * @param validityPeriod How long a token is valid, and its visit lasts, from the admission on; the room's
 *     admission-ttl unless said, and no longer.
 * @param tokenIssuer The iss of its tokens; the installation's issuer and /api unless said.
 * @param tokenIssuers Which other iss the private API may ask for.
 * @param privateKey The key that signs its tokens, as a JSON Web Key: that of the old stack; the
 *     installation's own unless said.
 * @param maxSizeTopics The Amazon SNS topics whose MaxSize messages are believed, by their ARNs; each in one
 *     room only.
 * @param periodic Lets so many in each period, as the old Periodic inlet did.
 */
public record AwsApiProperties(
        @DefaultValue("false") boolean enabled,
        @Nullable String eventId,
        @DefaultValue("true") boolean queuePositionExpiry,
        @DefaultValue("false") boolean incrSvcOnQueuePositionExpiry,
        @DefaultValue("true") boolean keepUnusedIncrements,
        @Nullable Duration validityPeriod,
        @Nullable URI tokenIssuer,
        @DefaultValue List<URI> tokenIssuers,
        @Nullable String privateKey,
        @DefaultValue List<String> maxSizeTopics,
        @Nullable PeriodicProperties periodic) {

    /**
     * The Periodic inlet of a room, named after the parameters of the old function.
     *
     * @param incrementBy How many are let in as each period begins; 1 or more.
     * @param every How long a period is; 1s to 1d.
     * @param startTime When the first period begins, as 2026-11-27T09:00:00Z; periods of round times unless
     *     said.
     * @param endTime From when on no visitor is let in; never unless said.
     * @param alarm A CloudWatch alarm by its ARN; no visitor is let in unless it says OK.
     * @param healthUrl An address of the site; no visitor is let in unless it answers 2xx.
     * @param unknownIsOk Whether they are let in too while nothing is known of the alarm or the site.
     * @param whileNobodyWaits Whether they are let in too while no visitor waits, so that the counter runs
     *     ahead of the line.
     */
    public record PeriodicProperties(
            @DefaultValue("10") long incrementBy,
            @DefaultValue("1m") Duration every,
            @Nullable Instant startTime,
            @Nullable Instant endTime,
            @Nullable String alarm,
            @Nullable URI healthUrl,
            @DefaultValue("false") boolean unknownIsOk,
            @DefaultValue("false") boolean whileNobodyWaits) {}

    /** Whether periods let visitors in. */
    public boolean isByPeriods() {
        return enabled && periodic != null;
    }

    /** Whether turns let in by hand do not lapse. */
    public boolean keepsIncrements() {
        return enabled && keepUnusedIncrements;
    }

    /** The event id of this room. */
    public String eventIdOf(RoomId room) {
        return Objects.requireNonNullElse(eventId, room.value());
    }

    @Override
    public String toString() {
        return "AwsApiProperties[" + eventId + "]";
    }
}
