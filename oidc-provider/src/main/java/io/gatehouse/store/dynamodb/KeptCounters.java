package io.gatehouse.store.dynamodb;

import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Counters;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.stock.Endings;
import io.gatehouse.store.KeptDraw;
import io.gatehouse.store.KeptLanes;
import io.gatehouse.store.KeptSettings;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a room is: the item that every call, change of settings and opening replaces, if its version is still the one
 * that was read. It never expires, so that no opening's number is ever used again.
 *
 * <pre>
 * {room}#counters
 *   version, opening, serving, letIn N    as in a snapshot
 *   called N                              turns handed out since the opening began, second ones too
 *   returned N                            how many of the called were returning ones, or of a lane beside the default one
 *   pacedUntil S                          seconds, a dot, nine digits of nanoseconds
 *   changed S                             the operator's settings as KeptSettings writes them; empty: as configured
 *   draw S                                how far the draw has come, as KeptDraw writes it; empty: there was none
 *   lanes S                               how far the lanes beside the default one are, as KeptLanes writes it; absent or empty:
 *                                         nobody has joined one
 * </pre>
 *
 * @param called turns handed out since the opening began, second ones too
 * @param returned how many of the called ones were returning
 * @param kept the item as it was read; empty when there is none yet
 */
record KeptCounters(
        long version,
        long opening,
        long serving,
        long called,
        long returned,
        long letIn,
        Instant pacedUntil,
        Optional<RoomSettings> changed,
        Optional<LobbyDraw> draw,
        LaneCounters lanes,
        Optional<Item> kept) {

    static KeptCounters read(Optional<Item> kept) {
        var item = kept.orElseGet(() -> Item.of(""));
        return new KeptCounters(
                item.number("version", 0),
                item.number("opening", 1),
                item.number("serving", 0),
                item.number("called", 0),
                item.number("returned", 0),
                item.number("letIn", 0),
                instant(item.text("pacedUntil", "0.000000000")),
                KeptSettings.read(item.text("changed", "")),
                KeptDraw.read(item.text("draw", "")),
                KeptLanes.read(item.text("lanes", "")),
                kept);
    }

    Item item(String key) {
        var item = kept.orElseGet(() -> Item.of(key))
                .with("version", version)
                .with("opening", opening)
                .with("serving", serving)
                .with("called", called)
                .with("returned", returned)
                .with("letIn", letIn)
                .with("pacedUntil", "%d.%09d".formatted(pacedUntil.getEpochSecond(), pacedUntil.getNano()))
                .with("changed", KeptSettings.text(changed, kept("changed")))
                .with("draw", KeptDraw.text(draw));
        return lanes.isEmpty() && !item.has("lanes") ? item : item.with("lanes", KeptLanes.text(lanes));
    }

    /** Whether this release knows all of it: else it must not be written anew. */
    boolean areKnown() {
        return KeptSettings.isKnown(kept("changed")) && KeptDraw.isKnown(kept("draw"));
    }

    private String kept(String text) {
        return kept.map(item -> item.text(text, "")).orElse("");
    }

    /** Nobody has called, changed settings or begun an opening since. */
    Condition unchanged() {
        return Condition.unchanged(kept, "version");
    }

    /** How many were called who waited for their first turn. */
    long calledFirst() {
        return called - returned;
    }

    /** So many called with this move, of whom so many were returning. */
    KeptCounters moved(Counters next, long more, long moreReturned) {
        return new KeptCounters(
                next.version(),
                opening,
                next.serving(),
                called + more,
                returned + moreReturned,
                next.letIn(),
                next.pacedUntil(),
                next.changed(),
                next.draw(),
                next.lanes(),
                kept);
    }

    /** At the beginning of an opening, as {@link Counters#opened} says; nobody has been called in it. */
    KeptCounters opened(long next) {
        var begun = new Counters(version, opening, 0, serving, Endings.NONE, letIn, pacedUntil, changed, draw, lanes)
                .opened(next);
        return new KeptCounters(
                begun.version(),
                begun.opening(),
                begun.serving(),
                0,
                0,
                begun.letIn(),
                begun.pacedUntil(),
                begun.changed(),
                begun.draw(),
                begun.lanes(),
                kept);
    }

    private static Instant instant(String text) {
        var dot = text.indexOf('.');
        return Instant.ofEpochSecond(Long.parseLong(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
    }
}
