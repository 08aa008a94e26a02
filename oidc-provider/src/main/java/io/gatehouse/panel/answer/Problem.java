package io.gatehouse.panel.answer;

import io.gatehouse.web.ProblemType;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** The reasons for which the panel refuses; each has its heading in {@code docs/problems.md}. */
public enum Problem {
    SIGN_IN_NEEDED(HttpStatus.UNAUTHORIZED, "Sign in first"),
    INSUFFICIENT_SCOPE(HttpStatus.FORBIDDEN, "The token does not allow this"),
    INSUFFICIENT_ROLE(HttpStatus.FORBIDDEN, "Your role does not allow this"),
    PROOF_NEEDED(HttpStatus.FORBIDDEN, "Prove that it is you"),
    CROSS_SITE(HttpStatus.FORBIDDEN, "Not from the panel"),
    UNKNOWN_ROOM(HttpStatus.NOT_FOUND, "Unknown room"),
    UNKNOWN_SITE(HttpStatus.NOT_FOUND, "Unknown site"),
    UNKNOWN_DRAFT(HttpStatus.NOT_FOUND, "Unknown draft"),
    UNKNOWN_CODE(HttpStatus.NOT_FOUND, "Unknown access code"),
    UNKNOWN_KEY(HttpStatus.NOT_FOUND, "Unknown access key"),
    UNKNOWN_OPERATOR(HttpStatus.NOT_FOUND, "Unknown operator"),
    UNKNOWN_CLIENT(HttpStatus.NOT_FOUND, "Unknown API client"),
    UNKNOWN_ALERT(HttpStatus.NOT_FOUND, "Unknown alert"),
    UNKNOWN_PLACE(HttpStatus.NOT_FOUND, "Unknown place"),
    NO_SBOM(HttpStatus.NOT_FOUND, "No list of libraries"),
    NOT_ADMITTED(HttpStatus.CONFLICT, "No admission to end"),
    NOT_TUNED(HttpStatus.CONFLICT, "Takes no pushed values"),
    NOT_BY_HAND(HttpStatus.CONFLICT, "Nothing to let in by hand"),
    ROOM_OF_THE_FILES(HttpStatus.CONFLICT, "The room stands in the configuration files"),
    SITE_OF_THE_FILES(HttpStatus.CONFLICT, "The site stands in the configuration files"),
    KEY_OF_THE_FILES(HttpStatus.CONFLICT, "The access key stands in the configuration files"),
    OPERATOR_OF_THE_FILES(HttpStatus.CONFLICT, "The operator stands in the configuration files"),
    OPERATOR_CHANGED(HttpStatus.CONFLICT, "The operator has changed meanwhile"),
    CLIENT_OF_THE_FILES(HttpStatus.CONFLICT, "The API client stands in the configuration files"),
    CLIENT_CHANGED(HttpStatus.CONFLICT, "The API client has changed meanwhile"),
    LAST_OWNER(HttpStatus.CONFLICT, "No owner would be left"),
    LOBBY_IN_USE(HttpStatus.CONFLICT, "Visitors are in the lobby"),
    CONFIRMATION_NEEDED(HttpStatus.CONFLICT, "Confirm it first"),
    NO_DRAW_WAITS(HttpStatus.CONFLICT, "No draw waits for a value"),
    CHANGED_MEANWHILE(HttpStatus.PRECONDITION_FAILED, "Changed meanwhile"),
    NOT_JSON(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Not JSON"),
    INVALID_SETTING(HttpStatus.BAD_REQUEST, "Not a valid value"),
    IF_MATCH_NEEDED(HttpStatus.PRECONDITION_REQUIRED, "If-Match needed"),
    DAMAGED_LINE(HttpStatus.SERVICE_UNAVAILABLE, "The line is damaged"),
    CHECKS_BUSY(HttpStatus.SERVICE_UNAVAILABLE, "Other checks are running"),
    SIMULATIONS_BUSY(HttpStatus.SERVICE_UNAVAILABLE, "Another simulation is running"),
    STILL_PLAYED(HttpStatus.SERVICE_UNAVAILABLE, "The simulation is not over"),
    STORE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The store is away");

    private static final Duration SOON = Duration.ofSeconds(5);

    private final HttpStatus status;
    private final String title;

    Problem(HttpStatus status, String title) {
        this.status = status;
        this.title = title;
    }

    public HttpStatus status() {
        return status;
    }

    String title() {
        return title;
    }

    /** The time after which to ask again; empty where that is not known, or cures nothing. */
    public Optional<Duration> retryAfter() {
        return this == SIMULATIONS_BUSY || this == STILL_PLAYED ? Optional.of(SOON) : Optional.empty();
    }

    /** The heading in {@code docs/problems.md}. */
    String heading() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The problem as an API client gets it. */
    ProblemDetail because(String detail) {
        return new ProblemType(status, heading(), title).because(detail);
    }
}
