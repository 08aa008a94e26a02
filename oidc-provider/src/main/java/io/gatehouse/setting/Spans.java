package io.gatehouse.setting;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import org.springframework.boot.convert.DurationStyle;

/** Spans of time as settings write them. */
public final class Spans {

    private Spans() {}

    /**
     * Refuses a setting whose span is out of these bounds.
     *
     * @param property the setting's full name
     * @param example a value that would do
     */
    public static void require(String property, Duration span, Duration least, Duration most, String example) {
        if (span.compareTo(least) < 0 || span.compareTo(most) > 0) {
            throw new IllegalArgumentException("%s must be from %s to %s, for example %s, was %s"
                    .formatted(property, text(least), text(most), example, span));
        }
    }

    /**
     * Reads a span as settings write it.
     *
     * @param word the word that may stand in place of a span, for the message
     */
    public static Duration parse(String text, String word) {
        try {
            return DurationStyle.detectAndParse(text.strip());
        } catch (IllegalArgumentException noSpan) {
            throw new IllegalArgumentException(
                    "must be a span of time such as 45s, 10m, 1h, or " + word + ", was \"" + text + "\"", noSpan);
        }
    }

    /** The span in the largest unit that divides it: {@code 10m}. */
    public static String text(Duration span) {
        return Stream.of(ChronoUnit.DAYS, ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS)
                .filter(unit -> span.toMillis() != 0
                        && span.toMillis() % unit.getDuration().toMillis() == 0)
                .findFirst()
                .map(unit -> DurationStyle.SIMPLE.print(span, unit))
                .orElseGet(() -> span.isZero() ? "0s" : DurationStyle.SIMPLE.print(span, ChronoUnit.MILLIS));
    }
}
