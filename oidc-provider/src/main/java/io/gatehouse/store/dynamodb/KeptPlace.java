package io.gatehouse.store.dynamodb;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A place that waits no more, as it was written last. It is made when the place is called or left, and whoever makes it has
 * decided what became of the waiting one. Each later change has the whole place before it as its condition. One that still
 * waits has such an item only if its visitor has looked for it for long; it says until when it is kept.
 *
 * <pre>
 * {room}#place#{place id}
 *   opening, position N; stage S; joinedAt N
 *   until N                        absent: never; see {@link Place#endsAt}
 *   returned BOOL
 *   extensions N                   absent: 0
 *   moves N; movedTo S             absent: it never moved; or it is not known to whom
 *   admittedAt, provenAt N; arrived, keepsSlot BOOL; browsers S   with dots between them; absent: none
 *   forgotten BOOL                 there if nobody finds it any more; its id may take a new position
 *                                  behind this one; after a place in another lane, behind the last that is over here
 *   agenda S, at N                 of turns and admissions: {room}#due#…, until; of returning ones: {room}#returning#…,
 *                                  the call order
 *   ttl N                          a month after it ended, so that a visitor's cookie ends first; a year after it was
 *                                  written if it has not ended, or may have ended while it waited: longer
 *                                  than the waiting item
 * </pre>
 *
 * Times are in milliseconds.
 */
record KeptPlace(Place place, boolean isForgotten) {

    /** The longest that a place cookie lives, and a day. */
    private static final Duration KEPT = Duration.ofDays(31);

    private static final String FORGOTTEN = "forgotten";

    private static final String[] ALL = {
        "opening",
        "position",
        "stage",
        "joinedAt",
        "until",
        "extensions",
        "returned",
        "moves",
        "movedTo",
        "admittedAt",
        "provenAt",
        "arrived",
        "keepsSlot",
        "browsers",
        FORGOTTEN
    };

    static KeptPlace read(Item item) {
        Optional<Admission> admission = item.instant("admittedAt")
                .map(admittedAt -> new Admission(
                        admittedAt,
                        item.instant("provenAt").orElse(admittedAt),
                        item.has("arrived"),
                        item.has("keepsSlot"),
                        Pattern.compile("\\.")
                                .splitAsStream(item.text("browsers", ""))
                                .filter(browser -> !browser.isEmpty())
                                .toList()));
        var moves = (int) item.number("moves", 0);
        var place = new Place(
                Schema.id(item.key()),
                item.number("opening", 1),
                Position.unpacked(item.number("position", 1)),
                item.instant("joinedAt").orElseThrow(),
                Stage.valueOf(item.text("stage", "")),
                item.instant("until").orElse(Place.NEVER),
                (int) item.number("extensions", 0),
                item.has("returned"),
                moves == 0 ? Optional.empty() : Optional.of(new Place.Moved(moves, item.text("movedTo", ""))),
                admission);
        return new KeptPlace(place, item.has(FORGOTTEN));
    }

    /** What is written of a place. */
    static Item item(RoomId room, Place place) {
        return onAgenda(room, place, written(room, place));
    }

    /**
     * What is written when a place is forgotten: what ended, so that it does not wait again. What this visitor took in the
     * default lane at {@code over} or before is over, which a position of another lane would not say; with nothing there, it
     * is as if it were of an earlier opening.
     */
    static Item forgotten(RoomId room, Place ended, long over) {
        var item = written(room, ended).with(FORGOTTEN, true);
        return over > 0 ? item.with("position", over) : item.with("opening", ended.opening() - 1);
    }

    /** There is none of this id in this opening, or it is forgotten. */
    static Condition absent(long opening) {
        return new Condition(
                "attribute_not_exists(#pk) OR attribute_exists(#forgotten) OR #opening < :opening",
                Map.of(":opening", Item.number(opening)));
    }

    /**
     * It is as it was read. A place that waits, and has not been looked for for long, has no item in this opening, or only
     * that of an earlier position of the same visitor, ended and forgotten.
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
        var item = Item.of(Schema.place(room, place.id()))
                .with("opening", place.opening())
                .with("position", place.position().packed())
                .with("joinedAt", place.joinedAt())
                .with("stage", place.stage().name())
                .with("returned", place.hasReturned())
                .with(Schema.TTL, ttl(place));
        if (!place.until().equals(Place.NEVER)) {
            item = item.with("until", place.until());
        }
        if (place.extensions() > 0) {
            item = item.with("extensions", place.extensions());
        }
        if (place.moved().isPresent()) {
            var moved = place.moved().get();
            item = item.with("moves", moved.times());
            if (!moved.to().isEmpty()) {
                item = item.with("movedTo", moved.to());
            }
        }
        if (place.admission().isPresent()) {
            var admission = place.admission().get();
            item = item.with("admittedAt", admission.admittedAt())
                    .with("provenAt", admission.provenAt())
                    .with("arrived", admission.hasArrived())
                    .with("keepsSlot", admission.keepsSlot());
            if (!admission.browsers().isEmpty()) {
                item = item.with("browsers", String.join(".", admission.browsers()));
            }
        }
        return item;
    }

    private static Item onAgenda(RoomId room, Place place, Item item) {
        if (place.stage().takesSlot()) {
            var shard = Math.floorMod(place.id().hashCode(), Schema.AGENDA_SHARDS);
            return item.with(Schema.AGENDA, Schema.due(room, place.opening(), shard))
                    .with(Schema.AT, place.until());
        }
        return place.stage() == Stage.RETURNING
                ? item.with(Schema.AGENDA, Schema.returning(room, place.opening()))
                        .with(Schema.AT, place.callOrder().orElseThrow())
                : item;
    }

    private static long ttl(Place place) {
        var hasEnded = place.stage().isEnded() || place.stage() == Stage.LAPSED;
        var mayHaveWaited = place.stage().isEnded() && place.admission().isEmpty();
        return hasEnded && !mayHaveWaited
                ? place.until().plus(KEPT).getEpochSecond()
                : Schema.garbage(place.joinedAt().plus(KEPT));
    }
}
