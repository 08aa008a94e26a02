package io.gatehouse.schedule;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The scheduled openings of a room, the earliest first; those that are over are its history. They do not
 * overlap: the next lobby opens when the opening before it has closed, or later.
 *
 * @param openings at most {@value #MOST}, in any order when given
 */
public record Schedule(List<ScheduledOpening> openings) {

    /** Nothing is scheduled. */
    public static final Schedule NONE = new Schedule(List.of());

    /** A look at a room brings them all along. */
    public static final int MOST = 100;

    public Schedule {
        if (openings.size() > MOST) {
            throw new IllegalArgumentException("openings must be " + MOST + " at most, were " + openings.size());
        }
        openings = openings.stream()
                .sorted(Comparator.comparing(ScheduledOpening::lobbyAt))
                .toList();
        for (var n = 1; n < openings.size(); n++) {
            var before = openings.get(n - 1);
            if (before.closesAt().isAfter(openings.get(n).lobbyAt())) {
                throw new IllegalArgumentException("the opening of " + before.doors()
                        + before.close()
                                .map(end -> " must close, at " + end + ",")
                                .orElse(" must have a close")
                        + " before the lobby of the next one at "
                        + openings.get(n).lobby());
            }
        }
    }

    public boolean isEmpty() {
        return openings.isEmpty();
    }

    /** What a room of this mode and schedule does at a moment. */
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
        return begun(now).map(opening -> phase(opening, now)).orElse(Phase.CLOSED);
    }

    private static Phase phase(ScheduledOpening begun, Instant now) {
        if (begun.doorsAt().isAfter(now)) {
            return Phase.LOBBY;
        }
        if (begun.closesAt().isAfter(now)) {
            return Phase.OPEN;
        }
        return begun.atClose() == AtClose.END ? Phase.ENDED : Phase.CLOSING;
    }

    /** The opening whose lobby opened last, whether it has closed or not; empty when none has opened. */
    public Optional<ScheduledOpening> begun(Instant now) {
        return openings.stream()
                .filter(opening -> !opening.lobbyAt().isAfter(now))
                .reduce((earlier, later) -> later);
    }

    /** The opening whose doors open next; empty when none is to come. */
    public Optional<ScheduledOpening> next(Instant now) {
        return openings.stream()
                .filter(opening -> opening.doorsAt().isAfter(now))
                .findFirst();
    }
}
