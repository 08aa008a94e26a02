package io.gatehouse.alert;

import io.gatehouse.alert.Alert.Sending;
import io.gatehouse.room.Room;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The alerts of one room that are on, and those of the last day.
 *
 * @param alerts the earliest first
 */
record RoomAlerts(List<Alert> alerts) {

    static final RoomAlerts NONE = new RoomAlerts(List.of());

    /**
     * An alert stays on for this long after its trouble was seen last, so that a trouble that comes and goes
     * is one.
     */
    static final Duration ENDS_AFTER = Duration.ofMinutes(2);

    private static final Duration RENEWED = Duration.ofSeconds(45);
    private static final Duration KEPT = Duration.ofDays(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /** The maximum number of alerts; one that is on is kept beyond it. */
    private static final int MOST = 100;

    /**
     * A trouble as a node sees it.
     *
     * @param since when that node saw it first
     */
    record Trouble(Instant since, String says) {}

    RoomAlerts {
        alerts = List.copyOf(alerts);
    }

    Optional<Alert> on(AlertKind kind) {
        return alerts.stream().filter(one -> one.isOn() && one.is(kind)).findFirst();
    }

    /** The alerts after a node has seen these troubles. The same troubles again change nothing for a while. */
    RoomAlerts next(Room room, Map<AlertKind, Trouble> troubles, Roster roster, Instant now) {
        var next = new ArrayList<Alert>();
        for (var kept : alerts) {
            var alert = isAhead(kept, now) ? kept.setBack(now) : kept;
            var trouble = alert.known().map(troubles::get);
            next.add(alert.isOn() ? gone(alert, trouble, now) : alert);
        }
        troubles.forEach((kind, trouble) -> {
            var isLasting = !trouble.since().plus(kind.lasting()).isAfter(now);
            if (isLasting && on(kind).isEmpty()) {
                next.add(alert(room, kind, trouble, roster, now));
            }
        });
        return kept(next, now);
    }

    /** A clock was set back since: its end and its sendings would wait until the clock is there again. */
    private static boolean isAhead(Alert alert, Instant now) {
        var latest = now.plus(ENDS_AFTER);
        return alert.told().isAfter(latest) || alert.lastSeen().isAfter(latest);
    }

    private static Alert gone(Alert alert, Optional<Trouble> trouble, Instant now) {
        if (trouble.isPresent()) {
            var isOld = alert.lastSeen().plus(RENEWED).isBefore(now);
            return isOld ? alert.seen(trouble.get().says(), now) : alert;
        }
        var isOver = alert.lastSeen().plus(ENDS_AFTER).isBefore(now);
        return isOver ? alert.ended(now, List.of(Sending.at(Alert.END_EVENT, now))) : alert;
    }

    /** If there were too many in the last hour, only the panel shows it. */
    private Alert alert(Room room, AlertKind kind, Trouble trouble, Roster roster, Instant now) {
        var sendings = inTheLastHour(kind, now) < roster.mostPerHour()
                ? roster.sendings(kind, room.id(), now)
                : List.<Sending>of();
        return new Alert(
                room.id() + "-" + kind.word() + "-" + now.toEpochMilli(),
                kind.word(),
                room.id().value(),
                room.title(),
                trouble.says(),
                trouble.since(),
                now,
                now,
                null,
                null,
                sendings);
    }

    /** One that is over at once, to all receivers; empty if there were too many in the last hour. */
    Optional<RoomAlerts> test(Room room, String says, Roster roster, Instant now) {
        if (inTheLastHour(AlertKind.TEST, now) >= roster.mostPerHour()) {
            return Optional.empty();
        }
        var test = alert(room, AlertKind.TEST, new Trouble(now, says), roster, now);
        var next = new ArrayList<>(alerts);
        next.add(test.ended(now, List.of()));
        return Optional.of(kept(next, now));
    }

    private long inTheLastHour(AlertKind kind, Instant now) {
        return alerts.stream()
                .filter(one -> one.is(kind) && one.told().isAfter(now.minus(HOUR)))
                .count();
    }

    private static RoomAlerts kept(List<Alert> all, Instant now) {
        var recent = all.stream()
                .filter(one -> one.until() == null || one.until().isAfter(now.minus(KEPT)))
                .sorted(Comparator.comparing(Alert::told))
                .toList();
        var tooMany = recent.size() - MOST;
        var dropped = recent.stream()
                .filter(one -> !one.isOn())
                .limit(Math.max(0, tooMany))
                .collect(Collectors.toSet());
        return new RoomAlerts(
                recent.stream().filter(one -> !dropped.contains(one)).toList());
    }

    RoomAlerts changed(Predicate<Alert> which, UnaryOperator<Alert> change) {
        return new RoomAlerts(alerts.stream()
                .map(one -> which.test(one) ? change.apply(one) : one)
                .toList());
    }
}
