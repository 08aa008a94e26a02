package io.gatehouse.room;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A small immutable line: what joins, calls, claims and leaves do one after the other. Time does not pass in
 * it, and it knows its visitors by number, from 0.
 *
 * @param issued the last position handed out
 * @param serving the last position called
 * @param spots what each visitor has
 */
record LineModel(long version, long issued, long serving, List<Spot> spots) {

    /**
     * What a visitor has.
     *
     * @param position 0 for a visitor who has not joined
     * @param admitted the moment of admission, in milliseconds after the beginning; 0 before it
     */
    record Spot(long position, Stage stage, long admitted) {

        static final Spot NONE = new Spot(0, Stage.WAITING, 0);

        boolean waits() {
            return position > 0 && stage == Stage.WAITING;
        }
    }

    LineModel {
        spots = List.copyOf(spots);
    }

    /** Nobody of so many has joined. */
    static LineModel empty(int visitors) {
        return new LineModel(0, 0, 0, Collections.nCopies(visitors, Spot.NONE));
    }

    Spot spot(int visitor) {
        return spots.get(visitor);
    }

    long count(Stage stage) {
        return spots.stream()
                .filter(spot -> spot.position > 0 && spot.stage == stage)
                .count();
    }

    /** Whether nobody has this position, and nobody after it has been called. */
    boolean isFree(long position) {
        return position > serving && spots.stream().noneMatch(spot -> spot.position == position);
    }

    /** The first position whose visitor waits; {@link Long#MAX_VALUE} when there is none. */
    long nextWaiting() {
        return spots.stream()
                .filter(Spot::waits)
                .mapToLong(Spot::position)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    LineModel joined(int visitor, long position) {
        var next = with(visitor, new Spot(position, Stage.WAITING, 0));
        return new LineModel(version, Math.max(issued, position), serving, next);
    }

    /** Calls so many of those who wait, in order; itself when nobody does. */
    LineModel served(long turns) {
        var next = new ArrayList<>(spots);
        var called = spots.stream()
                .filter(Spot::waits)
                .sorted(Comparator.comparingLong(Spot::position))
                .limit(turns)
                .toList();
        if (called.isEmpty()) {
            return this;
        }
        called.forEach(spot -> next.set(spots.indexOf(spot), new Spot(spot.position, Stage.TURN, 0)));
        var last = called.get(called.size() - 1).position;
        return new LineModel(version + 1, issued, last, next);
    }

    LineModel claimed(int visitor, long moment) {
        var spot = spot(visitor);
        var isTurn = spot.position > 0 && spot.stage == Stage.TURN;
        return isTurn ? at(visitor, new Spot(spot.position, Stage.ADMITTED, moment)) : this;
    }

    LineModel left(int visitor) {
        var spot = spot(visitor);
        var canLeave = spot.position > 0 && !spot.stage.isEnded() && spot.stage != Stage.ADMITTED;
        return canLeave ? at(visitor, new Spot(spot.position, Stage.LEFT, spot.admitted)) : this;
    }

    private LineModel at(int visitor, Spot spot) {
        return new LineModel(version, issued, serving, with(visitor, spot));
    }

    private List<Spot> with(int visitor, Spot spot) {
        var next = new ArrayList<>(spots);
        next.set(visitor, spot);
        return next;
    }
}
