package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Counters;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.stock.Endings;
import io.gatehouse.store.KeptDraw;
import io.gatehouse.store.KeptInstant;
import io.gatehouse.store.KeptLanes;
import io.gatehouse.store.KeptSettings;
import io.gatehouse.store.KeptShowUp;
import java.util.Optional;

/**
 * The counters of a room: the item that every call, change of settings and opening replaces, if its version
 * is still the one that was read. It never expires, so that no opening's number is ever used again.
 *
 * <pre>
 * {room}#counters
 *   version, opening, serving, letIn N    as in a snapshot
 *   called N                              turns handed out since the opening began, second ones too
 *   returned N                            how many of the called returned, or were of a lane beside the default one
 *   seated N                              how many of the called were called before, and got a slot anew
 *   pacedUntil S                          as KeptInstant writes it
 *   changed S                             the operator's settings as KeptSettings writes them; empty: as configured
 *   draw S                                how far the draw has come, as KeptDraw writes it; empty: there was none
 *   lanes S                               how far the lanes beside the default one are, as KeptLanes writes
 *                                         it; absent or empty: no visitor has joined one
 *   showUp S                              as KeptShowUp writes it; absent or empty: no visitor was called
 * </pre>
 *
 * @param counters all but the positions handed out and the endings, which are counted elsewhere
 * @param called turns handed out since the opening began, second ones too
 * @param returned how many of the called ones were returning
 * @param seated how many of the called ones were ready
 * @param kept the item as it was read; empty when there is none yet
 */
record KeptCounters(Counters counters, long called, long returned, long seated, Optional<Item> kept) {

    static KeptCounters read(Optional<Item> kept) {
        var item = kept.orElseGet(() -> Item.of(""));
        var counters = new Counters(
                item.number("version", 0),
                item.number("opening", 1),
                0,
                item.number("serving", 0),
                Endings.NONE,
                item.number("letIn", 0),
                KeptInstant.read(item.text("pacedUntil", "")),
                KeptSettings.read(item.text("changed", "")),
                KeptDraw.read(item.text("draw", "")),
                KeptLanes.read(item.text("lanes", "")),
                KeptShowUp.read(item.text("showUp", "")));
        return new KeptCounters(
                counters, item.number("called", 0), item.number("returned", 0), item.number("seated", 0), kept);
    }

    Item item(String key) {
        var item = kept.orElseGet(() -> Item.of(key))
                .with("version", counters.version())
                .with("opening", opening())
                .with("serving", serving())
                .with("called", called)
                .with("returned", returned)
                .with("letIn", counters.letIn())
                .with("pacedUntil", KeptInstant.text(counters.pacedUntil()))
                .with("changed", KeptSettings.text(counters.changed(), kept("changed")))
                .with("draw", KeptDraw.text(counters.draw()));
        item = with(item, "lanes", KeptLanes.text(counters.lanes()));
        item = with(item, "showUp", KeptShowUp.text(counters.showUp()));
        return seated == 0 && !item.has("seated") ? item : item.with("seated", seated);
    }

    /** Leaves out a text that the room has never had. */
    private static Item with(Item item, String name, String text) {
        return text.isEmpty() && !item.has(name) ? item : item.with(name, text);
    }

    long opening() {
        return counters.opening();
    }

    long serving() {
        return counters.serving();
    }

    /** Whether the room is still as it was seen. */
    boolean areOf(RoomSnapshot seen) {
        return counters.version() == seen.version() && opening() == seen.opening();
    }

    /** Whether this release knows all of it: else it must not be written anew. */
    boolean areKnown() {
        return KeptSettings.isKnown(kept("changed")) && KeptDraw.isKnown(kept("draw"));
    }

    private String kept(String text) {
        return kept.map(item -> item.text(text, "")).orElse("");
    }

    /** No call, change of settings or opening has happened since. */
    Condition unchanged() {
        return Condition.unchanged(kept, "version");
    }

    /** The number of called places that waited for their first turn. */
    long calledFirst() {
        return called - returned - seated;
    }

    /** The counters after a move that calls {@code more} places; some of them were returning, and some ready. */
    KeptCounters moved(Counters next, long more, long moreReturned, long moreSeated) {
        return new KeptCounters(
                counters.moved(next), called + more, returned + moreReturned, seated + moreSeated, kept);
    }

    /** The counters at the beginning of an opening, before the first call. */
    KeptCounters opened(long next) {
        return new KeptCounters(counters.opened(next), 0, 0, 0, kept);
    }
}
