package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.store.KeptPlace;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A place after its wait, as it was written last. It is made when the place is called or left; its writer has
 * decided the end of the waiting one. Each later change has the whole former place as its condition. A
 * waiting place has such an item only if its visitor has looked for it for long; it says until when the place
 * is kept.
 *
 * <pre>
 * {room}#place#{place id}
 *   the fields of KeptPlace        numbers N, flags BOOL, all else S
 *   forgotten BOOL                 there if no look finds it any more; its id may take a new position
 *                                  behind this one; after a place in another lane, behind the last that is over here
 *   agenda S, at N                 of turns and admissions: {room}#due#…, when it is due; of returning and ready
 *                                  ones: {room}#returning#…, the call order
 *   ttl N                          a month after it ended, so that a visitor's cookie ends first; a year after it was
 *                                  written if it has not ended, or may have ended while it waited: longer
 *                                  than the waiting item
 * </pre>
 */
record PlaceItem(Place place, boolean isForgotten) {

    /** The longest that a place cookie lives, and a day. */
    private static final Duration KEPT = Duration.ofDays(31);

    private static final String FORGOTTEN = "forgotten";

    private static final String[] ALL =
            Stream.concat(KeptPlace.NAMES.stream(), Stream.of(FORGOTTEN)).toArray(String[]::new);

    static PlaceItem read(Item item) {
        return new PlaceItem(KeptPlace.place(Schema.id(item.key()), item.values(KeptPlace.NAMES)), item.has(FORGOTTEN));
    }

    /** The item of a place. */
    static Item item(RoomId room, Place place) {
        var item = written(room, place);
        if (place.stage().takesSlot() || place.stage().isTurn()) {
            var shard = Math.floorMod(place.id().hashCode(), Schema.AGENDA_SHARDS);
            return item.with(Schema.AGENDA, Schema.due(room, place.opening(), shard))
                    .with(Schema.AT, place.dueAt().orElseThrow());
        }
        return place.isAheadOfTheLine()
                ? item.with(Schema.AGENDA, Schema.returning(room, place.opening()))
                        .with(Schema.AT, place.callOrder().orElseThrow())
                : item;
    }

    /**
     * The item of a forgotten place: the ended one, so that it does not wait again. Positions of this visitor
     * in the default lane up to {@code over} are over, which a position of another lane would not say. If
     * {@code over} is 0, the item looks like one of an earlier opening.
     */
    static Item forgotten(RoomId room, Place ended, long over) {
        var item = written(room, ended).with(FORGOTTEN);
        return over > 0 ? item.with("position", over) : item.with("opening", ended.opening() - 1);
    }

    /** This id has no place in this opening, or a forgotten one. */
    static Condition absent(long opening) {
        return new Condition(
                "attribute_not_exists(#pk) OR attribute_exists(#forgotten) OR #opening < :opening",
                Map.of(":opening", Item.number(opening)));
    }

    /**
     * The place is as it was read. A place that waits, and has not been looked for for long, has no item in
     * this opening, or only that of an earlier position of the same visitor, ended and forgotten.
     */
    static Condition asRead(RoomId room, Place before) {
        if (before.stage() != Stage.WAITING || !before.until().equals(Place.NEVER)) {
            return Condition.equal(written(room, before), ALL);
        }
        return new Condition(
                "attribute_not_exists(#pk) OR #opening < :opening OR (#opening = :opening AND #position < :position)",
                Map.of(
                        ":opening",
                        Item.number(before.opening()),
                        ":position",
                        Item.number(before.position().packed())));
    }

    /** Whether it says no more than until when a place waits. */
    boolean isWaiting() {
        return place.stage() == Stage.WAITING && !isForgotten;
    }

    /** This place of the waiting line, as it is kept: with its end, if this says that. */
    Place ofWaiting(Place taken) {
        return isWaiting() && place.position().equals(taken.position()) ? place : taken;
    }

    private static Item written(RoomId room, Place place) {
        return Item.of(Schema.place(room, place.id()))
                .with(KeptPlace.fields(place))
                .with(Schema.TTL, ttl(place));
    }

    private static long ttl(Place place) {
        var hasEnded = place.stage().isEnded() || place.stage() == Stage.LAPSED;
        var mayHaveWaited = place.stage().isEnded() && place.admission().isEmpty();
        return hasEnded && !mayHaveWaited
                ? place.until().plus(KEPT).getEpochSecond()
                : Schema.garbage(place.joinedAt().plus(KEPT));
    }
}
