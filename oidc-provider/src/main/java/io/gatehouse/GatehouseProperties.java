package io.gatehouse;

import io.gatehouse.awsapi.AwsApiProperties;
import io.gatehouse.pass.PassProperties;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The installation and its rooms.
 *
 * @param issuer Where browsers and sites reach this installation; https, or http on a loopback host; no path, no
 *     trailing slash.
 * @param clockOffset How far this node's clock is set ahead of the machine's, for a rehearsal; below zero: back. With the
 *     embedded store alone; 366d at most.
 * @param rooms The waiting rooms, by name.
 */
@ConfigurationProperties("gatehouse")
public record GatehouseProperties(
        @Nullable URI issuer,
        @DefaultValue("0s") Duration clockOffset,
        @DefaultValue Map<String, RoomProperties> rooms) {

    /**
     * One waiting room.
     *
     * @param title Its name for visitors; the room's own name if there is none.
     * @param rate How fast turns are handed out, evenly: 200/1m, 25/s. Without rate and capacity they are let in by hand.
     * @param capacity How many visitors may be inside or called at once; 0 or more.
     * @param claimWindow How long a turn is kept for its visitor; 1s to 1d.
     * @param admissionTtl How long an admission lasts; 1s to 30d.
     * @param returnWindow How long one whose turn went by may ask to be called once more; 1s to 1d; the claim window, or
     *     10m if that is longer, unless said.
     * @param waitingTtl How long a place in line is kept that nobody looks for; 10m to 30d.
     * @param mostWaiting While so many wait, newcomers see a calm page and are asked to come again; 1 or more.
     * @param lobbyWork How many hashes the browser of each newcomer to a lobby works through for a place at most, wherever it
     *     comes from; up to 10000000, 0 for what limits say.
     * @param mostPerNetwork How many of a network are entries of their own in a draw of its lobby, others of it stand behind all
     *     entrants; 1 or more, 0 for any number.
     * @param browsers How many browsers and devices may use one admission; 1 to 10, 0 for any number.
     * @param paused Whether the room starts paused.
     * @param mode What it does with those who come: queueing, scheduled, pass-through, closed or hold; scheduled where there
     *     is a schedule, else queueing, unless said.
     * @param awsApi Whether it answers the API of the AWS Virtual Waiting Room.
     * @param passes Who need not wait: whoever brings a pass that the operator has signed.
     * @param stock How many are admitted in all while an opening of the line runs, 0 or more; any number unless said.
     * @param consumedBy By which endings of an admission what it takes of the stock is consumed: one or more of completed,
     *     abandoned, expired; by any other it comes back.
     * @param lanes Its lanes beside the default one, by name, at most 8: lines of their own, whom a pass lets stand there. An
     *     entry named default says the weight of the default one.
     * @param schedule Its openings, at most 100, in any order, none of which overlap.
     */
    public record RoomProperties(
            @Nullable String title,
            @Nullable String rate,
            @Nullable Long capacity,
            @DefaultValue("10m") Duration claimWindow,
            @DefaultValue("1h") Duration admissionTtl,
            @Nullable Duration returnWindow,
            @DefaultValue("1d") Duration waitingTtl,
            @DefaultValue("500000") long mostWaiting,
            @DefaultValue("0") int lobbyWork,
            @DefaultValue("0") int mostPerNetwork,
            @DefaultValue("3") int browsers,
            @DefaultValue("false") boolean paused,
            @Nullable String mode,
            @Nullable AwsApiProperties awsApi,
            @Nullable PassProperties passes,
            @Nullable Long stock,
            @DefaultValue("completed") List<String> consumedBy,
            @DefaultValue Map<String, LaneProperties> lanes,
            @DefaultValue List<OpeningProperties> schedule) {}

    /**
     * A lane of a room.
     *
     * @param weight How many turns are its share, for those that other lanes have by theirs; 1 to 1000. The default lane's is 1
     *     unless said.
     * @param first Whether nobody else is called while somebody waits here; lanes that are first share by their weights, 1 unless
     *     said.
     */
    public record LaneProperties(@Nullable Integer weight, @DefaultValue("false") boolean first) {}

    /**
     * One opening of a room's schedule. Local times look like 2026-11-27T10:00; one that comes twice is the earlier one.
     *
     * @param zone The time zone of its local times: Europe/Berlin, America/New_York, UTC.
     * @param lobby From when on early visitors get a place.
     * @param doors From when on they are called.
     * @param close From when on nobody gets a place; never unless said.
     * @param atClose What becomes of those still in line then: let-in calls them until the line is empty, end ends their
     *     places.
     * @param draw Draws the order of those who come to the lobby, instead of calling first who came first. Names where the
     *     public value of the draw comes from: receipts, the hash over what all of them have been given.
     */
    public record OpeningProperties(
            @Nullable String zone,
            @Nullable String lobby,
            @Nullable String doors,
            @Nullable String close,
            @DefaultValue("let-in") String atClose,
            @Nullable String draw) {}
}
