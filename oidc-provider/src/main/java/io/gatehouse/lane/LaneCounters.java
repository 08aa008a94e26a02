package io.gatehouse.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The progress of the lanes of a room, in its running opening: lanes that were declared at the first join of
 * one of them, and then lanes declared since. A lane has its number in this list, from 1, for the whole
 * opening, even if the settings change. 0 is the default lane, whose counters are the room's own.
 *
 * @param credit the default lane's unused share; see {@link Lanes#share}
 */
public record LaneCounters(long credit, List<One> lanes) {

    /** The counters of a room in which everybody stands in the default lane. */
    public static final LaneCounters NONE = new LaneCounters(0, List.of());

    /** The limit of lanes with a number in one opening, however often the settings change. */
    public static final int MOST = 100;

    /**
     * One lane.
     *
     * @param issued the last position in it that was handed out
     * @param serving the last one in it that was called
     * @param credit the rest of its share
     */
    public record One(String name, long issued, long serving, long credit) {

        /** The number of visitors who have not been called; it includes those who have left, until they are passed. */
        public long ahead() {
            return issued - serving;
        }
    }

    public LaneCounters {
        lanes = List.copyOf(lanes);
    }

    /** The counters of lanes without any join. */
    public static LaneCounters of(List<String> names) {
        return new LaneCounters(
                0, names.stream().map(name -> new One(name, 0, 0, 0)).toList());
    }

    public boolean isEmpty() {
        return lanes.isEmpty();
    }

    /** The lane of this number, 1 or more. */
    public One of(int number) {
        return lanes.get(number - 1);
    }

    /** The name of the lane of this number; empty for 0, the default one, and for one that is unknown here. */
    public Optional<String> name(int number) {
        return number == 0 || number > lanes.size()
                ? Optional.empty()
                : Optional.of(of(number).name());
    }

    /** The number of the lane of this name; 0 before its first join. */
    public int number(String name) {
        return IntStream.rangeClosed(1, lanes.size())
                .filter(number -> of(number).name.equals(name))
                .findFirst()
                .orElse(0);
    }

    /**
     * The counters after a join of this lane. Throws {@link IllegalStateException} when it is new, and no
     * number is left.
     */
    public LaneCounters joined(String name) {
        var number = number(name);
        return number == 0 ? and(new One(name, 1, 0, 0)) : reaching(number, of(number).issued + 1);
    }

    /** The counters after this position in the lane has been handed out. */
    public LaneCounters reaching(int number, long position) {
        var one = of(number);
        return with(number, new One(one.name, Math.max(one.issued, position), one.serving, one.credit));
    }

    /** The counters after this position in the lane has been called. */
    public LaneCounters called(int number, long position) {
        var one = of(number);
        return with(number, new One(one.name, one.issued, Math.max(one.serving, position), one.credit));
    }

    /** The counters with these credits, first that of the default lane. */
    LaneCounters credited(long[] credits) {
        return new LaneCounters(
                credits[0],
                IntStream.rangeClosed(1, lanes.size())
                        .mapToObj(number -> {
                            var one = of(number);
                            return new One(one.name, one.issued, one.serving, credits[number]);
                        })
                        .toList());
    }

    private LaneCounters and(One lane) {
        if (lanes.size() == MOST) {
            throw new IllegalStateException("an opening has at most " + MOST + " lanes, those taken out of the settings"
                    + " included, and " + lane.name + " is one more: start a new opening");
        }
        var all = new ArrayList<>(lanes);
        all.add(lane);
        return new LaneCounters(credit, all);
    }

    private LaneCounters with(int number, One lane) {
        var all = new ArrayList<>(lanes);
        all.set(number - 1, lane);
        return new LaneCounters(credit, all);
    }
}
