package io.gatehouse.simulate;

import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Measured;
import io.gatehouse.history.Spans;
import io.gatehouse.room.Advance.Why;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the minutes of a simulation down. */
final class Minutes {

    /** The counts of a minute; programs count as visitors. */
    static final class Tally {

        long arrived;
        long refused;
        long called;
        long claimed;
        long left;

        /** Waits until the first call. */
        Spans waits = Spans.NONE;

        Spans visits = Spans.NONE;
    }

    /** The last minutes with calls that say how fast the rest of the line moves. */
    private static final int MINUTES_OF_THE_PACE = 30;

    private final List<Minute> written = new ArrayList<>();
    private final Map<Why, Integer> held = new EnumMap<>(Why.class);
    private final List<HistoryRow> rows = new ArrayList<>();

    /** The rule that holds the line at this tick, while visitors wait. */
    void holds(Why why) {
        held.merge(why, 1, Integer::sum);
    }

    /**
     * A minute is over.
     *
     * @param row how the room stood, as the history has it
     */
    void end(HistoryRow row, Tally tally, Optional<SiteModel.Health> site) {
        var mostly = held.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        var since = rows.isEmpty()
                ? row.soFar()
                : row.soFar().since(rows.get(rows.size() - 1).soFar());
        written.add(new Minute(
                row.begin(),
                tally.arrived,
                tally.refused,
                tally.called,
                tally.claimed,
                since.noShows(),
                tally.left,
                row.now().waiting(),
                row.now().turns(),
                row.now().inside(),
                mostly,
                Optional.ofNullable(row.tuned()).map(HistoryRow.Tuned::value),
                site));
        rows.add(row.with(new Measured(tally.left, 0, tally.waits.counts(), tally.visits.counts(), List.of())));
        held.clear();
    }

    /** How many are called in each of the last of these minutes that had calls; empty without any. */
    static Optional<Double> pace(List<Minute> minutes) {
        var calls = minutes.stream()
                .mapToLong(Minute::called)
                .filter(called -> called > 0)
                .toArray();
        return Arrays.stream(calls).skip(Math.max(0, calls.length - MINUTES_OF_THE_PACE)).average().stream()
                .boxed()
                .findFirst();
    }

    List<Minute> written() {
        return written;
    }

    /** The minutes as a room's history would have them. */
    List<HistoryRow> rows() {
        return rows;
    }
}
