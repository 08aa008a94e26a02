package io.gatehouse.simulate;

import io.gatehouse.room.Room;
import io.gatehouse.tune.TuneProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A sale or an opening to be played.
 *
 * @param room as configured
 * @param span from when to when
 * @param arrivals when visitors arrive
 * @param crowd how they behave
 * @param acts what operators do
 * @param site how the site behind the room fares; empty: it is not modelled
 * @param tune how the room finds its limit by itself; empty: its settings alone limit it
 * @param seed of all chance: the same seed gives the same outcome
 */
public record Scenario(
        Room room,
        Span span,
        Arrivals arrivals,
        Crowd crowd,
        List<OperatorAct> acts,
        Optional<SiteModel> site,
        Optional<TuneProperties> tune,
        long seed) {

    /** The longest time that is played. */
    public static final Duration LONGEST = Duration.ofDays(31);

    /** The beginning and the length. */
    public record Span(Instant from, Duration length) {

        public Span {
            if (length.compareTo(Duration.ofMinutes(1)) < 0 || length.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("must be from 1m to 31d, was " + length);
            }
        }

        public Instant until() {
            return from.plus(length);
        }
    }

    public Scenario {
        acts = List.copyOf(acts);
    }

    /** Whether the room finds its limit: it needs a site that says how it is. */
    boolean isTuned() {
        return tune.isPresent() && site.isPresent();
    }
}
