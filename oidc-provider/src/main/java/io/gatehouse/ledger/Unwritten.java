package io.gatehouse.ledger;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomStore;
import io.gatehouse.room.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The calls and ended places of one room that this node has not yet written to the ledger. They are gathered
 * in memory, so that no visitor costs an entry. Safe for use by several threads.
 */
final class Unwritten {

    /** So that an entry stays well below {@link LedgerStore#LONGEST}. */
    private static final int MOST_RANGES = 2_000;

    /**
     * Numbers that a call has passed, in the order in which the line is called.
     *
     * @param from the first of them
     * @param to the last of them; before the first, if no visitor was called in turn
     * @param passed positions of those among them that were not in line any more, and so were not called
     * @param outOfTurn positions of those beyond that were called since they need not wait
     * @param lanes which positions of other lanes it has gone past, by the lane's name
     * @param returning how many were called besides, behind the counter: for their second chance, after a
     *     loss, for a slot anew, or of another lane
     * @param byHand how many of all of these an operator had let in by hand
     * @param why which rule allowed it
     * @param draw by whose order these are numbers; empty where all of them are positions
     */
    record Call(
            long opening,
            long from,
            long to,
            Ranges passed,
            Ranges outOfTurn,
            Map<String, Ranges> lanes,
            long returning,
            long byHand,
            String why,
            Optional<String> draw) {

        private Optional<Call> and(Call next) {
            if (next.opening != opening
                    || next.from != to + 1
                    || !next.why.equals(why)
                    || !next.draw.equals(draw)
                    || size() + next.size() > MOST_RANGES) {
                return Optional.empty();
            }
            return Optional.of(new Call(
                    opening,
                    from,
                    next.to,
                    passed.and(next.passed),
                    outOfTurn.and(next.outOfTurn),
                    both(lanes, next.lanes),
                    returning + next.returning,
                    byHand + next.byHand,
                    why,
                    draw));
        }

        private static Map<String, Ranges> both(Map<String, Ranges> some, Map<String, Ranges> more) {
            var all = new TreeMap<>(some);
            more.forEach((lane, ranges) -> all.merge(lane, ranges, Ranges::and));
            return all;
        }

        private int size() {
            return passed.size() + outOfTurn.size();
        }
    }

    /**
     * Places that have ended, by the stage that they ended in; and the positions of those that had still been
     * in line.
     */
    record EndedPlaces(long opening, Map<Stage, Long> counts, Map<Stage, Ranges> inLine) {

        private void add(Place before, Stage stage) {
            counts.merge(stage, 1L, Long::sum);
            if (before.stage() == Stage.WAITING) {
                inLine.computeIfAbsent(stage, first -> new Ranges()).add(before.number(), before.number());
            }
        }

        private boolean hasRoom() {
            return inLine.values().stream().mapToInt(Ranges::size).sum() < MOST_RANGES;
        }
    }

    /** The calls and endings that are written together, oldest first. */
    record Batch(List<Call> calls, List<EndedPlaces> endings) {}

    private final List<Call> calls = new ArrayList<>();
    private final List<EndedPlaces> endings = new ArrayList<>();

    synchronized void called(Call call) {
        var last = calls.isEmpty()
                ? Optional.<Call>empty()
                : calls.get(calls.size() - 1).and(call);
        last.ifPresentOrElse(both -> calls.set(calls.size() - 1, both), () -> calls.add(call));
    }

    /** Notes which of these changes have ended a place, or let a turn lapse. */
    synchronized void ended(List<RoomStore.Step> steps) {
        for (var step : steps) {
            step.after()
                    .filter(after -> after.stage() != step.before().stage())
                    .filter(after -> after.stage().isEnded() || after.stage() == Stage.LAPSED)
                    .ifPresent(after -> of(after.opening()).add(step.before(), after.stage()));
        }
    }

    private EndedPlaces of(long opening) {
        var last = endings.isEmpty() ? null : endings.get(endings.size() - 1);
        if (last != null && last.opening() == opening && last.hasRoom()) {
            return last;
        }
        var next = new EndedPlaces(opening, new TreeMap<>(), new HashMap<>());
        endings.add(next);
        return next;
    }

    /**
     * Takes the oldest of it out, at most so many of each, and of this opening or earlier ones; what could
     * not be written is {@link #putBack}.
     */
    synchronized Batch take(int most, long opening) {
        return new Batch(
                taken(calls, call -> call.opening() <= opening, most),
                taken(endings, ended -> ended.opening() <= opening, most));
    }

    private static <T> List<T> taken(List<T> all, Predicate<T> which, int most) {
        var some = new ArrayList<T>();
        for (var each = all.iterator(); each.hasNext() && some.size() < most; ) {
            var next = each.next();
            if (which.test(next)) {
                some.add(next);
                each.remove();
            }
        }
        return some;
    }

    /** Whether nothing is left of this opening, or of an earlier one. */
    synchronized boolean isTold(long opening) {
        return calls.stream().noneMatch(call -> call.opening() <= opening)
                && endings.stream().noneMatch(ended -> ended.opening() <= opening);
    }

    synchronized void putBack(Batch batch) {
        calls.addAll(0, batch.calls);
        endings.addAll(0, batch.endings);
    }
}
