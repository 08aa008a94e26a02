package io.gatehouse.simulate;

import java.time.Duration;

/** A model of a site behind the room: what an inlet that watches the site's health is tried on. */
@FunctionalInterface
public interface SiteModel {

    /**
     * The health of a site.
     *
     * @param latency the 95th percentile of its answers in this second
     * @param errors the share of requests that it refuses
     * @param load requests a second, for each that it could answer in that time; over 1 a backlog grows
     */
    record Health(Duration latency, double errors, double load) {}

    /** A site while it runs: it has a memory, of its backlog. */
    @FunctionalInterface
    interface Running {

        /**
         * The site's health in the next second.
         *
         * @param inside how many visitors are inside
         * @param at the end of that second, counted from the beginning of the scenario
         */
        Health second(long inside, Duration at);
    }

    /** A new one, without any visitor so far. */
    Running begin(long seed);
}
