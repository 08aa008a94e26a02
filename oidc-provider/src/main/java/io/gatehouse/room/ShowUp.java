package io.gatehouse.room;

import java.util.OptionalDouble;

/**
 * The share of called visitors who come, as far as a room has seen it. It is kept with the room's counters
 * and moves with its calls, so all nodes know the same.
 *
 * <p>The share of no-shows is Beta distributed with a prior of one no-show in five calls. Its lower bound
 * counts, at {@value #Z} standard deviations: a rate is never corrected by more than is nearly certain. Both
 * counts are halved each {@value #PERIOD} outcomes, so that the last hour counts and not the last day.
 *
 * @param claimed visitors who have come, the old ones by their weight
 * @param lapsed turns that went by, in the same way
 * @param claims all who had come at the last call of this opening
 * @param lapses all turns that had gone by then
 */
public record ShowUp(long claimed, long lapsed, long claims, long lapses) {

    /** The show-up of a room that has called no visitor. */
    public static final ShowUp NONE = new ShowUp(0, 0, 0, 0);

    private static final int PERIOD = 250;
    private static final int FEWEST = 30;
    private static final double Z = 1.28;

    /** The share after these outcomes in all. A store may count a moment behind: no outcome is taken back for that. */
    ShowUp after(long allClaims, long allLapses) {
        var moreClaims = Math.max(0, allClaims - claims);
        var moreLapses = Math.max(0, allLapses - lapses);
        var halvings = (claims + moreClaims + lapses + moreLapses) / PERIOD - (claims + lapses) / PERIOD;
        var shift = (int) Math.min(Long.SIZE - 1, halvings);
        return new ShowUp(
                (claimed + moreClaims) >> shift,
                (lapsed + moreLapses) >> shift,
                claims + moreClaims,
                lapses + moreLapses);
    }

    /** The share of called visitors who come, from above 0 to 1; empty before {@value #FEWEST} outcomes. */
    public OptionalDouble share() {
        if (claims + lapses < FEWEST) {
            return OptionalDouble.empty();
        }
        var missed = 1.0 + lapsed;
        var all = missed + 4 + claimed;
        var mean = missed / all;
        var deviation = Math.sqrt(mean * (1 - mean) / (all + 1));
        return OptionalDouble.of(1 - Math.max(0, mean - Z * deviation));
    }
}
