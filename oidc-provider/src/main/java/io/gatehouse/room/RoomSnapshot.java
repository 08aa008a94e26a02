package io.gatehouse.room;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.stock.Endings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * One consistent look at a room; the basis of inlets and of the board.
 *
 * @param counters the room's own numbers, all of the default lane but for {@link Counters#lanes}
 * @param waiting places that wait for their first turn
 * @param returning places that wait for their second chance, and all that wait in a lane beside the default
 *     one
 * @param turns open turns that hold a slot: called, not yet claimed
 * @param ready visitors who have come to their turns after their slots were handed on, and wait for slots
 * @param admitted admissions that hold a slot, also of visits that are over
 * @param recovery places up to this position may have been lost, and come back from their visitors' cookies;
 *     rises with each loss, 0 while there was none in this opening
 */
public record RoomSnapshot(
        Counters counters, long waiting, long returning, long turns, long ready, long admitted, long recovery) {

    private static final long NO_VERSION = -1;

    /**
     * A look at a room.
     *
     * @param counts how many places belong to each of these counts
     */
    public static RoomSnapshot of(Counters counters, ToLongFunction<Stage.Count> counts, long recovery) {
        return new RoomSnapshot(
                counters,
                counts.applyAsLong(Stage.Count.WAITING),
                counts.applyAsLong(Stage.Count.RETURNING),
                counts.applyAsLong(Stage.Count.TURNS),
                counts.applyAsLong(Stage.Count.READY),
                counts.applyAsLong(Stage.Count.ADMITTED),
                recovery);
    }

    /** Rises with every call, change of settings and opening: {@link RoomStore#move} compares it. */
    public long version() {
        return counters.version();
    }

    /** Which run of the room this is, from 1. */
    public long opening() {
        return counters.opening();
    }

    /** The last position handed out. */
    public long issued() {
        return counters.issued();
    }

    /**
     * The last position whose turn has come in order of arrival; never above {@link #issued}. Visitors are
     * shown {@link #reached}.
     */
    public long serving() {
        return counters.serving();
    }

    /** Slots that have come free since the opening began. */
    public Endings endings() {
        return counters.endings();
    }

    /** Unused turns that an operator has granted by hand. */
    public long letIn() {
        return counters.letIn();
    }

    /** Up to when the rate is used up. */
    public Instant pacedUntil() {
        return counters.pacedUntil();
    }

    /** The settings an operator has made, if they differ from the configured ones. */
    public Optional<RoomSettings> changed() {
        return counters.changed();
    }

    /** How far the draw of this opening has come. */
    public Optional<LobbyDraw> draw() {
        return counters.draw();
    }

    /** How far the lanes beside the default one are. */
    public LaneCounters lanes() {
        return counters.lanes();
    }

    /** The name of the lane of a place of this opening, as far as it is known here; empty for the default one. */
    public Optional<String> laneOf(Place place) {
        return lanes().name(place.lane());
    }

    /** This look without a version, where changes cannot or must not be written: for a board, and never for a call. */
    public RoomSnapshot withoutVersion() {
        return with(counters.ofVersion(NO_VERSION));
    }

    /** The room as it would be under these settings. */
    public RoomSnapshot under(RoomSettings settings) {
        return with(counters.changedTo(Optional.of(settings)));
    }

    /**
     * Whether the room may be changed after this look. If not, ends could not be written, or a later release
     * has written a field that this one would lose, and no visitor is called.
     */
    public boolean hasVersion() {
        return version() != NO_VERSION;
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
        var before = step.before().stage().count();
        var after = step.after().map(place -> place.stage().count());
        return of(
                step.ending().map(counters::ended).orElse(counters),
                count -> of(count)
                        - (count == before ? 1 : 0)
                        + (after.filter(count::equals).isPresent() ? 1 : 0),
                recovery);
    }

    /** The room after this move of its counters. */
    RoomSnapshot moved(Counters next, List<RoomStore.Step> called) {
        return after(called).with(next);
    }

    private RoomSnapshot with(Counters next) {
        return of(next, this::of, recovery);
    }

    private long of(Stage.Count count) {
        return switch (count) {
            case WAITING -> waiting;
            case RETURNING -> returning;
            case TURNS -> turns;
            case READY -> ready;
            case ADMITTED -> admitted;
            case OVER -> 0;
        };
    }

    /** Slots in use: admissions, and turns that hold one. Never above the capacity by an act of the turnstile. */
    public long slots() {
        return admitted + turns;
    }

    /** The number of the last called place, in call order: see {@link io.gatehouse.draw.Order}. */
    public long reached() {
        return draw().map(known -> known.reached(serving())).orElse(serving());
    }

    /** How many stand in lanes beside the default one and have not been called. */
    public long inLanes() {
        return lanes().lanes().stream().mapToLong(LaneCounters.One::ahead).sum();
    }

    /** How many have been called in turn since the opening began, or passed over, in all lanes. */
    public long gone() {
        return reached()
                + lanes().lanes().stream().mapToLong(LaneCounters.One::serving).sum();
    }

    /**
     * Whether more slots are taken than that look saw, including slots that the end of an admission has freed
     * since. Then there has been a call that it did not see: only calls take slots.
     */
    boolean exceeds(RoomSnapshot seen) {
        return slots() + endings().admissionsSince(seen.endings()) > seen.slots();
    }

    /** Turns that went by unclaimed, since the opening began. */
    public long noShows() {
        return endings().noShows();
    }

    /** Visitors who have claimed their turns, since the opening began. */
    public long claims() {
        return admitted + endings().admissionsSince(Endings.NONE);
    }

    /** The show-up of called visitors, by this look. */
    public ShowUp showUp() {
        return counters.showUp().after(claims(), noShows());
    }

    /** How many visitors a call could reach now. */
    public long callable() {
        return waiting + returning;
    }
}
