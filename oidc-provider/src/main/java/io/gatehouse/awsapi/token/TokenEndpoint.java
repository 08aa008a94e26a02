package io.gatehouse.awsapi.token;

import static io.gatehouse.awsapi.http.AwsErrorException.INVALID_EVENT_OR_REQUEST;
import static io.gatehouse.awsapi.http.AwsErrorException.INVALID_REQUEST;

import io.gatehouse.awsapi.auth.PrivateAccess;
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
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.springframework.context.annotation.Import;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The tokens of called visitors, and the key that verifies them. */
@RestController
@RequestMapping({"", AwsPaths.API})
@ConditionalOnAwsApi
@Import({AwsTokens.class, AwsTokens.Visits.class, Claiming.class, Sessions.class})
class TokenEndpoint {

    private static final CacheControl MINUTES =
            CacheControl.maxAge(Duration.ofMinutes(5)).cachePublic();

    private final AwsRooms events;
    private final RequestIds ids;
    private final AwsTokens tokens;
    private final Claiming claiming;
    private final PrivateAccess access;
    private final Boards boards;
    private final Clock clock;

    TokenEndpoint(
            AwsRooms events,
            RequestIds ids,
            AwsTokens tokens,
            Claiming claiming,
            PrivateAccess access,
            Boards boards,
            Clock clock) {
        this.events = events;
        this.ids = ids;
        this.tokens = tokens;
        this.claiming = claiming;
        this.access = access;
        this.boards = boards;
        this.clock = clock;
    }

    /** An authenticated client uses the private API, and may choose the validity and the issuer of the token. */
    @PostMapping(AwsPaths.GENERATE_TOKEN)
    ResponseEntity<AwsTokens.Answer> generateToken(HttpServletRequest http) throws IOException {
        var bytes = http.getInputStream().readAllBytes();
        var caller = access.callerIfAny(http, bytes);
        var body = SentBody.of(http.getContentType(), bytes);
        var eventId = body.text("event_id");
        var requestId = body.text("request_id");
        body.check("issuer", JsonNode::isString);
        body.check("validity_period", JsonNode::isNumber);
        var event = events.get(eventId, INVALID_EVENT_OR_REQUEST);
        caller.ifPresent(one -> one.require(event.room().id(), true));
        if (!RequestIds.isShaped(requestId)) {
            throw AwsErrorException.badRequest(INVALID_EVENT_OR_REQUEST);
        }
        var validity = caller.isPresent() ? validity(event, body) : event.validity();
        var issuer = caller.isPresent() ? issuer(event, body) : event.issuer();
        var claimed = claiming.claim(event, ids.read(requestId), validity);
        return AwsAnswers.of(tokens.of(event, content(event, requestId, issuer, claimed), clock.instant()));
    }

    /** A token is not valid for longer than its visitor may be inside. */
    private static Duration validity(AwsRoom event, SentBody body) {
        var longest = event.room().configuration().terms().admissionTtl().toSeconds();
        var asked = body.wholeIfSent("validity_period");
        if (asked.filter(seconds -> seconds < 1 || seconds > longest).isPresent()) {
            throw AwsErrorException.badRequest("validity_period must be from 1 to " + longest);
        }
        return asked.map(Duration::ofSeconds).orElseGet(event::validity);
    }

    private static String issuer(AwsRoom event, SentBody body) {
        var asked = body.textIfSent("issuer").orElse(event.issuer());
        var isAllowed = asked.equals(event.issuer())
                || event.settings().tokenIssuers().stream().anyMatch(one -> asked.equals(one.toString()));
        if (!isAllowed) {
            throw AwsErrorException.badRequest("Invalid issuer");
        }
        return asked;
    }

    private AwsTokens.Content content(AwsRoom event, String requestId, String issuer, Claiming.Claimed claimed) {
        var place = claimed.place();
        var issuedAt = place.admission().map(Admission::admittedAt).orElse(Instant.EPOCH);
        return new AwsTokens.Content(
                event.eventId(),
                requestId,
                issuer,
                queueNumber(event, place),
                issuedAt,
                issuedAt.plus(claimed.validity()));
    }

    /** An admitted visitor has been drawn, even if the last tick has not seen the draw yet. */
    private long queueNumber(AwsRoom event, Place place) {
        var room = event.room();
        var now = clock.instant();
        return event.queueNumber(place, boards.of(room).seen(), now)
                .orElseGet(() -> event.queueNumber(place, room.snapshot(), now).orElse(place.number()));
    }

    /** For an unknown event, the old API said that the request id was invalid. */
    @GetMapping(AwsPaths.PUBLIC_KEY)
    ResponseEntity<Map<String, Object>> publicKey(@RequestParam Map<String, String> query) {
        var event = events.asked(query, INVALID_REQUEST, "event_id");
        return AwsAnswers.of(tokens.publicKey(event).toJSONObject(), MINUTES);
    }
}
