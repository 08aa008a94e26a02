package io.gatehouse.oidc.gate;

import io.gatehouse.oidc.admission.Admissions;
import io.gatehouse.room.Place;
import io.gatehouse.room.RoomId;
import java.time.Instant;

/**
 * A visitor who is inside.
 *
 * @param subject as tokens name them
 * @param until when their admission ends, if nothing ends it before
 */
record Visit(RoomId room, String subject, Instant until) {

    static Visit of(RoomId room, Place place, Admissions admissions) {
        return new Visit(room, admissions.subject(room, place), place.until());
    }
}
