package io.gatehouse.tune;

import io.gatehouse.room.RoomId;
import io.gatehouse.setting.InvalidSettingException;
import io.gatehouse.setting.Kind;
import io.gatehouse.setting.Spans;
import io.gatehouse.tune.TuneProperties.Blind;
import io.gatehouse.tune.TuneProperties.CloudWatchProperties;
import io.gatehouse.tune.TuneProperties.HealthProperties;
import io.gatehouse.tune.TuneProperties.PrometheusProperties;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;

/** The settings by which a room finds its limit, once they are checked. */
record TuneRules(TuneProperties said) {

    private static final Set<String> HTTP = Set.of("http", "https");
    private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,40}");
    private static final Pattern BALANCER = Pattern.compile("app/[A-Za-z0-9-]{1,32}/[0-9a-f]{16}");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration USUAL_PERIOD = Duration.ofSeconds(5);
    private static final Kind LATENCY = Kind.span(Duration.ZERO, MINUTE, "1500ms");
    private static final int HUNDRED = 100;

    /** Refuses what cannot be used, by its name. */
    static TuneRules of(RoomId room, TuneProperties said) {
        var property = "gatehouse.rooms." + room + ".tune";
        Kind.whole(1, HUNDRED, "2").require(property + ".floor", said.floor());
        Kind.whole(1, HUNDRED, "30").require(property + ".start", said.start());
        if (said.start() < said.floor()) {
            throw new InvalidSettingException(
                    property + ".start", "must be floor, " + said.floor() + ", or more, was " + said.start(), "30");
        }
        var least = said.cloudWatch() == null ? SECOND : MINUTE;
        Kind.span(least, Duration.ofMinutes(10), Spans.text(usual(said))).require(property + ".period", said.period());
        Kind.span(SECOND, Duration.ofDays(1), "5m").require(property + ".visit", said.visit());
        Kind.span(Duration.ZERO, Duration.ofHours(1), "60s").require(property + ".blind-after", said.blindAfter());
        Kind.span(Duration.ZERO, MINUTE, "5s").require(property + ".login", said.login());
        Kind.span(SECOND, Duration.ofHours(1), "2m").require(property + ".pushed", said.pushed());
        Kind.whole(0, HUNDRED, "20").require(property + ".unredeemed", said.unredeemed());
        Optional.ofNullable(said.health()).ifPresent(health -> check(property + ".health", health));
        Optional.ofNullable(said.prometheus()).ifPresent(query -> check(property + ".prometheus", query));
        Optional.ofNullable(said.cloudWatch()).ifPresent(balancer -> check(property + ".cloud-watch", balancer));
        return new TuneRules(said);
    }

    private static void check(String property, HealthProperties health) {
        address(property + ".url", health.url(), "https://shop.example/health");
        LATENCY.require(property + ".latency", health.latency());
        var hasNumber = health.pointer() != null || health.line() != null;
        if (health.pointer() != null && health.line() != null) {
            throw new InvalidSettingException(property + ".line", "must not be set beside pointer");
        }
        if (hasNumber) {
            limit(property + ".limit", health.limit(), "0.8");
        } else if (health.limit() != null) {
            throw new InvalidSettingException(property + ".limit", "needs pointer or line");
        } else if (health.latency().isZero()) {
            throw new InvalidSettingException(
                    property + ".latency", "must be more than 0s, unless pointer or line is set");
        }
        try {
            Optional.ofNullable(health.pointer()).ifPresent(JsonPointer::compile);
            Optional.ofNullable(health.line()).ifPresent(PrometheusText::parse);
        } catch (IllegalArgumentException unusable) {
            throw new InvalidSettingException(
                    property + (health.line() == null ? ".pointer" : ".line"),
                    String.valueOf(unusable.getMessage()),
                    health.line() == null ? "/load" : "load{host=\"a\"}");
        }
    }

    private static void check(String property, PrometheusProperties query) {
        address(property + ".url", query.url(), "http://prometheus:9090");
        if (query.query() == null || query.query().isBlank()) {
            throw new InvalidSettingException(property + ".query", "must be set", "max(shop_load)");
        }
        limit(property + ".limit", query.limit(), "0.8");
    }

    private static void check(String property, CloudWatchProperties balancer) {
        match(property + ".region", balancer.region(), REGION, "eu-central-1");
        match(property + ".load-balancer", balancer.loadBalancer(), BALANCER, "app/shop/50dc6c495c0c9188");
        LATENCY.require(property + ".latency", balancer.latency());
        Kind.whole(0, HUNDRED, "1").require(property + ".errors", balancer.errors());
        if (balancer.latency().isZero() && balancer.errors() == 0) {
            throw new InvalidSettingException(property + ".latency", "must be more than 0s if errors is 0", "1500ms");
        }
    }

    private static void match(String property, @Nullable String value, Pattern form, String example) {
        if (value == null || !form.matcher(value).matches()) {
            throw new InvalidSettingException(property, "must match " + form + ", was " + value, example);
        }
    }

    private static void address(String property, @Nullable URI url, String example) {
        if (url == null || url.getHost() == null || !HTTP.contains(Objects.toString(url.getScheme()))) {
            throw new InvalidSettingException(
                    property, "must be an http or https address with a host, was " + url, example);
        }
    }

    private static void limit(String property, @Nullable Double limit, String example) {
        if (limit == null || !Double.isFinite(limit) || limit <= 0) {
            throw new InvalidSettingException(property, "must be a number above 0, was " + limit, example);
        }
    }

    private static Duration usual(TuneProperties said) {
        return said.cloudWatch() == null ? USUAL_PERIOD : MINUTE;
    }

    /**
     * The length of a step, for visits of this length. CloudWatch has a value a minute, so it is not asked
     * more often.
     */
    Duration period(Duration visit) {
        var set = Objects.requireNonNullElse(said.period(), usual(said));
        return said.cloudWatch() == null ? Law.period(set, visit) : set;
    }

    Duration visit(Tuned.Visits measured) {
        return Objects.requireNonNullElse(said.visit(), measured.mean());
    }

    double whenBlind(double limit, double good, Look.Bounds bounds) {
        return said.blind() == Blind.HOLD
                ? limit
                : Math.min(limit, said.blind() == Blind.FLOOR ? bounds.floor() : good);
    }

    double start(double ceiling) {
        return ceiling * said.start() / HUNDRED;
    }

    /** @param least of which there is no less: a slot, or a turn a minute */
    Look.Bounds bounds(double ceiling, double least) {
        return new Look.Bounds(Math.min(ceiling, Math.max(least, ceiling * said.floor() / HUNDRED)), ceiling);
    }
}
