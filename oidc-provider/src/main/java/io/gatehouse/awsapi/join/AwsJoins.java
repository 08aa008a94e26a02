package io.gatehouse.awsapi.join;

import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.board.Boards;
import io.gatehouse.door.AddressLimits;
import io.gatehouse.entrant.EntrantIds;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Room;
import io.gatehouse.web.RoomCounts;
import java.time.Clock;
import java.time.Duration;
import org.springframework.http.HttpStatus;

/**
 * Gives places to visitors who join by the API, within the limits of the room and of the address. It asks for
 * no proof of work, because no client of this API can do it.
 */
record AwsJoins(Boards boards, AddressLimits limits, EntrantIds ids, Clock clock, RoomCounts counts) {

    private static final Duration SOON = Duration.ofMinutes(1);

    /** A new place, durable when this returns. The limit of the room uses the numbers of the last tick. */
    PlaceId join(AwsRoom event, String address) {
        var vacancy =
                event.room().configuration().vacancy(boards.of(event.room()).seen(), clock.instant());
        if (vacancy != Room.Vacancy.AVAILABLE) {
            var why = "The waiting room is " + vacancy.word().replace('-', ' ');
            throw refused(event, vacancy.word(), HttpStatus.SERVICE_UNAVAILABLE, why, SOON);
        }
        limits.freePlaces().take(address, 1); // a browser at that address needs proof of work earlier
        var wait = limits.places().take(address, 1);
        if (!wait.isZero()) {
            throw refused(event, "busy", HttpStatus.TOO_MANY_REQUESTS, "Too many requests", wait);
        }
        var place = ids.next(event.room().id(), address);
        event.room().joinWithoutCookie(place);
        return place;
    }

    private AwsErrorException refused(AwsRoom event, String answer, HttpStatus status, String text, Duration after) {
        counts.count(event.room().id(), answer);
        return AwsErrorException.after(status, text, after);
    }
}
