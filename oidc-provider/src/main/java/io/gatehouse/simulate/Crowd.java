package io.gatehouse.simulate;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The behaviour of visitors.
 *
 * @param showUp the share of visitors in line who come when it is their turn
 * @param delay from the call to the claim, of those who come; a visitor who is called on arrival claims at
 *     once
 * @param patience how long a visitor waits before giving up; empty: as long as it takes
 * @param leaving the share of visitors who give up by the button, which frees their place; others close the
 *     page
 * @param visits how long visitors are inside
 * @param logouts the share of visits that end by a logout, which gives the slot back
 * @param bots the programs in the crowd
 * @param lanes the shares of visitors who stand in the lanes beside the default one; 1 in all at most
 */
public record Crowd(
        double showUp,
        Timing delay,
        Optional<? extends Timing> patience,
        double leaving,
        Timing visits,
        double logouts,
        Bots bots,
        Map<String, Double> lanes) {

    /**
     * Programs that arrive as visitors do.
     *
     * @param share how many of the arrivals they are
     * @param places how many places each takes, as that many browsers; 1 or more
     * @param tabs how many tabs each browser opens; all have its one place; 1 or more
     * @param showUp the share of their turns that they claim
     */
    public record Bots(double share, int places, int tabs, double showUp) {

        /** No programs. */
        public static final Bots NONE = new Bots(0, 1, 1, 0);

        public Bots {
            requireShare("share", share);
            requireShare("show-up", showUp);
            requireCount("places", places);
            requireCount("tabs", tabs);
        }

        private static void requireCount(String name, int count) {
            if (count < 1 || count > 1000) {
                throw new IllegalArgumentException(name + " must be 1 to 1000, was " + count);
            }
        }
    }

    public Crowd {
        requireShare("show-up", showUp);
        requireShare("leaving", leaving);
        requireShare("logouts", logouts);
        lanes = Collections.unmodifiableMap(new TreeMap<>(lanes));
        lanes.values().forEach(share -> requireShare("each of lanes", share));
        requireShare(
                "the sum of lanes",
                lanes.values().stream().mapToDouble(Double::doubleValue).sum());
    }

    /** The lane of the next visitor; empty: the default one. */
    Optional<String> lane(Chance chance) {
        if (lanes.isEmpty()) {
            return Optional.empty();
        }
        var left = chance.share();
        for (var lane : lanes.entrySet()) {
            left -= lane.getValue();
            if (left < 0) {
                return Optional.of(lane.getKey());
            }
        }
        return Optional.empty();
    }

    private static void requireShare(String name, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(name + " must be a share from 0 to 1, was " + share);
        }
    }
}
