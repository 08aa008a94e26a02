package io.gatehouse.awsapi.token;

import static io.gatehouse.awsapi.http.AwsErrorException.INVALID_REQUEST;
import static io.gatehouse.awsapi.http.AwsErrorException.NOT_YET;
import static io.gatehouse.awsapi.http.AwsErrorException.POSITION_EXPIRED;
import static io.gatehouse.awsapi.http.AwsErrorException.TOKEN_EXPIRED;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.room.Act;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomId;
import io.gatehouse.room.Stage;
import io.gatehouse.time.Batches;
import io.gatehouse.waitingroom.WaitingRoom;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/**
 * Claims the turn of a place when its token is requested: the visitor is inside from then on, as long as the
 * token is valid. Of simultaneous requests one makes the admission, and all see it. While one asks the store,
 * the others gather and share the next look, or its failure: a slow store must not get two hundred requests
 * for one place.
 */
final class Claiming {

    /**
     * A place that is admitted.
     *
     * @param validity how long its token is valid
     */
    record Claimed(Place place, Duration validity) {}

    private record Asked(RoomId room, PlaceId place) {}

    private record Question(AwsRoom event, Duration validity) {}

    private final Sessions sessions;

    /** Each entry lives as long as a request for its place runs. */
    private final LoadingCache<Asked, Batches<Question, Claimed>> places =
            Caffeine.newBuilder().weakValues().executor(Runnable::run).build(asked -> batches(asked.place));

    Claiming(Sessions sessions) {
        this.sessions = sessions;
    }

    /**
     * Returns the admitted place, or refuses as the old API did.
     *
     * @param validity of a token that is made now; one that was made before keeps its own
     */
    Claimed claim(AwsRoom event, Optional<PlaceId> id, Duration validity) {
        var place = id.orElseThrow(() -> AwsErrorException.badRequest(INVALID_REQUEST));
        return places.get(new Asked(event.room().id(), place)).ask(new Question(event, validity));
    }

    /** The first of the gathered requests asks, and its answer goes to all. */
    private Batches<Question, Claimed> batches(PlaceId place) {
        return new Batches<>(Integer.MAX_VALUE, all -> Collections.nCopies(all.size(), ask(all.get(0), place)));
    }

    private Claimed ask(Question question, PlaceId id) {
        var event = question.event;
        var room = event.room();
        var found = room.lookFor(id).orElseThrow(() -> AwsErrorException.badRequest(INVALID_REQUEST));
        var place = event.settings().queuePositionExpiry() ? found : calledAgain(room, found);
        if (place.stage() == Stage.TURN) {
            var valid = sessions.begin(room.id(), place, question.validity);
            var claimed = room.apply(place.id(), Act.CLAIM).orElse(place);
            return inside(room.arrive(claimed, valid), claimed, valid);
        }
        if (place.stage() == Stage.ADMITTED) {
            var own = sessions.validity(room.id(), place);
            var arrived = own.map(valid -> room.arrive(place, valid)).orElseGet(() -> room.arrive(place, false));
            return inside(arrived, place, own.orElseGet(event::validity));
        }
        throw refused(place);
    }

    private static Claimed inside(Optional<Place> arrived, Place claimed, Duration validity) {
        return arrived.filter(place -> place.stage() == Stage.ADMITTED)
                .map(place -> new Claimed(place, validity))
                .orElseThrow(() -> refused(claimed));
    }

    /**
     * Where no position expires, a place whose turn has lapsed gets it now. In a room with a capacity, whose
     * slots may be gone, it waits for its second chance, as at the waiting page.
     */
    private static Place calledAgain(WaitingRoom room, Place place) {
        if (place.stage() != Stage.LAPSED) {
            return place;
        }
        var again = room.apply(place.id(), Act.RETURN);
        var isBounded =
                room.configuration().settings(room.snapshot()).capacity().isPresent();
        return (isBounded ? again : again.map(room::exempt)).orElse(place);
    }

    private static AwsErrorException refused(Place place) {
        if (place.stage().isInLine() || place.stage().isCalled()) {
            return new AwsErrorException(HttpStatus.ACCEPTED, NOT_YET);
        }
        return new AwsErrorException(HttpStatus.GONE, place.admission().isPresent() ? TOKEN_EXPIRED : POSITION_EXPIRED);
    }
}
