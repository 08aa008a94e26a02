package io.gatehouse.room;

import java.util.Optional;

/**
 * A waiting room as configured.
 *
 * @param title its name for visitors
 * @param configured what an operator may change while it runs, as it stands in the configuration
 * @param ceiling the fastest that the room's sites can take, whatever rate an operator sets; empty when they do not say;
 *     it does not hold back those that an operator lets in by hand
 * @param mostWaiting while so many wait, newcomers are asked to come again; 1 or more
 * @param browsers how many browsers and devices may use one admission; 0: any number, and they are not counted
 */
public record Room(
        RoomId id,
        String title,
        RoomSettings configured,
        Terms terms,
        Optional<Rate> ceiling,
        long mostWaiting,
        int browsers) {

    /** How many do unless the configuration says otherwise: a browser, another, and one that lost its cookies. */
    public static final int BROWSERS = 3;

    /** No more than stores have room for. */
    public static final int MOST_BROWSERS = 10;

    public Room {
        if (browsers < 0 || browsers > MOST_BROWSERS) {
            throw new IllegalArgumentException("browsers must be 0 to " + MOST_BROWSERS + ", was " + browsers);
        }
    }

    /** One in which any number may wait, and as many browsers use an admission as usually. */
    public Room(RoomId id, String title, RoomSettings configured, Terms terms, Optional<Rate> ceiling) {
        this(id, title, configured, terms, ceiling, Long.MAX_VALUE, BROWSERS);
    }

    /** The settings in force: an operator's if there are any, else the configured ones. */
    public RoomSettings settings(RoomSnapshot snapshot) {
        return snapshot.changed().orElse(configured);
    }
}
