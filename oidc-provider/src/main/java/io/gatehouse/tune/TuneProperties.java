package io.gatehouse.tune;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings by which a room finds its limit by itself. The configured capacity or rate is the ceiling.
 *
 * @param enabled Whether it does; any setting of the group switches it on unless this is false.
 * @param floor The least that the limit falls to, in percent of the ceiling; 1 to 100.
 * @param start Where the limit begins, in percent of the ceiling; 1 to 100.
 * @param period How often the limit may move; 1s to 10m. Shorter where visits are short; 1m and more with
 *     CloudWatch.
 * @param visit How long a visit lasts; measured unless said.
 * @param blind What becomes of the limit while no signal comes: hold, floor or last-good.
 * @param blindAfter How long signals have to be missing before that; until then the limit holds.
 * @param login The longest that nine of ten logins may take, from the claim to the site's token call; 0s: not
 *     looked at.
 * @param unredeemed Which share of codes sites may leave unredeemed, in percent; 0: not looked at.
 * @param health An address of the site that is asked.
 * @param prometheus A query to a Prometheus server.
 * @param cloudWatch An Application Load Balancer in Amazon CloudWatch.
 * @param pushed How long a value counts that is pushed by the panel's API; no value is taken unless said.
 */
public record TuneProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("2") int floor,
        @DefaultValue("30") int start,
        @Nullable Duration period,
        @Nullable Duration visit,
        @DefaultValue("hold") Blind blind,
        @DefaultValue("60s") Duration blindAfter,
        @DefaultValue("5s") Duration login,
        @DefaultValue("20") int unredeemed,
        @Nullable HealthProperties health,
        @Nullable PrometheusProperties prometheus,
        @Nullable CloudWatchProperties cloudWatch,
        @Nullable Duration pushed) {

    /** The fate of a limit without a signal. */
    public enum Blind {
        /** The limit stays. */
        HOLD,
        /** The limit falls to the floor. */
        FLOOR,
        /** The limit falls to the last one under which the signals were within their limits. */
        LAST_GOOD
    }

    /**
     * An address of the site, timed by us.
     *
     * @param url The address; https or http, without redirects. It may be an inner one.
     * @param latency The longest that its answer may take; 0s: not looked at.
     * @param pointer Where in a JSON answer a number stands, as a JSON Pointer (RFC 6901): /load.
     * @param line Which line of an answer in Prometheus' text format has the number: name{label="x"}.
     * @param limit The most that this number may be.
     */
    public record HealthProperties(
            @Nullable URI url,
            @DefaultValue("1500ms") Duration latency,
            @Nullable String pointer,
            @Nullable String line,
            @Nullable Double limit) {}

    /**
     * A query of one value.
     *
     * @param url The server's address, without /api/v1/query.
     * @param query The query in PromQL; a scalar, or a vector of one value.
     * @param limit The most that the value may be.
     */
    public record PrometheusProperties(@Nullable URI url, @Nullable String query, @Nullable Double limit) {}

    /**
     * A load balancer that CloudWatch measures.
     *
     * @param region Its region.
     * @param loadBalancer The end of its ARN: app/shop/50dc6c495c0c9188.
     * @param latency The longest that 95 of 100 answers of the targets may take; 0s: not looked at.
     * @param errors Which share of answers may be a 5xx of the targets, in percent; 0: not looked at.
     */
    public record CloudWatchProperties(
            @Nullable String region,
            @Nullable String loadBalancer,
            @DefaultValue("1500ms") Duration latency,
            @DefaultValue("1") int errors) {}
}
