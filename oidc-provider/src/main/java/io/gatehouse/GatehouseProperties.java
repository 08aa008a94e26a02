package io.gatehouse;

import io.gatehouse.awsapi.setting.AwsApiProperties;
import io.gatehouse.pass.PassProperties;
import io.gatehouse.room.Room;
import io.gatehouse.room.Terms;
import io.gatehouse.tune.TuneProperties;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The installation and its rooms.
 *
 * @param issuer Where browsers and sites reach this installation; https, or http on a loopback host; no path,
 *     no trailing slash.
 * @param clockOffset How far this node's clock is set ahead of the machine's, for a rehearsal; below zero:
 *     back. With the embedded store alone; 366d at most.
 * @param rooms The waiting rooms, by name.
 */
@ConfigurationProperties("gatehouse")
public record GatehouseProperties(
        @Nullable URI issuer,
        @DefaultValue("0s") Duration clockOffset,
        @DefaultValue Map<String, RoomProperties> rooms) {

    /**
     * One waiting room. {@link Room#SETTINGS} describes its settings and their bounds.
     *
     * @param awsApi Whether it answers the API of the AWS Virtual Waiting Room.
     * @param passes The passes whose bearers need not wait.
     * @param tune How it finds its limit by itself, below its capacity or rate.
     */
    public record RoomProperties(
            @Nullable String title,
            @Nullable String rate,
            @Nullable Long capacity,
            @DefaultValue("10m") Duration claimWindow,
            @DefaultValue("1h") Duration admissionTtl,
            @Nullable String admissionRenewal,
            @DefaultValue("0s") Duration grace,
            @Nullable Duration returnWindow,
            @DefaultValue("1d") Duration waitingTtl,
            @DefaultValue("45s") String slotHeld,
            @Nullable String notices,
            @DefaultValue("5m") Duration noticeHeld,
            @DefaultValue("500000") long mostWaiting,
            @DefaultValue("0") int lobbyWork,
            @DefaultValue("0") int mostPerNetwork,
            @DefaultValue("3") int browsers,
            @DefaultValue("false") boolean paused,
            @Nullable String mode,
            @Nullable AwsApiProperties awsApi,
            @Nullable PassProperties passes,
            @Nullable TuneProperties tune,
            @Nullable Long stock,
            @DefaultValue("completed") List<String> consumedBy,
            @Nullable String pastDraws,
            @DefaultValue Map<String, LaneProperties> lanes,
            @DefaultValue List<DateProperties> schedule) {

        Room.Limits limits() {
            return new Room.Limits(mostWaiting, lobbyWork, mostPerNetwork, browsers);
        }

        /** The terms of a room that renews no visit. */
        Terms terms() {
            var mayReturn = returnWindow == null ? Terms.usualReturn(claimWindow) : returnWindow;
            // A turn of the old API stays good without a wait, as long as it is open.
            var held = Terms.slotHeld(slotHeld);
            var terms = new Terms(
                    claimWindow, admissionTtl, mayReturn, waitingTtl, awsApi == null ? held : Optional.of(claimWindow));
            return terms.forgiving(grace).telling(new Terms.Notices(Set.of(), false, noticeHeld));
        }

        /** Adds the ways to notify visitors of their turn. */
        Terms telling(Terms terms) {
            return terms.telling(Terms.Notices.parse(notices == null ? "" : notices, noticeHeld));
        }

        /** The time of a visit's second chance after its end. A request id of the old API is good for one visit. */
        Duration requireGrace() {
            if (awsApi != null && !grace.isZero()) {
                throw new IllegalArgumentException(
                        "goes with no aws-api, whose request ids are good for one visit each");
            }
            return grace;
        }

        /** Adds the renewal of visits, if there is one. */
        Terms renewing(Terms terms) {
            if (admissionRenewal == null || admissionRenewal.isBlank()) {
                return terms;
            }
            if (awsApi != null) {
                throw new IllegalArgumentException("goes with no aws-api, whose tokens name the end of their visits");
            }
            return terms.renewing(Terms.Renewal.parse(admissionRenewal));
        }
    }

    /**
     * A lane of a room.
     *
     * @param weight How many turns are its share, for those that other lanes have by theirs; 1 to 1000. The
     *     default lane's is 1 unless said.
     * @param first Whether no other visitor is called while a visitor waits here; lanes that are first share
     *     by their weights, 1 unless said.
     * @param offered Whether the waiting page offers it to visitors with access needs, who join it by a
     *     press; one lane of a room, which is not first.
     */
    public record LaneProperties(
            @Nullable Integer weight, @DefaultValue("false") boolean first, @DefaultValue("false") boolean offered) {}

    /**
     * One date of a room's schedule. Local times look like 2026-11-27T10:00; one that comes twice is the
     * earlier one.
     *
     * @param zone The time zone of its local times: Europe/Berlin, America/New_York, UTC.
     * @param lobby From when on early visitors get a place.
     * @param doors From when on they are called.
     * @param close From when on no visitor gets a place; never unless said.
     * @param atClose What becomes of those still in line then: let-in calls them until the line is empty, end
     *     ends their places.
     * @param draw Draws the order of those who come to the lobby, instead of calling first who came first.
     *     Names where the public value of the draw comes from: receipts, the hash over what all of them have
     *     been given.
     */
    public record DateProperties(
            @Nullable String zone,
            @Nullable String lobby,
            @Nullable String doors,
            @Nullable String close,
            @DefaultValue("let-in") String atClose,
            @Nullable String draw) {}
}
