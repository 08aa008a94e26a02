package io.gatehouse.awsapi.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.awsapi.http.AwsAnswers;
import io.gatehouse.awsapi.http.AwsErrorException;
import io.gatehouse.awsapi.http.AwsPaths;
import io.gatehouse.awsapi.http.SentBody;
import io.gatehouse.awsapi.room.AwsRoom;
import io.gatehouse.awsapi.room.AwsRooms;
import io.gatehouse.awsapi.setting.ConditionalOnAwsApi;
import io.gatehouse.awsapi.sns.SnsDelivery;
import io.gatehouse.awsapi.sns.Topics;
import io.gatehouse.awsapi.sns.UnreachableAmazonException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Receives the messages of the old MaxSize inlet from its topic, as Amazon SNS delivers them over HTTP. Only
 * the signature within the delivery identifies the sender. SNS delivers at least once, in any order; each
 * message has its effect once, even if a stranger replays it.
 */
@RestController
@RequestMapping({"", AwsPaths.API})
@ConditionalOnAwsApi
class SnsEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(SnsEndpoint.class);

    /** SNS gives a delivery up within an hour. */
    private static final Duration OLDEST = Duration.ofDays(1);

    /** The maximum by which another clock may be ahead. */
    private static final Duration AHEAD = Duration.ofMinutes(5);

    /** The header of a message without the envelope of SNS, and so without a signature. */
    private static final String RAW = "x-amz-sns-rawdelivery";

    private static final Duration SOON = Duration.ofSeconds(10);

    private final AwsRooms events;
    private final Topics topics;
    private final SessionEnds ends;
    private final Acts acts;
    private final Clock clock;

    SnsEndpoint(AwsRooms events, Topics topics, SessionEnds ends, Acts acts, Clock clock) {
        this.events = events;
        this.topics = topics;
        this.ends = ends;
        this.acts = acts;
        this.clock = clock;
    }

    @PostMapping(AwsPaths.MAX_SIZE_SNS)
    ResponseEntity<Map<String, Object>> delivered(HttpServletRequest http) throws IOException {
        return AwsAnswers.of(take(http.getInputStream().readAllBytes(), "true".equals(http.getHeader(RAW))));
    }

    private Map<String, Object> take(byte[] sent, boolean isRaw) {
        try {
            var delivery = topics.read(sent)
                    .orElseThrow(() -> AwsErrorException.forbidden(
                            isRaw
                                    ? "Raw message delivery carries no signature; switch it off"
                                    : "Not signed by a topic of max-size-topics"));
            checkAge(delivery.sentAt());
            return take(Objects.requireNonNull(events.topics().get(delivery.topic())), delivery);
        } catch (UnreachableAmazonException later) {
            throw AwsErrorException.after(HttpStatus.SERVICE_UNAVAILABLE, "Amazon SNS could not be asked", SOON);
        }
    }

    private Map<String, Object> take(AwsRoom event, SnsDelivery delivery) {
        return switch (delivery.type()) {
            case NOTIFICATION -> notify(event, delivery);
            case SUBSCRIPTION_CONFIRMATION -> confirm(event, delivery);
            case UNSUBSCRIBE_CONFIRMATION -> ended(event, delivery);
        };
    }

    private void checkAge(Instant sent) {
        var now = clock.instant();
        if (sent.isBefore(now.minus(OLDEST)) || sent.isAfter(now.plus(AHEAD))) {
            throw AwsErrorException.forbidden("Sent at " + sent + ", which is too long ago or still to come");
        }
    }

    private Map<String, Object> confirm(AwsRoom event, SnsDelivery question) {
        acts.record(caller(question), event, "confirm its subscription");
        if (!topics.confirm(question)) {
            throw AwsErrorException.badRequest("The subscription could not be confirmed");
        }
        return Map.of("message", "Subscription confirmed.");
    }

    private Map<String, Object> ended(AwsRoom event, SnsDelivery news) {
        acts.record(caller(news), event, "ended its subscription");
        LOG.warn("room {}: topic {} delivers no more", event.room().id(), news.topic());
        return Map.of("message", "Subscription ended.");
    }

    private Map<String, Object> notify(AwsRoom event, SnsDelivery notification) {
        var message = SentBody.of(null, notification.message().getBytes(UTF_8));
        if (message.textIfSent("event_id")
                .filter(id -> !id.equals(event.eventId()))
                .isPresent()) {
            throw AwsErrorException.badRequest(AwsErrorException.INVALID_EVENT);
        }
        return ends.maxSize(caller(notification), event, message, notification.id());
    }

    private static String caller(SnsDelivery delivery) {
        return "SNS topic " + delivery.topic();
    }
}
