package io.gatehouse.panel.room;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A place as operators see it: by its lane and position, never by its id, which would let them take it.
 *
 * @param lane the name of its lane; absent for the default one
 * @param position its number in the lane
 * @param drawn as which one it is called, where a draw has said so; absent elsewhere, where that is its
 *     position
 * @param until when the turn or the admission ends by itself
 * @param browsers how many browsers and devices have used the admission
 */
record PlaceView(
        String room,
        long opening,
        @Nullable String lane,
        long position,
        @Nullable Long drawn,
        String stage,
        Instant joinedAt,
        @Nullable Instant until,
        @Nullable Instant admittedAt,
        int browsers) {

    static PlaceView of(WaitingRoom room, Place place) {
        var seen = room.snapshot();
        var isDefault = place.lane() == 0;
        var turn = isDefault ? room.line().order(seen).of(place.number()) : place.number();
        return new PlaceView(
                room.id().value(),
                place.opening(),
                isDefault ? null : seen.lanes().of(place.lane()).name(),
                place.number(),
                turn == place.number() ? null : (Long) turn,
                place.stage().shown().name(),
                place.joinedAt(),
                place.stage().takesSlot() || place.stage().isTurn() ? place.until() : null,
                place.admission().map(Admission::admittedAt).orElse(null),
                place.admission().map(one -> one.browsers().size()).orElse(0));
    }

    /** The stage in words. */
    public String says() {
        return switch (Stage.valueOf(stage)) {
            case WAITING, IN_LANE -> "Waits in line";
            case TURN -> "Called, and may go in now";
            case RELEASED -> "Called, and may go in; the slot has been handed on";
            case READY -> "Called and here; the next free slot is theirs";
            case LAPSED -> "The turn went by";
            case RETURNING -> "Waits, and is called before the others";
            case ADMITTED -> "Inside";
            case ENDING -> "The visit is over; its slot is kept until its tokens end";
            case COMPLETED -> "The visit is over";
            case ABANDONED -> "The visit was given up";
            case EXPIRED -> "The time has run out";
            case LEFT -> "Has left the line";
        };
    }

    /** The number that the waiting page tells the visitor. */
    public long number() {
        return drawn == null ? position : drawn;
    }

    public boolean mayBeEnded() {
        return Stage.valueOf(stage).isInside();
    }
}
