package io.gatehouse.simulate;

import io.gatehouse.room.Advance;
import io.gatehouse.schedule.ScheduledDate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers, spans and moments as people read them; moments in the zone of the room's first date. */
public final class Spoken {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private final ZoneId zone;
    private final boolean isOneDay;

    Spoken(Scenario scenario) {
        this.zone = scenario.room().configured().schedule().dates().stream()
                .findFirst()
                .map(ScheduledDate::zone)
                .orElse(ZoneOffset.UTC);
        var span = scenario.span();
        this.isOneDay = span.from()
                .atZone(zone)
                .toLocalDate()
                .equals(span.until().minusMillis(1).atZone(zone).toLocalDate());
    }

    /** 41,000. */
    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** 86 %. */
    public static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    /** 8 h 20 min, 4 min 10 s, 12 s. */
    public static String span(Duration span) {
        var seconds = Math.round(span.toMillis() / 1000d);
        if (seconds >= 600) {
            var minutes = Math.round(seconds / 60d);
            var hours = minutes < 60 ? "" : minutes / 60 + " h";
            return (hours + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min")).strip();
        }
        var minutes = seconds < 60 ? "" : seconds / 60 + " min ";
        return minutes.isEmpty() || seconds % 60 != 0 ? minutes + seconds % 60 + " s" : minutes.strip();
    }

    /** The rule that holds a line, in words: the rate, the capacity. */
    public static String rule(Advance.Why why) {
        return switch (why) {
            case PAUSED -> "the pause";
            case NOT_OPEN -> "the doors, which were not open";
            case DRAW -> "the draw, which was not done yet";
            case HELD -> "the mode, which holds everyone";
            case PASS_THROUGH -> "nothing: all pass through";
            case BY_HAND -> "the operator, who lets visitors in by hand";
            case RATE -> "the rate";
            case CAPACITY -> "the capacity";
            case TUNED -> "the limit that the room found";
            case STOCK -> "the stock, all of it in use";
            case SOLD_OUT -> "the stock, all of it consumed";
        };
    }

    /** 18:00, with the day where a scenario has several. */
    String at(Instant moment) {
        return (isOneDay ? TIME : DAY).format(moment.atZone(zone));
    }

    /** 2026-11-27 18:00. */
    String day(Instant moment) {
        return DAY.format(moment.atZone(zone));
    }

    /** The zone of all moments. */
    String zone() {
        return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
    }
}
