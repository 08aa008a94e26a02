package io.gatehouse.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The entries of a ledger about the positions of one opening. */
final class LedgerOpening {

    /**
     * Numbers that an entry says were called, or gone past.
     *
     * @param draw by whose order they are numbers; empty: they are positions
     * @param passed positions of those among them that were not called, as they were not in line any more
     * @param outOfTurn positions beyond them that were called
     * @param lanes numbers that it has gone past in lanes beside the default one, by the lane's name
     * @param why which rule allowed it
     */
    record Call(
            long seq,
            Instant at,
            long from,
            long to,
            Optional<String> draw,
            Ranges passed,
            Ranges outOfTurn,
            Map<String, Ranges> lanes,
            String why) {

        String by() {
            return "entry " + seq + " at " + at + ", " + why;
        }
    }

    /** The fate of a position: the first of these that applies. */
    enum Fate {
        OUT_OF_TURN,
        IN_TURN,
        PASSED,
        NOT_CALLED
    }

    /**
     * The fate of one position.
     *
     * @param number as which one it is called
     * @param call which entry says so; empty where none does
     */
    record Found(Fate fate, long number, Optional<Call> call) {

        /** For numbers that another node found in the counters it is unknown which visitors were in line. */
        boolean isSure() {
            return call.filter(one -> one.why.equals(UNWRITTEN)).isEmpty();
        }
    }

    /** Stands for the rule where the node that called did not write it. */
    static final String UNWRITTEN = "UNWRITTEN";

    private record Piece(long to, Call call) {}

    final Ranges called = new Ranges();
    final Ranges unwritten = new Ranges();
    final Ranges passed = new Ranges();
    final Ranges ended = new Ranges();
    final Ranges outOfTurn = new Ranges();
    long returning;

    /**
     * The positions behind which something was not told yet when they were, and when that was; those that
     * have been told since are left out.
     */
    final NavigableMap<Long, Instant> skippedAt = new TreeMap<>();

    private final boolean tellsCalls;
    private final List<Call> calls = new ArrayList<>();

    /** The beginnings of ranges of numbers, each with its last call, by the draw; without one by the empty text. */
    private final Map<String, TreeMap<Long, Piece>> pieces = new HashMap<>();

    private final TreeMap<Long, Piece> piecesOutOfTurn = new TreeMap<>();
    private final Map<String, TreeMap<Long, Piece>> piecesOfLanes = new HashMap<>();
    private final Map<String, Ranges> ends = new TreeMap<>();

    /** @param tellsCalls whether they are to be held */
    LedgerOpening(boolean tellsCalls) {
        this.tellsCalls = tellsCalls;
    }

    void add(Call call) {
        if (call.from <= call.to) {
            skippedAt.subMap(call.from, true, call.to, true).clear();
        }
        if (tellsCalls) {
            hold(call);
        }
    }

    private void hold(Call call) {
        calls.add(call);
        put(piecesOutOfTurn, call.outOfTurn, call);
        call.lanes.forEach(
                (lane, numbers) -> put(piecesOfLanes.computeIfAbsent(lane, first -> new TreeMap<>()), numbers, call));
        if (call.from <= call.to) {
            put(pieces.computeIfAbsent(call.draw.orElse(""), first -> new TreeMap<>()), call.from, call.to, call);
        }
    }

    private static void put(NavigableMap<Long, Piece> told, Ranges numbers, Call call) {
        numbers.list().forEach(range -> put(told, range.get(0), range.get(1), call));
    }

    /** A repeated call replaces the former one: the store had lost that. */
    private static void put(NavigableMap<Long, Piece> told, long from, long to, Call call) {
        var first = told.floorEntry(from);
        var last = told.floorEntry(to);
        if (last != null && last.getValue().to > to) {
            told.put(to + 1, last.getValue());
        }
        if (first != null && first.getKey() < from && first.getValue().to >= from) {
            told.put(first.getKey(), new Piece(from - 1, first.getValue().call));
        }
        told.subMap(from, true, to, true).clear();
        told.put(from, new Piece(to, call));
    }

    void ended(String stage, Ranges positions) {
        ended.addAll(positions);
        ends.computeIfAbsent(stage, first -> new Ranges()).addAll(positions);
    }

    List<Call> calls() {
        return calls;
    }

    /** The end of a place in line, LEFT or EXPIRED; empty if not recorded. */
    Optional<String> end(long position) {
        return ends.entrySet().stream()
                .filter(end -> end.getValue().meets(position, position))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** @param draws those of this opening, the last last */
    Found find(long position, List<LedgerDraws.Recorded> draws) {
        var number =
                draws.isEmpty() ? position : draws.get(draws.size() - 1).order().of(position);
        var found = new ArrayList<Found>();
        at(piecesOutOfTurn, position)
                .ifPresent(call -> found.add(new Found(Fate.OUT_OF_TURN, number, Optional.of(call))));
        find("", position, position).ifPresent(found::add);
        draws.forEach(told -> find(told.draw().draw().id(), told.order().of(position), position)
                .ifPresent(found::add));
        return found.stream()
                .min(Comparator.comparing(Found::fate))
                .orElseGet(() -> new Found(Fate.NOT_CALLED, number, Optional.empty()));
    }

    /** The call that came to this number of a lane beside the default one. */
    Optional<Call> inLane(String lane, long number) {
        return Optional.ofNullable(piecesOfLanes.get(lane)).flatMap(told -> at(told, number));
    }

    private Optional<Found> find(String draw, long number, long position) {
        return Optional.ofNullable(pieces.get(draw))
                .flatMap(told -> at(told, number))
                .map(call -> new Found(
                        call.passed.meets(position, position) ? Fate.PASSED : Fate.IN_TURN, number, Optional.of(call)));
    }

    private static Optional<Call> at(NavigableMap<Long, Piece> told, long number) {
        return Optional.ofNullable(told.floorEntry(number))
                .map(Map.Entry::getValue)
                .filter(piece -> piece.to >= number)
                .map(Piece::call);
    }
}
