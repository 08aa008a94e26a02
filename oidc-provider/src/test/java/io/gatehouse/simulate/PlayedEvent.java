package io.gatehouse.simulate;

import io.gatehouse.room.Rate;
import io.gatehouse.room.RoomSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A sale that was held on real nodes, played again: the same arrivals, and visitors who behave as they did. */
public final class PlayedEvent {

    /** Three of ten leave by the button at some time of the first minute, unless they are in by then. */
    private static final class Leaving implements Timing {

        private static final double SHARE = 0.3;
        private static final Duration WITHIN = Duration.ofMinutes(1);

        @Override
        public long draw(Chance chance) {
            var leaves = chance.share() < SHARE;
            var after = 1 + (long) (chance.share() * WITHIN.toMillis());
            return leaves ? after : Lasting.LONGEST.toMillis();
        }

        @Override
        public Duration mean() {
            return Lasting.LONGEST;
        }
    }

    private PlayedEvent() {}

    /**
     * The median and the 90 % wait, in seconds.
     *
     * @param arrivals how many came in each second
     * @param seconds how long the doors were open
     */
    public static List<Double> waits(Rate rate, List<Integer> arrivals, long seconds) {
        var stretches = new ArrayList<Arrivals.Stretch>();
        for (var second = 0; second < arrivals.size(); second++) {
            var from = Duration.ofSeconds(second);
            stretches.add(new Arrivals.Stretch(from, from.plusSeconds(1), 1, 1, arrivals.get(second)));
        }
        var crowd = new Crowd(
                1,
                new Lasting(Lasting.Shape.FIXED, Duration.ofMillis(100), 0),
                Optional.of(new Leaving()),
                1,
                new Lasting(Lasting.Shape.FIXED, Duration.ofHours(1), 0),
                0,
                Crowd.Bots.NONE,
                Map.of());
        var settings = new RoomSettings(Optional.of(rate), OptionalLong.empty(), false);
        var waits = new Simulation(Scenarios.of(settings, Duration.ofSeconds(seconds), new Arrivals(stretches), crowd))
                .run()
                .waits();
        return List.of(waits.p50().toMillis() / 1e3, waits.p90().toMillis() / 1e3);
    }
}
