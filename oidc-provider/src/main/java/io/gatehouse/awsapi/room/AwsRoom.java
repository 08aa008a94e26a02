package io.gatehouse.awsapi.room;

import com.nimbusds.jose.jwk.JWK;
import io.gatehouse.awsapi.setting.AwsApiProperties;
import io.gatehouse.awsapi.takeover.Takeover;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A room as the clients of this API see it: an event.
 *
 * @param eventId its name for them
 * @param issuer of its tokens
 * @param ownKey that signs them, if it is not the installation's
 * @param takeover of events that ran on the old stack: their numbers go on
 */
public record AwsRoom(
        String eventId,
        WaitingRoom room,
        AwsApiProperties settings,
        String issuer,
        Optional<JWK> ownKey,
        Takeover takeover) {

    @Override
    public String toString() {
        return "AwsRoom[" + eventId + "]";
    }

    /** The validity of a token. */
    public Duration validity() {
        return Objects.requireNonNullElseGet(
                settings.validityPeriod(), () -> room.configuration().terms().admissionTtl());
    }

    /** See {@link Takeover#servingCounter}. */
    public long servingCounter(RoomSnapshot seen, Instant now) {
        return takeover.servingCounter(room.configuration(), seen, now);
    }

    /** Whether one more visitor is let in for each lapsed turn: not where lapsed visitors may still come. */
    public boolean makesUp() {
        return settings.incrSvcOnQueuePositionExpiry() && settings.queuePositionExpiry();
    }

    /** Whether the room calls as many as fit, so that none can be let in by hand. */
    public boolean letsInByItself(RoomSnapshot seen) {
        var configuration = room.configuration();
        return configuration.fills(configuration.settings(seen));
    }

    /** The {@code waiting_num}: visitors who are in line, or were called and have no token yet. */
    public static long waitingNumber(RoomSnapshot seen) {
        return seen.callable() + seen.turns();
    }

    /**
     * The {@code queue_number}; empty until a draw has decided it.
     *
     * @param last the last snapshot; the room is read again where a draw may have begun since
     */
    public OptionalLong queueNumber(Place place, RoomSnapshot last, Instant now) {
        var seen = mayBeDrawnSince(place, last, now) ? room.snapshot() : last;
        var isOfThis = place.opening() == seen.opening();
        var isDrawn = isOfThis && place.lane() == 0;
        var awaitsDraw = isDrawn
                && seen.draw()
                        .filter(draw -> !draw.isDone() && place.number() > draw.base())
                        .isPresent();
        var number = isDrawn ? room.line().order(seen).of(place.number()) : place.number();
        return awaitsDraw ? OptionalLong.empty() : OptionalLong.of(takeover.served(room.id(), place) + number);
    }

    /** Whether a lobby has a draw that the last look knew nothing of, or its opening is another one. */
    private boolean mayBeDrawnSince(Place place, RoomSnapshot last, Instant now) {
        var isOld = last.opening() != place.opening()
                || room.configuration().known(last, now).isEmpty();
        return isOld && room.configuration().draw(last, now).isPresent();
    }
}
