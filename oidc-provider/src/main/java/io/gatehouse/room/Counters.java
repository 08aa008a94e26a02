package io.gatehouse.room;

import java.time.Instant;
import java.util.Optional;

/**
 * A line's own numbers, apart from its places: what a store has to keep beside them.
 *
 * @param version rises with every call, change of settings and opening, and with nothing else
 * @param opening which run of the room, from 1
 * @param issued the last position handed out
 * @param serving the highest position that was called
 * @param noShows turns that went by unclaimed, since the opening began
 * @param letIn turns granted by hand and not used yet
 * @param pacedUntil up to when the rate is used up
 * @param changed the settings that an operator has made
 */
public record Counters(
        long version,
        long opening,
        long issued,
        long serving,
        long noShows,
        long letIn,
        Instant pacedUntil,
        Optional<RoomSettings> changed) {

    /** Those of a room that nobody has joined. */
    public static final Counters FIRST = new Counters(0, 1, 0, 0, 0, 0, Instant.EPOCH, Optional.empty());

    /** After a join. */
    public Counters joined() {
        return new Counters(version, opening, issued + 1, serving, noShows, letIn, pacedUntil, changed);
    }

    Counters ofVersion(long other) {
        return new Counters(other, opening, issued, serving, noShows, letIn, pacedUntil, changed);
    }

    Counters noShow() {
        return new Counters(version, opening, issued, serving, noShows + 1, letIn, pacedUntil, changed);
    }

    /** What a move of the counters leaves of these: joins and no-shows go on beside it. */
    public Counters moved(Counters next) {
        return new Counters(
                next.version, opening, issued, next.serving, noShows, next.letIn, next.pacedUntil, next.changed);
    }

    Counters served(long upTo, long usedByHand, Instant paced) {
        var unused = Math.max(0, letIn - usedByHand);
        return new Counters(version + 1, opening, issued, upTo, noShows, unused, paced, changed);
    }

    Counters lettingIn(long more) {
        return new Counters(version + 1, opening, issued, serving, noShows, letIn + more, pacedUntil, changed);
    }

    Counters takingBack() {
        return new Counters(version + 1, opening, issued, serving, noShows, 0, pacedUntil, changed);
    }

    Counters changedTo(Optional<RoomSettings> next) {
        return new Counters(version + 1, opening, issued, serving, noShows, letIn, pacedUntil, next);
    }

    /** At the beginning of an opening. */
    public Counters opened(long next) {
        return new Counters(version + 1, next, 0, 0, 0, 0, pacedUntil, changed);
    }
}
