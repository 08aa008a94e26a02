package io.gatehouse.albexample.shop;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The admitted visitor, by the claims of the waiting room. */
record Admitted(JsonNode claims) {

    private static final int SHORT = 8;

    /** A part of the subject that distinguishes two visitors on a screen. */
    String shortName() {
        String subject = text("sub");
        return subject.length() <= SHORT ? subject : subject.substring(0, SHORT) + "…";
    }

    /** A claim as text; a dash for a missing one. */
    String text(String claim) {
        JsonNode value = claims.path(claim);
        return value.isMissingNode() || value.isNull() ? "–" : value.asString();
    }

    /** A claim as a moment, from seconds, as in a token, or from a text. */
    Optional<Instant> moment(String claim) {
        JsonNode value = claims.path(claim);
        if (value.isNumber()) {
            return Optional.of(Instant.ofEpochSecond(value.asLong()));
        }
        return value.isString() ? Optional.of(Instant.parse(value.stringValue())) : Optional.empty();
    }

    /** Whole minutes until the admission ends, never below zero. */
    Optional<Long> minutesLeft(Instant now) {
        return moment("expires_at")
                .map(end -> Math.max(0, Duration.between(now, end).toMinutes()));
    }
}
