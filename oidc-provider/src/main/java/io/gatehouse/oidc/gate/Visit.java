package io.gatehouse.oidc.gate;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import java.time.Instant;

/** A visitor inside, by the subject of tokens, and their place as it was found. */
record Visit(RoomId room, String subject, Place place) {

    static Visit of(RoomId room, Place place, Admissions admissions) {
        return new Visit(room, admissions.subject(room, place), place);
    }

    /** The end of the admission, if nothing ends it before, and no use moves its end. */
    Instant until() {
        return place.until();
    }
}
