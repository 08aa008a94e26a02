package io.gatehouse.awsapi.control;

import static io.gatehouse.awsapi.http.AwsErrorException.INVALID_EVENT;
import static io.gatehouse.awsapi.http.AwsErrorException.INVALID_EVENT_OR_REQUEST;

import io.gatehouse.awsapi.auth.PrivateAccess;
import io.gatehouse.awsapi.auth.PrivateAccess.Caller;
import io.gatehouse.awsapi.http.AwsAnswers;
import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.http.AwsPaths;
import io.gatehouse.awsapi.http.SentBody;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.room.RequestIds;
import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.awsapi.takeover.OldEvent;
import io.gatehouse.awsapi.token.Sessions;
import io.gatehouse.room.Act;
import io.gatehouse.room.Line;
import io.gatehouse.room.Line.Brought;
import io.gatehouse.room.NextOpening;
import io.gatehouse.room.Place;
import io.gatehouse.room.Stage;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The private API, for control panels and functions. Each act is written to the ledger before it is
 * done, and to the log.
 */
@RestController
@RequestMapping({"", AwsPaths.API})
@ConditionalOnAwsApi
@Import({Acts.class, SessionEnds.class})
class PrivateEndpoint {

    private static final Map<Long, Act> ENDINGS = Map.of(1L, Act.COMPLETE, -1L, Act.ABANDON);

    /** The maximum by which clocks of the old stack may be ahead. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    /** A session is kept for at least this long. */
    private static final Duration LONGEST_TOKEN = Duration.ofDays(31);

    private final AwsRooms events;
    private final RequestIds ids;
    private final SessionEnds ends;
    private final Sessions sessions;
    private final PrivateAccess access;
    private final Acts acts;
    private final Clock clock;

    PrivateEndpoint(
            AwsRooms events,
            RequestIds ids,
            SessionEnds ends,
            Sessions sessions,
            PrivateAccess access,
            Acts acts,
            Clock clock) {
        this.events = events;
        this.ids = ids;
        this.ends = ends;
        this.sessions = sessions;
        this.access = access;
        this.acts = acts;
        this.clock = clock;
    }

    private record Call(Caller caller, AwsRoom event, SentBody body) {}

    @PostMapping(AwsPaths.INCREMENT_SERVING_COUNTER)
    ResponseEntity<Map<String, Long>> increment(HttpServletRequest http) throws IOException {
        var call = call(http, INVALID_EVENT);
        var by = call.body.whole("increment_by");
        var room = call.event.room();
        var seen = room.snapshot();
        if (by > 0) {
            if (call.event.letsInByItself(seen)) {
                throw AwsErrorException.badRequest(
                        "A room with a capacity and no rate lets in as many as fit by itself");
            }
            if (by > Line.MOST_BY_HAND - seen.letIn()) {
                throw AwsErrorException.badRequest("Invalid request body");
            }
            record(call, "let in " + by + " by hand");
            room.letIn(by);
        } else if (by < 0 && seen.letIn() > 0) {
            record(call, "take back " + Math.min(-by, seen.letIn()) + " unused turns let in by hand");
            room.takeBack(-by);
        }
        return AwsAnswers.of(Map.of("serving_num", call.event.servingCounter(room.snapshot(), clock.instant())));
    }

    @GetMapping(AwsPaths.NUM_ACTIVE_TOKENS)
    ResponseEntity<Map<String, Long>> numActiveTokens(
            HttpServletRequest http, @RequestParam Map<String, String> query) {
        var event = looked(http, query);
        return AwsAnswers.of(Map.of("active_tokens", event.room().snapshot().admitted()));
    }

    /** The answer includes only places that the line still remembers. */
    @GetMapping(AwsPaths.EXPIRED_TOKENS)
    ResponseEntity<List<String>> expiredTokens(HttpServletRequest http, @RequestParam Map<String, String> query) {
        var event = looked(http, query);
        var room = event.room();
        var now = clock.instant();
        var seen = room.snapshot();
        var last = seen.draw().isPresent() ? seen.issued() : seen.serving();
        var expired = new TreeMap<Instant, List<String>>();
        for (long from = 1; from <= last; from += room.line().mostIds()) {
            for (var place : room.line()
                    .places(0, from, Math.min(last, from + room.line().mostIds() - 1))) {
                expiry(place, event.validity())
                        .filter(end -> end.isBefore(now))
                        .ifPresent(end -> expired.computeIfAbsent(end, at -> new ArrayList<>())
                                .add(ids.of(place.id())));
            }
        }
        return AwsAnswers.of(expired.values().stream().flatMap(List::stream).toList());
    }

    /**
     * When the token of a place expires or has expired; empty where it has had none. A visit lasts as long as
     * its token. For a visit that was ended by a call only the usual validity is known.
     */
    private static Optional<Instant> expiry(Place place, Duration validity) {
        return place.admission().map(admission -> switch (place.stage()) {
            case ADMITTED -> place.until();
            case EXPIRED -> place.until().minus(Line.MEMORY);
            default -> admission.admittedAt().plus(validity);
        });
    }

    @PostMapping(AwsPaths.UPDATE_SESSION)
    ResponseEntity<Map<String, Object>> updateSession(HttpServletRequest http) throws IOException {
        var call = call(http, INVALID_EVENT_OR_REQUEST);
        var requestId = call.body.text("request_id");
        var act = ENDINGS.get(call.body.whole("status"));
        if (!RequestIds.isShaped(requestId)) {
            throw AwsErrorException.badRequest(INVALID_EVENT_OR_REQUEST);
        }
        if (act == null) {
            throw AwsErrorException.badRequest("Invalid status");
        }
        if (!ends.hasEnded(call.caller.name(), call.event, requestId, act)) {
            throw noSession();
        }
        return AwsAnswers.of(Map.of());
    }

    /**
     * Receives a message of the old MaxSize inlet, as its function read it from the topic; with a key, if the
     * message may come again.
     */
    @PostMapping(AwsPaths.MAX_SIZE)
    ResponseEntity<Map<String, Object>> maxSize(HttpServletRequest http) throws IOException {
        var call = call(http, INVALID_EVENT);
        var caller = call.caller.name();
        var key = Optional.ofNullable(http.getHeader("Idempotency-Key"));
        if (key.filter(String::isBlank).isPresent()) {
            throw AwsErrorException.badRequest("Idempotency-Key must not be empty");
        }
        return AwsAnswers.of(key.map(named -> ends.maxSize(caller, call.event, call.body, named))
                .orElseGet(() -> ends.maxSize(caller, call.event, call.body)));
    }

    private static AwsErrorException noSession() {
        return new AwsErrorException(HttpStatus.NOT_FOUND, "Request ID doesn't exist or status already set.");
    }

    @PostMapping(AwsPaths.RESET_INITIAL_STATE)
    ResponseEntity<Map<String, String>> reset(HttpServletRequest http) throws IOException {
        var call = call(http, INVALID_EVENT);
        var room = call.event.room();
        var running = room.snapshot().opening();
        record(call, "opening " + running + " -> " + (running + 1));
        room.open(NextOpening.following(running));
        return AwsAnswers.of(Map.of("message", "The waiting room has been reset."));
    }

    /** Takes over a running event of the old stack: its numbers go on, and its visitors keep their progress. */
    @PostMapping(AwsPaths.TAKE_OVER)
    ResponseEntity<Map<String, Long>> takeOver(HttpServletRequest http) throws IOException {
        var call = call(http, INVALID_EVENT);
        var old = oldEvent(call.body);
        var numbers = old.served() + ", numbers from " + old.first() + " to " + (old.next() - 1);
        if (call.body.isSet("undo")) {
            record(call, "take back what was taken over at " + numbers);
            var ended = call.event
                    .takeover()
                    .takeBack(call.event.room(), old)
                    .orElseThrow(() -> new AwsErrorException(
                            HttpStatus.CONFLICT, "The room goes on after another number: nothing is taken back"));
            return AwsAnswers.of(Map.of("taken_back", ended));
        }
        record(call, "take over at " + numbers);
        call.event.takeover().take(call.event.room(), old).ifPresent(why -> {
            throw new AwsErrorException(HttpStatus.CONFLICT, why);
        });
        keepValidity(call.event, old);
        return AwsAnswers.of(Map.of("next_position", old.next()));
    }

    /** Keeps the validity of old tokens where new ones differ, so that a repeated call has the same tokens. */
    private void keepValidity(AwsRoom event, OldEvent old) {
        for (int i = 0; i < old.called().size(); i++) {
            var inside = old.called().get(i);
            var validity = Duration.between(inside.since(), inside.until());
            if (inside.stage() == Stage.ADMITTED && !validity.equals(event.validity())) {
                event.room()
                        .find(old.visitors().get(i))
                        .ifPresent(place -> sessions.begin(event.room().id(), place, validity));
            }
        }
    }

    private OldEvent oldEvent(SentBody body) {
        var visitors = body.texts("request_ids").stream()
                .map(id -> ids.read(id).orElseThrow(() -> AwsErrorException.badRequest(INVALID_EVENT_OR_REQUEST)))
                .toList();
        var called = body.objects("called").stream().map(this::brought).toList();
        try {
            var first = body.whole("next_position") - visitors.size();
            return new OldEvent(body.whole("serving_counter"), first, visitors, called);
        } catch (IllegalArgumentException cannotBe) {
            throw AwsErrorException.badRequest(String.valueOf(cannotBe.getMessage()));
        }
    }

    /** A token that has expired since the old stack was read is over, too. */
    private Brought brought(SentBody called) {
        switch (called.text("status")) {
            case "turn" -> {
                return called.wholeIfSent("expires_in").map(this::turn).orElse(Brought.TURN);
            }
            case "over" -> {
                return Brought.OVER;
            }
            case "inside" -> {
                var since = called.moment("issued_at");
                var until = called.moment("expires");
                var now = clock.instant();
                if (since.isAfter(now.plus(SKEW))
                        || !until.isAfter(since)
                        || until.isAfter(since.plus(LONGEST_TOKEN))) {
                    throw AwsErrorException.badRequest("issued_at and expires must be those of a token that was issued,"
                            + " and is valid for " + LONGEST_TOKEN.toDays() + " days at most");
                }
                return until.isAfter(now) ? Brought.inside(since, until) : Brought.OVER;
            }
            default -> throw AwsErrorException.badRequest("status must be inside, turn or over");
        }
    }

    private Brought turn(long left) {
        if (left < 1 || left > LONGEST_TOKEN.toSeconds()) {
            throw AwsErrorException.badRequest("expires_in must be 1 second or more, and at most "
                    + LONGEST_TOKEN.toDays() + " days, was " + left);
        }
        return Brought.turn(clock.instant().plusSeconds(left).truncatedTo(ChronoUnit.MILLIS));
    }

    private void record(Call call, String what) {
        acts.record(call.caller.name(), call.event, what);
    }

    /** The caller is checked before the body is read as JSON. */
    private Call call(HttpServletRequest http, String otherwise) throws IOException {
        var bytes = http.getInputStream().readAllBytes();
        var caller = access.caller(http, bytes);
        var body = SentBody.of(http.getContentType(), bytes);
        var event = events.get(body.text("event_id"), otherwise);
        caller.require(event.room().id(), true);
        return new Call(caller, event, body);
    }

    private AwsRoom looked(HttpServletRequest http, Map<String, String> query) {
        var caller = access.caller(http, new byte[0]);
        var event = events.asked(query, INVALID_EVENT, "event_id");
        caller.require(event.room().id(), false);
        return event;
    }
}
