package io.gatehouse.inlet;

import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.RoomSettings;
import java.util.Optional;

/**
 * The limit of a room that finds it by itself. Such a room calls no visitor by itself until the limit is
 * known; visitors whom an operator lets in go in meanwhile, within the configured capacity. A known limit
 * stands in place of the configured capacity or rate, which bounds it, so all inlets go by it.
 *
 * @param isTuned whether the room is one
 * @param limit its limit; empty while it is not known
 */
record TunedInlet(boolean isTuned, Optional<TunedLimit> limit) {

    /** The room as its settings alone limit it. */
    static final TunedInlet NONE = new TunedInlet(false, Optional.empty());

    /** A room whose limit is not known yet. */
    static final TunedInlet UNKNOWN = new TunedInlet(true, Optional.empty());

    /** Whether the limit is not known yet, or limits a value that these settings do not have. */
    boolean isUnknown(RoomSettings settings) {
        return isTuned && limit.filter(own -> own.fits(settings)).isEmpty();
    }

    /** The settings that apply to the other inlets. */
    RoomSettings under(RoomSettings settings) {
        return limit.map(own -> own.under(settings)).orElse(settings);
    }

    /** The answer of all inlets, with the true reason if the limit has set the number. */
    Allowance told(Allowance allowance, RoomSettings settings) {
        var isOurs = limit.filter(own -> own.isBelow(settings))
                .filter(own -> allowance.why() == own.steers().why())
                .isPresent();
        return isOurs ? new Allowance(allowance.turns(), Why.TUNED) : allowance;
    }
}
