package io.gatehouse.panel.definition;

import io.gatehouse.panel.answer.Body;
import io.gatehouse.room.Rate;
import io.gatehouse.room.Room;
import io.gatehouse.schedule.WrittenOpening;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.convert.DurationStyle;

/**
 * What a room is by its definition: all that its configuration says, or would say. Operators' settings of a room that runs go
 * before.
 *
 * @param ofTheFiles whether it stands in the configuration files, and cannot be changed here
 * @param retired whether it is not to be used any more
 * @param etag stands for the definition; an edit has to name it; empty for a room of the files
 */
record Definition(
        String room,
        boolean ofTheFiles,
        boolean retired,
        String title,
        @Nullable String rate,
        @Nullable Long capacity,
        boolean paused,
        String mode,
        List<WrittenOpening> schedule,
        @Nullable Long stock,
        @Nullable String consumedBy,
        String claimWindow,
        String admissionTtl,
        String returnWindow,
        String waitingTtl,
        long mostWaiting,
        int lobbyWork,
        int mostPerNetwork,
        int browsers,
        String etag) {

    static final List<String> TEXTS =
            List.of("title", "rate", "mode", "consumedBy", "claimWindow", "admissionTtl", "returnWindow", "waitingTtl");
    static final List<String> NUMBERS =
            List.of("capacity", "stock", "mostWaiting", "lobbyWork", "mostPerNetwork", "browsers");
    static final List<String> OF_AN_OPENING = List.of("zone", "lobby", "doors", "close", "atClose", "draw");

    /** What a client may send. */
    static final Set<String> MEMBERS = Set.of(
            "title",
            "rate",
            "capacity",
            "paused",
            "mode",
            "schedule",
            "stock",
            "consumedBy",
            "claimWindow",
            "admissionTtl",
            "returnWindow",
            "waitingTtl",
            "mostWaiting",
            "lobbyWork",
            "mostPerNetwork",
            "browsers");

    static Definition of(Room room, boolean ofTheFiles, String etag) {
        var settings = room.configured();
        var capacity = settings.capacity();
        return new Definition(
                room.id().value(),
                ofTheFiles,
                room.isRetired(),
                room.title(),
                settings.rate().map(Rate::toString).orElse(null),
                capacity.isPresent() ? (Long) capacity.getAsLong() : null,
                settings.isPaused(),
                settings.mode().word(),
                settings.schedule().openings().stream().map(WrittenOpening::of).toList(),
                settings.stock().map(Stock::most).orElse(null),
                settings.stock().map(Stock::words).orElse(null),
                text(room.terms().claimWindow()),
                text(room.terms().admissionTtl()),
                text(room.terms().returnWindow()),
                text(room.terms().waitingTtl()),
                room.mostWaiting(),
                room.lobbyWork(),
                room.mostPerNetwork(),
                room.browsers(),
                etag);
    }

    /** What a client sent, whole, as the configuration would have it: what is left out, or null, is as it is there. */
    static Map<String, String> settings(Body body) {
        var settings = new TreeMap<String, String>();
        TEXTS.forEach(name -> text(body, name).ifPresent(text -> settings.put(setting(name), text)));
        NUMBERS.forEach(name -> number(body, name).ifPresent(number -> settings.put(setting(name), number)));
        body.truth("paused").ifPresent(paused -> settings.put("paused", paused.toString()));
        var openings = body.isNull("schedule")
                ? List.<Body>of()
                : body.objects("schedule", Set.copyOf(OF_AN_OPENING)).orElse(List.of());
        for (var n = 0; n < openings.size(); n++) {
            var number = n;
            OF_AN_OPENING.forEach(name ->
                    text(openings.get(number), name).ifPresent(text -> settings.put(ofAnOpening(number, name), text)));
        }
        return settings;
    }

    private static Optional<String> text(Body body, String name) {
        return body.isNull(name) ? Optional.empty() : body.text(name);
    }

    private static Optional<String> number(Body body, String name) {
        return body.isNull(name) ? Optional.empty() : body.number(name);
    }

    /** {@code claim-window} for {@code claimWindow}. */
    static String setting(String member) {
        return DataObjectPropertyName.toDashedForm(member);
    }

    /** {@code schedule[0].at-close} for {@code atClose} of the first opening. */
    static String ofAnOpening(int number, String member) {
        return "schedule[" + number + "]." + setting(member);
    }

    /** As it is written in the configuration: {@code 10m}. */
    private static String text(Duration span) {
        return Stream.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS)
                .filter(unit -> span.toMillis() % unit.getDuration().toMillis() == 0)
                .findFirst()
                .map(unit -> DurationStyle.SIMPLE.print(span, unit))
                .orElseGet(() -> DurationStyle.SIMPLE.print(span, ChronoUnit.MILLIS));
    }
}
