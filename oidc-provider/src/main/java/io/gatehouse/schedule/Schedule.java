package io.gatehouse.schedule;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The scheduled dates of a room, the earliest first; past dates are its history. They do not
 * overlap: the next lobby opens when the date before it has closed, or later.
 *
 * @param dates at most {@value #MOST}, in any order when given
 */
public record Schedule(List<ScheduledDate> dates) {

    /** Nothing is scheduled. */
    public static final Schedule NONE = new Schedule(List.of());

    /** The limit of dates: each look at a room reads all of them. */
    public static final int MOST = 100;

    public Schedule {
        if (dates.size() > MOST) {
            throw new IllegalArgumentException("dates must be " + MOST + " at most, were " + dates.size());
        }
        dates = dates.stream()
                .sorted(Comparator.comparing(ScheduledDate::lobbyAt))
                .toList();
        for (var n = 1; n < dates.size(); n++) {
            var before = dates.get(n - 1);
            if (before.closesAt().isAfter(dates.get(n).lobbyAt())) {
                throw new IllegalArgumentException("the date of " + before.doors()
                        + before.close()
                                .map(end -> " must close, at " + end + ",")
                                .orElse(" must have a close")
                        + " before the lobby of the next one at "
                        + dates.get(n).lobby());
            }
        }
    }

    public boolean isEmpty() {
        return dates.isEmpty();
    }

    /** The phase of a room of this mode and schedule at a moment. */
    public Phase phase(Mode mode, Instant now) {
        return switch (mode) {
            case QUEUEING -> Phase.OPEN;
            case SCHEDULED -> phase(now);
            case PASS_THROUGH -> Phase.PASS_THROUGH;
            case CLOSED -> Phase.CLOSED;
            case HOLD -> Phase.HELD;
        };
    }

    private Phase phase(Instant now) {
        return begun(now).map(date -> phase(date, now)).orElse(Phase.CLOSED);
    }

    private static Phase phase(ScheduledDate begun, Instant now) {
        if (begun.doorsAt().isAfter(now)) {
            return Phase.LOBBY;
        }
        if (begun.closesAt().isAfter(now)) {
            return Phase.OPEN;
        }
        return begun.atClose() == AtClose.END ? Phase.ENDED : Phase.CLOSING;
    }

    /** The zone of the last date, in which dates are announced; UTC without any date. */
    public ZoneId zone() {
        return dates.isEmpty() ? ZoneOffset.UTC : dates.get(dates.size() - 1).zone();
    }

    /** The date whose lobby opened last, whether it has closed or not; empty when none has opened. */
    public Optional<ScheduledDate> begun(Instant now) {
        return dates.stream().filter(date -> !date.lobbyAt().isAfter(now)).reduce((earlier, later) -> later);
    }

    /** The date whose doors open next; empty when none is to come. */
    public Optional<ScheduledDate> next(Instant now) {
        return dates.stream().filter(date -> date.doorsAt().isAfter(now)).findFirst();
    }
}
