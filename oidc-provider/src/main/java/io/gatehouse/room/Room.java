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
 */
public record Room(
        RoomId id, String title, RoomSettings configured, Terms terms, Optional<Rate> ceiling, long mostWaiting) {

    /** One in which any number may wait. */
    public Room(RoomId id, String title, RoomSettings configured, Terms terms, Optional<Rate> ceiling) {
        this(id, title, configured, terms, ceiling, Long.MAX_VALUE);
    }

    /** The settings in force: an operator's if there are any, else the configured ones. */
    public RoomSettings settings(RoomSnapshot snapshot) {
        return snapshot.changed().orElse(configured);
    }
}
