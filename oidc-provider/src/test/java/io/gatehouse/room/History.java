package io.gatehouse.room;

import io.gatehouse.room.LineModel.Spot;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What several clients asked of one line at once, what they were answered, and whether that can be explained:
 * whether every call can be thought to have happened at one instant between question and answer, such that
 * the pure line, asked in the order of these instants, would have answered the same. That is linearizability
 * (Herlihy and Wing 1990).
 *
 * <p><b>Search.</b> Of the calls that are left, one may be the next if none of the others was answered before
 * it was asked. Each such call is tried, depth first (Wing and Gong 1993), and no pair of calls done and
 * state reached is tried twice (Lowe 2017; Porcupine does the same). Whoever wants to be quick has short
 * histories.
 *
 * <p><b>Unknown outcomes.</b> A call that ended with {@link StoreUnavailableException} may have happened at
 * any time after it was asked, also after the others, or not at all. The search may place it, and need not.
 *
 * <p><b>Calls.</b> A call may miss who joins while it is being made: it looks first who waits, and calls them
 * then.
 *
 * <p><b>Holes.</b> A dense line hands out one position after the other, and its snapshots are exact. A line
 * that may leave holes may skip positions, and positions that are handed out at once may become visible in
 * another order; its {@code serving} may lie anywhere before the next visitor who waits, its {@code issued}
 * may run ahead. What remains is what visitors rely on: nobody's position is another's, or smaller than that
 * of one who had been answered before the question; whoever waits is called in order, by one of the nodes
 * that want to, and admitted once. A call is refused when a join during it takes a position that was to be
 * closed as a hole. Such a line also looks what has become of a place after it has taken it:
 * the answer to a join is explained as a join and a look.
 */
final class History {

    /** One call, as it was asked and answered. */
    interface Call {

        /** The line after it, if it is done now and answered so; empty when the line would not have answered so. */
        Optional<LineModel> on(LineModel before, History rules);
    }

    /** What an answer shows of a place; none, when it was not found. */
    record SeenPlace(long position, Stage stage, long admitted) {

        static final SeenPlace NOTHING = new SeenPlace(0, Stage.WAITING, 0);

        private boolean shows(Spot spot) {
            return equals(new SeenPlace(spot.position(), spot.stage(), spot.admitted()));
        }
    }

    record Join(int visitor, @Nullable SeenPlace seen) implements Call {

        @Override
        public Optional<LineModel> on(LineModel before, History rules) {
            if (before.spot(visitor).position() > 0) {
                return Optional.of(before).filter(same -> isSeen(seen, same, visitor));
            }
            return rules.nextPosition(before, visitor)
                    .map(next -> before.joined(visitor, next))
                    .filter(after -> isSeen(seen, after, visitor));
        }
    }

    record Find(int visitor, SeenPlace seen) implements Call {

        @Override
        public Optional<LineModel> on(LineModel before, History rules) {
            return Optional.of(before).filter(same -> isSeen(seen, same, visitor));
        }
    }

    record Claim(int visitor, long moment, @Nullable SeenPlace seen) implements Call {

        @Override
        public Optional<LineModel> on(LineModel before, History rules) {
            return Optional.of(before.claimed(visitor, moment)).filter(after -> isSeen(seen, after, visitor));
        }
    }

    record Leave(int visitor, @Nullable SeenPlace seen) implements Call {

        @Override
        public Optional<LineModel> on(LineModel before, History rules) {
            return Optional.of(before.left(visitor)).filter(after -> isSeen(seen, after, visitor));
        }
    }

    record Serve(long version, long turns, @Nullable Boolean won) implements Call {

        @Override
        public Optional<LineModel> on(LineModel before, History rules) {
            var after = before.version() == version ? before.served(turns) : before;
            var hasMoved = !after.equals(before);
            return won == null || won == hasMoved ? Optional.of(after) : Optional.empty();
        }
    }

    record Snapshot(long version, long issued, long serving, long waiting, long turns, long admitted) implements Call {

        @Override
        public Optional<LineModel> on(LineModel before, History rules) {
            return Optional.of(before)
                    .filter(same -> version == same.version())
                    .filter(same -> rules.mayLeaveHoles ? isAboutTo(same) : isExactly(same));
        }

        private boolean isExactly(LineModel line) {
            return issued == line.issued()
                    && serving == line.serving()
                    && waiting == line.count(Stage.WAITING)
                    && turns == line.count(Stage.TURN)
                    && admitted == line.count(Stage.ADMITTED);
        }

        private boolean isAboutTo(LineModel line) {
            return issued >= line.issued() && serving >= line.serving() && serving < line.nextWaiting();
        }
    }

    /**
     * A call and when it was asked and answered, by one counter for all.
     *
     * @param answered {@link #NEVER} for an unknown outcome
     */
    record Entry(Call call, long asked, long answered) {

        boolean isKnown() {
            return answered != NEVER;
        }
    }

    /** Later than any answer. */
    static final long NEVER = Long.MAX_VALUE;

    private record Configuration(BitSet done, LineModel line) {}

    private final List<Entry> entries;
    private final boolean mayLeaveHoles;
    private final Map<Integer, Long> positions = new HashMap<>();
    private final Map<Integer, Long> joined = new HashMap<>();
    private final Set<Configuration> tried = new HashSet<>();

    History(List<Entry> entries, boolean mayLeaveHoles) {
        this.mayLeaveHoles = mayLeaveHoles;
        this.entries = entries.stream()
                .flatMap(entry -> mayLeaveHoles ? apart(entry) : Stream.of(entry))
                .sorted(Comparator.comparingLong(Entry::asked))
                .toList();
    }

    /** Whether a line of so many visitors that was empty before can have answered so. */
    boolean isLinearizable(int visitors) {
        tried.clear();
        positions.clear();
        joined.clear();
        entries.forEach(this::note);
        return isInOrder() && isExplained(new BitSet(), LineModel.empty(visitors));
    }

    @Override
    public String toString() {
        return entries.stream()
                .map(entry -> entry.asked + " to " + (entry.isKnown() ? entry.answered : "unknown") + ": " + entry.call)
                .collect(Collectors.joining("\n"));
    }

    private static Stream<Entry> apart(Entry entry) {
        if (entry.call instanceof Join join && join.seen != null) {
            return Stream.of(
                    new Entry(new Join(join.visitor, null), entry.asked, entry.answered),
                    new Entry(new Find(join.visitor, join.seen), entry.asked, entry.answered));
        }
        return Stream.of(entry);
    }

    private boolean isExplained(BitSet done, LineModel line) {
        var firstAnswer = NEVER;
        for (var next = done.nextClearBit(0); next < entries.size(); next = done.nextClearBit(next + 1)) {
            firstAnswer = Math.min(firstAnswer, entries.get(next).answered);
        }
        if (firstAnswer == NEVER) {
            return true;
        }
        if (!tried.add(new Configuration((BitSet) done.clone(), line))) {
            return false;
        }
        for (var next = done.nextClearBit(0); next < entries.size(); next = done.nextClearBit(next + 1)) {
            if (entries.get(next).asked < firstAnswer && isExplainedBy(next, done, line)) {
                return true;
            }
        }
        return false;
    }

    private boolean isExplainedBy(int next, BitSet done, LineModel line) {
        return ways(entries.get(next), line).anyMatch(way -> isExplainedBy(way, next, done, line));
    }

    /** What a call may have been: one that missed who joined during it was one for fewer turns. */
    private Stream<Call> ways(Entry entry, LineModel line) {
        if (!(entry.call instanceof Serve serve)) {
            return Stream.of(entry.call);
        }
        var seen = joined.entrySet().stream()
                .filter(one ->
                        one.getValue() < entry.asked && line.spot(one.getKey()).waits())
                .count();
        var least = isRefusable(entry, serve) ? 0 : Math.min(seen, serve.turns);
        return LongStream.rangeClosed(least, serve.turns).mapToObj(turns -> new Serve(serve.version, turns, serve.won));
    }

    private boolean isRefusable(Entry entry, Serve serve) {
        return mayLeaveHoles
                && Boolean.FALSE.equals(serve.won)
                && entries.stream()
                        .filter(other -> other.call instanceof Join)
                        .anyMatch(join -> join.asked < entry.answered && join.answered > entry.asked);
    }

    private boolean isExplainedBy(Call call, int next, BitSet done, LineModel line) {
        var entry = entries.get(next);
        var after = call.on(line, this).filter(changed -> entry.isKnown() || !changed.equals(line));
        if (after.isEmpty()) {
            return false;
        }
        done.set(next);
        var isExplained = isExplained(done, after.get());
        done.clear(next);
        return isExplained;
    }

    /** The position that a new visitor gets. With holes it cannot be told, but it is the one that has been seen. */
    private Optional<Long> nextPosition(LineModel line, int visitor) {
        return mayLeaveHoles
                ? Optional.ofNullable(positions.get(visitor)).filter(line::isFree)
                : Optional.of(line.issued() + 1);
    }

    /** Who has which position, and since when they have known that they have one. */
    private void note(Entry entry) {
        if (entry.call instanceof Find find && find.seen.position > 0) {
            positions.putIfAbsent(find.visitor, find.seen.position);
        }
        if (entry.call instanceof Join join) {
            joined.merge(join.visitor, entry.answered, Math::min);
        }
    }

    /** Who asks first when another has been answered is behind them, with or without holes. */
    private boolean isInOrder() {
        var asked = new HashMap<Integer, Long>();
        for (var entry : entries) {
            if (entry.call instanceof Join join) {
                asked.merge(join.visitor, entry.asked, Math::min);
            }
        }
        return positions.entrySet().stream().allMatch(later -> positions.entrySet().stream()
                .filter(earlier ->
                        joined.getOrDefault(earlier.getKey(), NEVER) < asked.getOrDefault(later.getKey(), 0L))
                .allMatch(earlier -> earlier.getValue() < later.getValue()));
    }

    private static boolean isSeen(@Nullable SeenPlace seen, LineModel line, int visitor) {
        return seen == null || seen.shows(line.spot(visitor));
    }
}
