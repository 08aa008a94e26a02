package io.gatehouse.room;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.stock.Endings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One consistent look at a room; what inlets decide on and the board is made of.
 *
 * @param version rises with every call, change of settings and opening: what {@link RoomStore#move} compares
 * @param opening which run of the room, from 1
 * @param issued the last position handed out
 * @param serving the last position whose turn has come in order of arrival; never above {@code issued}. {@link #reached} is
 *     what visitors are told
 * @param waiting places that wait for their first turn
 * @param returning places that wait for their second chance, and all that wait in a lane beside the default one
 * @param turns open turns: called, not yet claimed
 * @param admitted admissions that hold a slot, those of visits that are over with them
 * @param endings slots that have come free, since the opening began
 * @param letIn turns that an operator has granted by hand and that nobody has used yet
 * @param pacedUntil up to when the rate is used up
 * @param changed the settings an operator has made, if they differ from the configured ones
 * @param draw how far the draw of this opening has come
 * @param lanes how far the lanes beside the default one are; all other positions here are that one's
 * @param recovery places up to this position may have been lost, and come back from their visitors' cookies; rises with
 *     each loss, 0 while there was none in this opening
 */
public record RoomSnapshot(
        long version,
        long opening,
        long issued,
        long serving,
        long waiting,
        long returning,
        long turns,
        long admitted,
        Endings endings,
        long letIn,
        Instant pacedUntil,
        Optional<RoomSettings> changed,
        Optional<LobbyDraw> draw,
        LaneCounters lanes,
        long recovery) {

    private static final long NO_VERSION = -1;

    /** A look at a room whose store has lost nothing. */
    public RoomSnapshot(
            long version,
            long opening,
            long issued,
            long serving,
            long waiting,
            long returning,
            long turns,
            long admitted,
            Endings endings,
            long letIn,
            Instant pacedUntil,
            Optional<RoomSettings> changed,
            Optional<LobbyDraw> draw,
            LaneCounters lanes) {
        this(
                version,
                opening,
                issued,
                serving,
                waiting,
                returning,
                turns,
                admitted,
                endings,
                letIn,
                pacedUntil,
                changed,
                draw,
                lanes,
                0);
    }

    /** The room's own numbers. */
    public Counters counters() {
        return new Counters(version, opening, issued, serving, endings, letIn, pacedUntil, changed, draw, lanes);
    }

    /** The same of no version, where changes cannot or must not be written: good for a board, and nobody is called on it. */
    public RoomSnapshot withoutVersion() {
        return with(counters().ofVersion(NO_VERSION));
    }

    /** The same room as it would be under these settings. */
    public RoomSnapshot under(RoomSettings settings) {
        return with(counters().changedTo(Optional.of(settings)));
    }

    /**
     * Whether the room may be changed after this look. Else what has ended could not be written, or a later release has
     * written something that this one would lose; and nobody can be called.
     */
    public boolean hasVersion() {
        return version != NO_VERSION;
    }

    /** The room after these changes of places. */
    RoomSnapshot after(List<RoomStore.Step> steps) {
        var seen = this;
        for (var step : steps) {
            seen = seen.after(step);
        }
        return seen;
    }

    /** The room after this change of a place. */
    RoomSnapshot after(RoomStore.Step step) {
        return counting(Optional.of(step.before().stage()), -1)
                .counting(step.after().map(Place::stage), 1)
                .with(step.ending().map(counters()::ended).orElseGet(this::counters));
    }

    /** The room after this move of its counters. */
    RoomSnapshot moved(Counters next, List<RoomStore.Step> called) {
        return after(called).with(next);
    }

    private RoomSnapshot counting(Optional<Stage> stage, long more) {
        return new RoomSnapshot(
                version,
                opening,
                issued,
                serving,
                waiting + (stage.filter(Stage.WAITING::equals).isPresent() ? more : 0),
                returning + (stage.filter(Stage.RETURNING::equals).isPresent() ? more : 0),
                turns + (stage.filter(Stage.TURN::equals).isPresent() ? more : 0),
                admitted + (stage.filter(Stage::isInside).isPresent() ? more : 0),
                endings,
                letIn,
                pacedUntil,
                changed,
                draw,
                lanes,
                recovery);
    }

    private RoomSnapshot with(Counters next) {
        return new RoomSnapshot(
                next.version(),
                next.opening(),
                next.issued(),
                next.serving(),
                waiting,
                returning,
                turns,
                admitted,
                next.endings(),
                next.letIn(),
                next.pacedUntil(),
                next.changed(),
                next.draw(),
                next.lanes(),
                recovery);
    }

    /** Slots in use: admissions and open turns together. Never above the capacity by an act of the turnstile. */
    public long slots() {
        return admitted + turns;
    }

    /** As which one the last was called, in the order in which they are called: see {@link io.gatehouse.draw.Order}. */
    public long reached() {
        return draw.map(known -> known.reached(serving)).orElse(serving);
    }

    /** How many stand in lanes beside the default one and have not been called. */
    public long inLanes() {
        return lanes.lanes().stream().mapToLong(LaneCounters.One::ahead).sum();
    }

    /** How many have been called in turn since the opening began, or passed over, in all lanes. */
    public long gone() {
        return reached()
                + lanes.lanes().stream().mapToLong(LaneCounters.One::serving).sum();
    }

    /**
     * Whether more slots are taken than that look saw, those counted in that have come free since by the end of an
     * admission. Then there has been a call that it did not see: calls alone take slots.
     */
    boolean exceeds(RoomSnapshot seen) {
        return slots() + endings.admissionsSince(seen.endings) > seen.slots();
    }

    /** Turns that went by unclaimed, since the opening began. */
    public long noShows() {
        return endings.noShows();
    }

    /** How many visitors a call could reach now. */
    public long callable() {
        return waiting + returning;
    }
}
