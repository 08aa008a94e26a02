package io.gatehouse.lane;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The lanes that a room's settings declare, and the rule for the next turn.
 *
 * <p><b>The rule</b> is smooth weighted round robin. It applies to the lanes that are first while visitors
 * wait there, else to the others. For each turn every lane with waiting visitors gets its weight as credit.
 * The lane with the most credit is called (of equals the first), and pays the sum of those weights. So after
 * n turns each lane that always had waiting visitors has had its share of n to within a turn or so, and lanes
 * take turns instead of blocks. Credit is stored with the counters and changes with them under one version,
 * so every node computes the same. A lane without waiting visitors loses its credit: an empty one saves
 * nothing up, and owes nothing.
 *
 * <p><b>Rejected.</b> A rule from {@code serving} alone, without credit: a lane that was empty for an hour
 * would then have all turns of the next. A random choice: it has the same shares in the end, but cannot be
 * checked.
 *
 * @param others the default lane
 * @param declared the lanes beside it
 */
public record Lanes(Lane others, List<Lane> declared) {

    /** A room of one lane. */
    public static final Lanes NONE = new Lanes(Lane.plain(Lane.DEFAULT), List.of());

    /** The limit of lanes beside the default one. */
    public static final int MOST = 8;

    /** A number above all weights, and above all visitors who can stand in a line. */
    private static final long BEFORE_ALL = 1_000_000_000_000L;

    /**
     * The shares of a call.
     *
     * @param turns how many visitors of each lane are called, first of the default lane
     * @param after the counters with the credit that is left
     */
    public record Share(List<Long> turns, LaneCounters after) {

        public Share {
            turns = List.copyOf(turns);
        }
    }

    /**
     * The visitors of another lane who may be called earlier.
     *
     * @param waiting how many stand there
     * @param weight the other lane's turns while the own lane gets its weight in turns
     */
    public record Before(long waiting, long weight) {

        private long many(long turns, long own) {
            return Math.min(waiting, turns * Math.min(weight, BEFORE_ALL / Math.max(1, turns)) / own);
        }
    }

    public Lanes {
        declared = List.copyOf(declared);
        if (declared.size() > MOST) {
            throw new IllegalArgumentException("a room has at most " + MOST + " lanes, were " + declared.size());
        }
        if (declared.stream().filter(Lane::isOffered).count() > 1) {
            throw new IllegalArgumentException("one lane of a room can be offered, not several");
        }
    }

    /** These lanes by name; the default one may be among them. */
    public static Lanes of(List<Lane> all) {
        var others =
                all.stream().filter(lane -> lane.name().equals(Lane.DEFAULT)).findFirst();
        return new Lanes(
                others.orElse(NONE.others),
                all.stream().filter(lane -> !lane.name().equals(Lane.DEFAULT)).toList());
    }

    /** Whether newcomers can join a lane of this name; the default one is joined without saying so. */
    public boolean has(String name) {
        return declared.stream().anyMatch(lane -> lane.name().equals(name));
    }

    /** The lane that the waiting page offers to visitors with access needs. */
    public Optional<Lane> offered() {
        return declared.stream().filter(Lane::isOffered).findFirst();
    }

    /** Whether these lanes have a number left each in an opening with these counters. */
    public boolean fit(LaneCounters counters) {
        var fresh = declared.stream()
                .filter(lane -> counters.number(lane.name()) == 0)
                .count();
        return counters.lanes().size() + fresh <= LaneCounters.MOST;
    }

    /** The counters before the first join of one of them; by name, in any order of their declaration. */
    public LaneCounters counters() {
        return LaneCounters.of(declared.stream().map(Lane::name).sorted().toList());
    }

    /**
     * Shares turns among the lanes.
     *
     * @param waiting how many can be called in each lane, in the default one first, and then by number
     */
    public Share share(LaneCounters counters, List<Long> waiting, long turns) {
        var lanes = lanes(counters);
        var left = waiting.stream().mapToLong(many -> many).toArray();
        var called = new long[left.length];
        var credit = LongStream.concat(
                        LongStream.of(counters.credit()),
                        counters.lanes().stream().mapToLong(LaneCounters.One::credit))
                .toArray();
        for (var given = 0L; given < turns; given++) {
            var next = next(lanes, left, credit);
            if (next.isEmpty()) {
                break;
            }
            left[next.get()]--;
            called[next.get()]++;
        }
        for (int lane = 0; lane < left.length; lane++) {
            credit[lane] = left[lane] == 0 ? 0 : credit[lane];
        }
        return new Share(Arrays.stream(called).boxed().toList(), counters.credited(credit));
    }

    private static Optional<Integer> next(List<Lane> lanes, long[] left, long[] credit) {
        var isFirst = false;
        for (int lane = 0; lane < left.length; lane++) {
            isFirst |= left[lane] > 0 && lanes.get(lane).isFirst();
        }
        var next = -1;
        var sum = 0L;
        for (int lane = 0; lane < left.length; lane++) {
            if (left[lane] == 0) {
                credit[lane] = 0;
            } else if (lanes.get(lane).isFirst() == isFirst) {
                credit[lane] += lanes.get(lane).weight();
                sum += lanes.get(lane).weight();
                next = next < 0 || credit[lane] > credit[next] ? lane : next;
            }
        }
        if (next < 0) {
            return Optional.empty();
        }
        credit[next] -= sum;
        return Optional.of(next);
    }

    /**
     * The visitors of the other lanes who may be called before one of this lane: all of lanes that are first
     * if this is not, and of lanes like it as many as their weights say.
     *
     * @param number the lane's; 0 for the default one
     * @param waiting how many wait in the default lane
     */
    public List<Before> before(LaneCounters counters, int number, long waiting) {
        var lanes = lanes(counters);
        var before = new ArrayList<Before>();
        for (int other = 0; other < lanes.size(); other++) {
            var many = other == 0 ? waiting : counters.of(other).ahead();
            var isStricter = lanes.get(other).isFirst() && !lanes.get(number).isFirst();
            var isAlike = lanes.get(other).isFirst() == lanes.get(number).isFirst();
            if (other != number && many > 0 && (isStricter || isAlike)) {
                before.add(new Before(
                        many, isStricter ? BEFORE_ALL : lanes.get(other).weight()));
            }
        }
        return before;
    }

    /**
     * The number of visitors who enter before a visitor, if no more join.
     *
     * @param own how many are before them in their own lane
     */
    public static long ahead(long own, long weight, List<Before> before) {
        return own
                + before.stream()
                        .mapToLong(other -> other.many(own + 1, weight))
                        .sum();
    }

    /**
     * The number of visitors who enter before one who joins a lane now, if no more join.
     *
     * @param seen the counters; without those of a lane that has no join yet
     * @param lane the name of one that is declared
     * @param waiting how many wait in the default lane
     */
    public long aheadOfNewcomer(LaneCounters seen, String lane, long waiting) {
        var counters = seen.number(lane) == 0 ? counters() : seen;
        var number = counters.number(lane);
        return ahead(counters.of(number).ahead(), weight(counters, number), before(counters, number, waiting));
    }

    /** The share of the lane of this number; 0 for the default one. */
    public int weight(LaneCounters counters, int number) {
        return lanes(counters).get(number).weight();
    }

    /** The lanes by number. A lane that is declared no more is called until it is empty. */
    private List<Lane> lanes(LaneCounters counters) {
        return Stream.concat(Stream.of(others), counters.lanes().stream().map(one -> lane(one.name())))
                .toList();
    }

    private Lane lane(String name) {
        return declared.stream()
                .filter(lane -> lane.name().equals(name))
                .findFirst()
                .orElseGet(() -> Lane.plain(name));
    }
}
