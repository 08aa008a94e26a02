package io.gatehouse.simulate;

import io.gatehouse.room.Advance.Why;
import io.gatehouse.room.RoomSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the minutes of a simulation down. */
final class Minutes {

    private final Tally now;
    private final List<Minute> written = new ArrayList<>();
    private final Map<Why, Integer> held = new EnumMap<>(Why.class);
    private Tally before = new Tally();
    private long noShowsBefore;

    Minutes(Tally now) {
        this.now = now;
    }

    /** The rule that holds the line at this tick, while visitors wait. */
    void holds(Why why) {
        held.merge(why, 1, Integer::sum);
    }

    /** A minute is over. */
    void end(Instant from, RoomSnapshot seen, Optional<SiteModel.Health> site) {
        var mostly = held.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        written.add(new Minute(
                from,
                now.arrived - before.arrived,
                now.refused - before.refused,
                now.called - before.called,
                now.claimed - before.claimed,
                Math.max(0, seen.noShows() - noShowsBefore),
                now.left - before.left,
                seen.callable(),
                seen.turns(),
                seen.admitted(),
                mostly,
                site));
        held.clear();
        before = now.copy();
        noShowsBefore = seen.noShows();
    }

    List<Minute> written() {
        return written;
    }
}
