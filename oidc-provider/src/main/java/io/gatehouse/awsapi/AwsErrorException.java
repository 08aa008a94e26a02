package io.gatehouse.awsapi;

import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** A no of this API, with the status and the text that its clients know; 202 with an error in it is one as well. */
final class AwsErrorException extends RuntimeException {

    static final String INVALID_EVENT = "Invalid event ID";
    static final String INVALID_EVENT_OR_REQUEST = "Invalid event or request ID";
    static final String INVALID_REQUEST = "Invalid request ID";
    static final String NOT_YET = "Request ID not being served yet";
    static final String TOKEN_EXPIRED = "Token corresponding to request id has expired";
    static final String POSITION_EXPIRED = "Queue position has expired";

    private final HttpStatus status;
    private final Optional<Duration> retryAfter;

    AwsErrorException(HttpStatus status, String text) {
        this(status, text, Optional.empty());
    }

    private AwsErrorException(HttpStatus status, String text, Optional<Duration> retryAfter) {
        super(text);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** Nothing can be done for the client now; after so long it may ask again. */
    static AwsErrorException after(HttpStatus status, String text, Duration retryAfter) {
        return new AwsErrorException(status, text, Optional.of(retryAfter));
    }

    static AwsErrorException badRequest(String text) {
        return new AwsErrorException(HttpStatus.BAD_REQUEST, text);
    }

    static AwsErrorException forbidden(String text) {
        return new AwsErrorException(HttpStatus.FORBIDDEN, text);
    }

    HttpStatus status() {
        return status;
    }

    Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
