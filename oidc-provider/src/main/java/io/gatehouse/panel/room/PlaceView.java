package io.gatehouse.panel.room;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A place as operators see it: by its position, never by its id, which would let them take it.
 *
 * @param drawn as which one it is called, where a draw has said so; absent elsewhere, where that is its position
 * @param until when the turn or the admission ends by itself
 * @param browsers how many browsers and devices have used the admission
 */
record PlaceView(
        String room,
        long opening,
        long position,
        @Nullable Long drawn,
        Stage stage,
        Instant joinedAt,
        @Nullable Instant until,
        @Nullable Instant admittedAt,
        int browsers) {

    static PlaceView of(WaitingRoom room, Place place) {
        var turn = room.line().order(room.snapshot()).of(place.number());
        return new PlaceView(
                room.id().value(),
                place.opening(),
                place.number(),
                turn == place.number() ? null : (Long) turn,
                place.stage(),
                place.joinedAt(),
                place.stage().takesSlot() ? place.until() : null,
                place.admission().map(Admission::admittedAt).orElse(null),
                place.admission().map(one -> one.browsers().size()).orElse(0));
    }

    /** How far it has come, in words. */
    public String says() {
        return switch (stage) {
            case WAITING -> "Waits in line";
            case TURN -> "Called, and may go in now";
            case LAPSED -> "The turn went by";
            case RETURNING -> "Comes back, to be called once more";
            case ADMITTED -> "Inside";
            case ENDING -> "The visit is over; its slot is kept until its tokens end";
            case COMPLETED -> "The visit is over";
            case ABANDONED -> "The visit was given up";
            case EXPIRED -> "The time has run out";
            case LEFT -> "Has left the line";
        };
    }

    public boolean mayBeEnded() {
        return stage.isInside();
    }
}
