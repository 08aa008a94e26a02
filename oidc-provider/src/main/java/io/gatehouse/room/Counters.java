package io.gatehouse.room;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.stock.Ending;
import io.gatehouse.stock.Endings;
import java.time.Instant;
import java.util.Optional;

/**
 * A line's own numbers, which a store keeps beside its places.
 *
 * @param version rises with every call, change of settings, step of a draw and opening, and with nothing else
 * @param opening which run of the room, from 1
 * @param issued the last position handed out
 * @param serving all positions up to it have been called, or wait no more
 * @param endings slots that have come free, since the opening began
 * @param letIn turns granted by hand and not used yet
 * @param pacedUntil up to when the rate is used up
 * @param changed the settings that an operator has made
 * @param draw how far the draw of this opening has come; empty while there was none
 * @param lanes how far the lanes beside the default one are
 * @param showUp how many of the called visitors came, up to the last call
 */
public record Counters(
        long version,
        long opening,
        long issued,
        long serving,
        Endings endings,
        long letIn,
        Instant pacedUntil,
        Optional<RoomSettings> changed,
        Optional<LobbyDraw> draw,
        LaneCounters lanes,
        ShowUp showUp) {

    /** The counters of a room without any join. */
    public static final Counters FIRST = new Counters(
            0,
            1,
            0,
            0,
            Endings.NONE,
            0,
            Instant.EPOCH,
            Optional.empty(),
            Optional.empty(),
            LaneCounters.NONE,
            ShowUp.NONE);

    /** The counters after a join. */
    public Counters joined() {
        return counting(issued + 1, endings);
    }

    /** These counters with the numbers that a store counts apart from the rest. */
    public Counters counting(long handedOut, Endings ended) {
        return new Counters(
                version, opening, handedOut, serving, ended, letIn, pacedUntil, changed, draw, lanes, showUp);
    }

    Counters ofVersion(long other) {
        return new Counters(other, opening, issued, serving, endings, letIn, pacedUntil, changed, draw, lanes, showUp);
    }

    Counters ended(Ending ending) {
        return counting(issued, endings.and(ending));
    }

    /** The counters after this move: joins and endings go on beside it. */
    public Counters moved(Counters next) {
        return new Counters(
                next.version,
                opening,
                issued,
                next.serving,
                endings,
                next.letIn,
                next.pacedUntil,
                next.changed,
                next.draw,
                next.lanes,
                next.showUp);
    }

    Counters served(long upTo, Optional<LobbyDraw> drawn, long usedByHand, Instant paced) {
        var unused = Math.max(0, letIn - usedByHand);
        return new Counters(version + 1, opening, issued, upTo, endings, unused, paced, changed, drawn, lanes, showUp);
    }

    /** The counters after a call of a room that has seen this many claims and lapsed turns. */
    Counters seeing(long claims, long lapses) {
        var seen = showUp.after(claims, lapses);
        return new Counters(version, opening, issued, serving, endings, letIn, pacedUntil, changed, draw, lanes, seen);
    }

    /** The counters after a call that has brought the lanes this far. */
    Counters serving(LaneCounters next) {
        return new Counters(version, opening, issued, serving, endings, letIn, pacedUntil, changed, draw, next, showUp);
    }

    /** The counters after joins of lanes. */
    Counters joined(LaneCounters next) {
        return new Counters(
                version + 1, opening, issued, serving, endings, letIn, pacedUntil, changed, draw, next, showUp);
    }

    Counters servedOutOfTurn() {
        return served(serving, draw, 0, pacedUntil);
    }

    Counters lettingIn(long more) {
        return new Counters(
                version + 1, opening, issued, serving, endings, letIn + more, pacedUntil, changed, draw, lanes, showUp);
    }

    Counters takingBack(long unused) {
        return lettingIn(-unused);
    }

    Counters changedTo(Optional<RoomSettings> next) {
        return new Counters(
                version + 1, opening, issued, serving, endings, letIn, pacedUntil, next, draw, lanes, showUp);
    }

    Counters drawing(LobbyDraw next) {
        var drawn = Optional.of(next);
        return new Counters(
                version + 1, opening, issued, serving, endings, letIn, pacedUntil, changed, drawn, lanes, showUp);
    }

    /** The counters at the beginning of this opening. */
    public Counters opened(long next) {
        return new Counters(
                version + 1,
                next,
                0,
                0,
                Endings.NONE,
                0,
                pacedUntil,
                changed,
                Optional.empty(),
                LaneCounters.NONE,
                ShowUp.NONE);
    }
}
