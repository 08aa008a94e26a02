package io.gatehouse.waitingroom;

import io.gatehouse.inlet.Allowance;
import io.gatehouse.room.Advance;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Slots of a room without a free one that are kept by visits which are over: their sites may not have heard
 * of the end. No store counts them apart from visits in progress, so it looks at the places that were called
 * last, and then at those that came last.
 *
 * @param slots the number of such slots
 * @param isAll whether all who take a slot have been looked at; else there may be more
 * @param next when the first of them comes free; the epoch where there is none
 */
public record KeptSlots(long slots, boolean isAll, Instant next) {

    /** The result where a slot is free, or none is kept. */
    public static final KeptSlots NONE = new KeptSlots(0, true, Instant.EPOCH);

    /** At most this many places are looked at, so that a screen that is left open costs a store little. */
    private static final int MOST = 1_000;

    /** Asks the store only while calls stop because all slots, or all of the stock, are in use. */
    public static KeptSlots of(WaitingRoom room, RoomSnapshot seen, Allowance allowance) {
        var isFull = allowance.turns() == 0
                && (allowance.why() == Advance.Why.CAPACITY || allowance.why() == Advance.Why.STOCK);
        return isFull ? of(over(room, seen)) : NONE;
    }

    private static KeptSlots of(Over over) {
        return over.places().stream()
                .map(Place::until)
                .min(Comparator.naturalOrder())
                .map(next -> new KeptSlots(over.places().size(), over.isAll(), next))
                .orElse(NONE);
    }

    /**
     * The places of visits which are over and keep their slots, where a slot is free as well.
     *
     * @param isAll whether all places that take a slot have been looked at; else there may be more
     */
    public record Over(List<Place> places, boolean isAll) {}

    /** Looks for the places of such visits; at most 1,000 places are read. */
    public static Over over(WaitingRoom room, RoomSnapshot seen) {
        if (seen.admitted() == 0) {
            return new Over(List.of(), true);
        }
        var inside = inside(room, seen);
        var over =
                inside.stream().filter(place -> place.stage() == Stage.ENDING).toList();
        return new Over(over, inside.size() >= seen.admitted());
    }

    /** The places inside, lane by lane, up to the limit; the default lane gets what the other lanes leave of it. */
    private static List<Place> inside(WaitingRoom room, RoomSnapshot seen) {
        var inside = new ArrayList<Place>();
        var lanes = seen.lanes().lanes().size();
        var left = MOST;
        for (var lane = lanes; lane >= 0; lane--) {
            var called = called(seen, lane);
            var looked = (int) Math.min(called, lane == 0 ? left : MOST / (lanes + 1));
            addInside(inside, room, seen, lane, called, looked);
            left -= looked;
        }
        addCalledOutOfTurn(inside, room, seen, left);
        return inside;
    }

    /** Visitors who need not wait stand behind all who have been called in turn. */
    private static void addCalledOutOfTurn(List<Place> inside, WaitingRoom room, RoomSnapshot seen, int most) {
        addInside(inside, room, seen, 0, seen.issued(), (int) Math.min(most, seen.issued() - called(seen, 0)));
    }

    /** The last position in this lane that may have been called in turn. */
    private static long called(RoomSnapshot seen, int lane) {
        var drawn = seen.draw().map(draw -> draw.base() + draw.entrants()).orElse(0L);
        return lane == 0
                ? Math.min(seen.issued(), Math.max(seen.serving(), drawn))
                : seen.lanes().of(lane).serving();
    }

    /** Looks at up to {@code most} positions of a lane, from {@code last} down, until all who are inside are found. */
    private static void addInside(
            List<Place> inside, WaitingRoom room, RoomSnapshot seen, int lane, long last, int most) {
        var end = last - most;
        for (var to = last;
                to > end && inside.size() < seen.admitted();
                to -= room.line().mostIds()) {
            room.line().places(lane, Math.max(end, to - room.line().mostIds()) + 1, to).stream()
                    .filter(place -> place.stage().isInside())
                    .forEach(inside::add);
        }
    }
}
