package io.gatehouse.panel.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gatehouse.alert.Alert;
import io.gatehouse.alert.AlertKind;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An alert as the panel and its API show it.
 *
 * @param kind its name for programs
 * @param trouble the same in words
 * @param urgent whether an operator must act at once
 * @param says what is going on and what to do
 * @param until when it was over; absent while it is on
 * @param seenBy the operator who has acknowledged it; absent without one
 * @param notSent the receivers of e-mails that could not be told yet, each with the reason
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AlertView(
        String id,
        String room,
        String title,
        String kind,
        String trouble,
        boolean urgent,
        String says,
        Instant since,
        @Nullable Instant until,
        @Nullable String seenBy,
        List<NotSent> notSent) {

    /** A receiver that could not be told yet. */
    public record NotSent(String receiver, String reason) {}

    public static AlertView of(Alert alert) {
        var known = alert.known();
        return new AlertView(
                alert.id(),
                alert.room(),
                alert.title(),
                alert.kind(),
                known.map(AlertKind::title).orElse(alert.kind()),
                known.filter(AlertKind::isUrgent).isPresent(),
                alert.says(),
                alert.since(),
                alert.until(),
                alert.seenBy(),
                alert.sendings().stream()
                        .filter(way -> !way.isDone() && way.failure() != null)
                        .map(way -> new NotSent(way.to(), Objects.requireNonNull(way.failure())))
                        .toList());
    }
}
