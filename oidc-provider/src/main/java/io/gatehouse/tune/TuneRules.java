package io.gatehouse.tune;

import io.gatehouse.room.RoomId;
import io.gatehouse.setting.InvalidSettingException;
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
    private static final int HUNDRED = 100;

    /** Refuses what cannot be used, by its name. */
    static TuneRules of(RoomId room, TuneProperties said) {
        var property = "gatehouse.rooms." + room + ".tune";
        percent(property + ".floor", said.floor(), 1, "2");
        percent(property + ".start", said.start(), 1, "30");
        if (said.start() < said.floor()) {
            throw new InvalidSettingException(
                    property + ".start", "must be floor, " + said.floor() + ", or more, was " + said.start(), "30");
        }
        var least = said.cloudWatch() == null ? SECOND : MINUTE;
        span(property + ".period", said.period(), least, Duration.ofMinutes(10), Spans.text(usual(said)));
        span(property + ".visit", said.visit(), SECOND, Duration.ofDays(1), "5m");
        span(property + ".blind-after", said.blindAfter(), Duration.ZERO, Duration.ofHours(1), "60s");
        span(property + ".login", said.login(), Duration.ZERO, MINUTE, "5s");
        span(property + ".pushed", said.pushed(), SECOND, Duration.ofHours(1), "2m");
        percent(property + ".unredeemed", said.unredeemed(), 0, "20");
        Optional.ofNullable(said.health()).ifPresent(health -> check(property + ".health", health));
        Optional.ofNullable(said.prometheus()).ifPresent(query -> check(property + ".prometheus", query));
        Optional.ofNullable(said.cloudWatch()).ifPresent(balancer -> check(property + ".cloud-watch", balancer));
        return new TuneRules(said);
    }

    private static void check(String property, HealthProperties health) {
        address(property + ".url", health.url(), "https://shop.example/health");
        span(property + ".latency", health.latency(), Duration.ZERO, MINUTE, "1500ms");
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
        span(property + ".latency", balancer.latency(), Duration.ZERO, MINUTE, "1500ms");
        percent(property + ".errors", balancer.errors(), 0, "1");
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

    private static void percent(String property, int value, int least, String example) {
        if (value < least || value > HUNDRED) {
            throw new InvalidSettingException(property, "must be " + least + " to 100, was " + value, example);
        }
    }

    private static void span(String property, @Nullable Duration span, Duration least, Duration most, String example) {
        if (span != null && (span.compareTo(least) < 0 || span.compareTo(most) > 0)) {
            throw new InvalidSettingException(
                    property,
                    "must be from " + Spans.text(least) + " to " + Spans.text(most) + ", was " + Spans.text(span),
                    example);
        }
    }

    private static Duration usual(TuneProperties said) {
        return said.cloudWatch() == null ? USUAL_PERIOD : MINUTE;
    }

    /** How long a step is where visits last so long. CloudWatch has a value a minute, so it is not asked more often. */
    Duration period(Duration visit) {
        var set = Objects.requireNonNullElse(said.period(), usual(said));
        return said.cloudWatch() == null ? Law.period(set, visit) : set;
    }

    Duration visit(Tuned.Visits measured) {
        return Objects.requireNonNullElse(said.visit(), measured.mean());
    }

    Duration blindAfter() {
        return said.blindAfter();
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
