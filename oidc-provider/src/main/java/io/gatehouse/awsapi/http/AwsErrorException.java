package io.gatehouse.awsapi.http;

import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/** A refusal by this API, with the status and the text that its clients know; it may also be a 202 with an error. */
public final class AwsErrorException extends RuntimeException {

    public static final String INVALID_EVENT = "Invalid event ID";
    public static final String INVALID_EVENT_OR_REQUEST = "Invalid event or request ID";
    public static final String INVALID_REQUEST = "Invalid request ID";
    public static final String NOT_YET = "Request ID not being served yet";
    public static final String TOKEN_EXPIRED = "Token corresponding to request id has expired";
    public static final String POSITION_EXPIRED = "Queue position has expired";

    private final HttpStatus status;
    private final Optional<Duration> retryAfter;

    /** A refusal with this status and this text. */
    public AwsErrorException(HttpStatus status, String text) {
        this(status, text, Optional.empty());
    }

    private AwsErrorException(HttpStatus status, String text, Optional<Duration> retryAfter) {
        super(text);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** The client cannot be served now, and may ask again after this time. */
    public static AwsErrorException after(HttpStatus status, String text, Duration retryAfter) {
        return new AwsErrorException(status, text, Optional.of(retryAfter));
    }

    /** The refusal of a malformed request. */
    public static AwsErrorException badRequest(String text) {
        return new AwsErrorException(HttpStatus.BAD_REQUEST, text);
    }

    /** The refusal of a caller who may not do this. */
    public static AwsErrorException forbidden(String text) {
        return new AwsErrorException(HttpStatus.FORBIDDEN, text);
    }

    /** The status of the answer. */
    public HttpStatus status() {
        return status;
    }

    /** The time after which the client may ask again; empty where the answer does not say. */
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
