package io.gatehouse.browser;

import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.PlaceProof;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomId;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Instant;
import java.util.Optional;

/**
 * The content of a visitor's place cookie. It is signed, so it can stand for the place even if the store has
 * lost it.
 *
 * @param opening the opening that the place belongs to; 0 before the place has been taken
 * @param position the place's position; empty before the place has been taken
 * @param joinedAt when the place was taken, or the cookie was made
 * @param moves how often the place had been carried to another browser
 */
public record PlaceCookie(
        RoomId room, PlaceId id, long opening, Optional<Position> position, Instant joinedAt, int moves) {

    /** A cookie of a browser that has no place yet: it proves that the browser keeps cookies. */
    static PlaceCookie fresh(RoomId room, PlaceId id, Instant now) {
        return new PlaceCookie(room, id, 0, Optional.empty(), now, 0);
    }

    public static PlaceCookie of(RoomId room, Place place) {
        return new PlaceCookie(
                room, place.id(), place.opening(), Optional.of(place.position()), place.joinedAt(), place.moves());
    }

    /** Whether a place has been taken with it. */
    public boolean hasPlace() {
        return proof().isPresent();
    }

    /** The place that it certifies; empty before a place has been taken with it. */
    public Optional<PlaceProof> proof() {
        return position.map(taken -> new PlaceProof(id, opening, taken, joinedAt, moves));
    }

    /** The place of this cookie, unless it has ended, or if it is in grace. Asks no store for a cookie without one. */
    public Optional<Place> held(WaitingRoom room) {
        return proof().flatMap(room::find).filter(place -> !place.stage().isEnded() || room.isInGrace(place));
    }

    /** Whether this is the place of the browser that has the cookie: not one that has been carried to another since. */
    public boolean holds(Place place) {
        return proof().filter(place::isHeldBy).isPresent();
    }

    /** The id under which this browser may hold a place now; see {@link WaitingRoom#current}. */
    public PlaceId currentIn(WaitingRoom waitingRoom) {
        return proof().map(waitingRoom::current).orElseGet(() -> waitingRoom.current(id));
    }
}
