package io.gatehouse.awsapi.join;

import static io.gatehouse.awsapi.http.AwsErrorException.INVALID_EVENT;
import static io.gatehouse.awsapi.http.AwsErrorException.INVALID_EVENT_OR_REQUEST;
import static io.gatehouse.awsapi.http.AwsErrorException.INVALID_REQUEST;
import static io.gatehouse.awsapi.http.AwsErrorException.NOT_YET;
import static io.gatehouse.awsapi.http.AwsErrorException.POSITION_EXPIRED;

import io.gatehouse.awsapi.http.AwsAnswers;
import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.http.AwsPaths;
import io.gatehouse.awsapi.http.SentBody;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.board.Boards;
import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** The public API, for visitors' pages; {@link TokenEndpoint} has the tokens. */
@RestController
@RequestMapping({"", AwsPaths.API})
@ConditionalOnAwsApi
class PublicEndpoint {

    /** The answer to a join. */
    @JsonNaming(SnakeCaseStrategy.class)
    record Assigned(String apiRequestId) {}

    /** The position of a request id. */
    @JsonNaming(SnakeCaseStrategy.class)
    record Position(long queueNumber, long entryTime, String eventId, int status) {}

    /** The number of seconds left to take a token. */
    @JsonNaming(SnakeCaseStrategy.class)
    record Expiry(long expiresIn) {}

    /** The only status that the old API ever stored. */
    private static final int PRESENT = 1;

    /** A position does not change; but a reset may take it away. */
    private static final CacheControl OWN =
            CacheControl.maxAge(Duration.ofSeconds(5)).cachePrivate();

    private final AwsRooms events;
    private final RequestIds ids;
    private final AwsJoins joins;
    private final Boards boards;
    private final Clock clock;

    PublicEndpoint(AwsRooms events, RequestIds ids, AwsJoins joins, Boards boards, Clock clock) {
        this.events = events;
        this.ids = ids;
        this.joins = joins;
        this.boards = boards;
        this.clock = clock;
    }

    @PostMapping(AwsPaths.ASSIGN_QUEUE_NUM)
    ResponseEntity<Assigned> assignQueueNum(HttpServletRequest http) throws IOException {
        var event = events.get(SentBody.of(http).text("event_id"), INVALID_EVENT);
        var place = joins.join(event, http.getRemoteAddr());
        return AwsAnswers.of(new Assigned(ids.of(place)));
    }

    /** A visitor who looks for their position is still there, so the place is kept longer. */
    @GetMapping(AwsPaths.QUEUE_NUM)
    ResponseEntity<Position> queueNum(@RequestParam Map<String, String> query) {
        var event = events.asked(query, INVALID_EVENT_OR_REQUEST, "event_id", "request_id");
        var unknown = new AwsErrorException(HttpStatus.ACCEPTED, "Request ID not found");
        var place = place(event, query).orElseThrow(() -> unknown);
        var number = event.queueNumber(place, boards.of(event.room()).seen(), clock.instant())
                .orElseThrow(() -> unknown);
        return AwsAnswers.of(new Position(number, place.joinedAt().getEpochSecond(), event.eventId(), PRESENT), OWN);
    }

    @GetMapping(AwsPaths.SERVING_NUM)
    ResponseEntity<String> servingNum(@RequestParam Map<String, String> query) {
        return number(query, ReadyNumbers::serving);
    }

    @GetMapping(AwsPaths.WAITING_NUM)
    ResponseEntity<String> waitingNum(@RequestParam Map<String, String> query) {
        return number(query, ReadyNumbers::waiting);
    }

    /** Requests come here only if {@link ReadyNumbers} does not answer them. */
    private ResponseEntity<String> number(Map<String, String> query, ReadyNumbers.Source reading) {
        var event = events.asked(query, INVALID_EVENT, "event_id");
        var printed = reading.of(event, boards.of(event.room()).seen(), clock.instant());
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, ReadyNumbers.CACHEABLE)
                .eTag(printed.etag())
                .contentType(MediaType.APPLICATION_JSON)
                .body(printed.body());
    }

    @GetMapping(AwsPaths.QUEUE_POS_EXPIRY)
    ResponseEntity<Expiry> queuePosExpiry(@RequestParam Map<String, String> query) {
        var event = events.asked(query, INVALID_EVENT_OR_REQUEST, "event_id", "request_id");
        if (!event.settings().queuePositionExpiry()) {
            throw new AwsErrorException(HttpStatus.ACCEPTED, "Queue position expiration not enabled");
        }
        var place = place(event, query).orElseThrow(() -> new AwsErrorException(HttpStatus.NOT_FOUND, INVALID_REQUEST));
        if (place.stage().isInLine() || place.stage() == Stage.READY) {
            throw new AwsErrorException(HttpStatus.ACCEPTED, NOT_YET);
        }
        var left = expiresAt(event, place)
                .map(end -> Duration.between(clock.instant(), end))
                .filter(span -> !span.isNegative())
                .orElseThrow(() -> new AwsErrorException(HttpStatus.GONE, POSITION_EXPIRED));
        return AwsAnswers.of(
                new Expiry(left.toSeconds()),
                CacheControl.maxAge(Duration.ofSeconds(1)).cachePrivate());
    }

    /** Once a token has been taken, the window counts from that moment. */
    private static Optional<Instant> expiresAt(AwsRoom event, Place place) {
        return place.stage().isTurn()
                ? Optional.of(place.until())
                : place.admission()
                        .map(Admission::admittedAt)
                        .map(taken ->
                                taken.plus(event.room().configuration().terms().claimWindow()));
    }

    private Optional<Place> place(AwsRoom event, Map<String, String> query) {
        var room = event.room();
        return ids.read(query.getOrDefault("request_id", "")).flatMap(room::lookFor);
    }
}
