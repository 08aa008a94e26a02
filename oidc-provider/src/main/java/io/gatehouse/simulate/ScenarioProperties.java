package io.gatehouse.simulate;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A scenario as it is written, below {@code scenario}; the settings of its room stand below {@code
 * gatehouse.rooms}, as in a configuration. {@link ScenarioReader} says what each may be.
 */
record ScenarioProperties(
        @Nullable String room,
        @Nullable Instant from,
        @Nullable Instant until,
        @Nullable Duration length,
        @DefaultValue("1") long seed,
        @DefaultValue ArrivalsProperties arrivals,
        @DefaultValue VisitorsProperties visitors,
        @DefaultValue BotsProperties bots,
        @DefaultValue List<ActProperties> acts,
        @Nullable SiteProperties site) {

    /** The arrivals of visitors: a number of them, a curve, or both; or the minutes of a recorded opening. */
    record ArrivalsProperties(
            @Nullable Long visitors, @DefaultValue List<PointProperties> curve, @Nullable Path recorded) {}

    record PointProperties(@Nullable Duration at, @Nullable Double perMinute) {}

    record VisitorsProperties(
            @DefaultValue("0.9") double showUp,
            @Nullable LastingProperties delay,
            @Nullable LastingProperties patience,
            @DefaultValue("0.3") double leaving,
            @Nullable LastingProperties visits,
            @DefaultValue("1") double logouts,
            @DefaultValue Map<String, Double> lanes) {}

    /** A span by chance. */
    record LastingProperties(
            @DefaultValue("log-normal") String shape,
            @Nullable Duration median,
            @Nullable Duration mean,
            @Nullable Double spread) {}

    /** The programs in the crowd. */
    record BotsProperties(
            @DefaultValue("0") double share,
            @DefaultValue("1") int places,
            @DefaultValue("1") int tabs,
            @DefaultValue("0") double showUp) {}

    record ActProperties(
            @Nullable Duration at,
            @Nullable String rate,
            @Nullable Long capacity,
            @Nullable Boolean paused,
            @Nullable Long letIn) {}

    record SiteProperties(
            @DefaultValue List<StepProperties> capacity,
            @DefaultValue("30") double requestsPerVisit,
            @DefaultValue("100ms") Duration alone,
            @DefaultValue("queue") String shape,
            @DefaultValue("0.15") double noise) {}

    /** The capacity of the site from a time on. */
    record StepProperties(@Nullable Duration at, @Nullable Double perSecond) {}
}
