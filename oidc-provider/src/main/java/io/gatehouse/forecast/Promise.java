package io.gatehouse.forecast;

import io.gatehouse.forecast.PromiseOutcome.Answer;
import java.time.Duration;
import java.time.Instant;

/**
 * The wait that the last visitor in line was told.
 *
 * @param target the counter at their call
 * @param isLate whether it is counted as late already, and only how late is to be seen
 */
record Promise(Instant at, long target, Forecast.Range range, boolean isLate) {

    private Instant earliest() {
        return at.plus(range.shortest());
    }

    private Instant latest() {
        return at.plus(range.longest());
    }

    boolean isOver(Instant now) {
        return now.isAfter(latest());
    }

    Promise late() {
        return new Promise(at, target, range, true);
    }

    /**
     * The moment at which the counter reached the target. In a line that stands, the counter moves evenly
     * between two looks. The moment is not known in a line that was over before the second look: then the
     * best one for the range counts.
     */
    Instant calledBetween(LineReading before, LineReading reading) {
        if (!reading.isStanding()) {
            var notBefore = earliest().isAfter(before.at()) ? earliest() : before.at();
            return notBefore.isBefore(reading.at()) ? notBefore : reading.at();
        }
        var part = (double) (target - before.gone()) / Math.max(1, reading.gone() - before.gone());
        var span = Duration.between(before.at(), reading.at()).toMillis();
        return before.at().plusMillis((long) (Math.max(0, part) * span));
    }

    PromiseOutcome called(Instant moment) {
        if (moment.isBefore(earliest())) {
            return new PromiseOutcome(Answer.EARLY, Duration.between(moment, earliest()));
        }
        return isOver(moment)
                ? new PromiseOutcome(Answer.LATE, Duration.between(latest(), moment))
                : new PromiseOutcome(Answer.KEPT, Duration.ZERO);
    }

    /** The width of the range, as a share of the wait that was told. */
    double width() {
        return range.share(range.to() - range.from());
    }
}
