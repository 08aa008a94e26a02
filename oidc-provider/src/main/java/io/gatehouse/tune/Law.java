package io.gatehouse.tune;

import io.gatehouse.inlet.TunedLimit.Steers;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The law by which a room finds its limit: a function of the record, of one look, and of nothing else.
 *
 * <p><b>The rule.</b> A proportional and integral controller on the logarithm of the limit, with a set-point:
 *
 * <pre>
 * x' = ln(limit / value) of the worst signal, from -1 to +0.4; -1 while a share of failures is over its limit
 * d  = 0.3 (x' - x) + 0.6 (D/S) x'      of a capacity; 0.5 and 0.6 of a rate
 * d  from -0.5 to +0.1; 0 instead of more while no visitor waits, something else holds the line,
 *    the limit is not used, or a signal is missing
 * L' = L e^d, never below the floor, never above the ceiling
 * </pre>
 *
 * <p>D is the time since the last step and S the mean visit. The effect of a call shows after as long as
 * visits last, so the integral part moves by visits, not by seconds. The logarithm makes it the same for a
 * shop of a hundred and of a million. Down is faster than up: the clamps are uneven.
 *
 * <p><b>The period</b> is a sixtieth of a visit at most, and a second at least. In the simulation of eighteen
 * plants (TunedPlantsTest) a tenth lost short visits behind a latency that rises at once. Where the period
 * cannot be so short, as with CloudWatch, the integral part takes D/S for a tenth at most. A room is looked
 * at once a second, so the step of a period of 1.01 s comes after two: D is what has passed, at most two
 * periods.
 *
 * <p><b>The actuator.</b> A capacity answers within a visit, if sites give slots back. Where they keep slots
 * for an hour, a limit of slots says nothing of the load, and the rate is steered.
 *
 * <p><b>Rejected.</b> AIMD (Jacobson 1988; Netflix's concurrency-limits, 2018) saws between 0.6 and 0.9 of
 * what the site can do. Gradient limits (Vegas, Brakmo 1994; Netflix's Gradient2; Envoy) learn their base
 * line from the overload itself, or by letting nearly no one in. An operator can say a limit, so we track
 * that.
 *
 * <p><b>Blind.</b> A missing signal is never good news: no growth from its first missing on. The limit holds
 * for {@code blind-after}, and then does as the setting says.
 */
final class Law {

    private static final double UP = 0.1;
    private static final double DOWN = -0.5;
    private static final double INTEGRAL = 0.6;
    private static final double MOST_VISITS = 0.1;

    /** A step that comes later still counts as one that came after so many periods. */
    private static final int MOST_PERIODS = 2;

    private static final int STEPS_IN_A_VISIT = 60;
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** A limit of which less is used is not what holds the line. */
    private static final double USED_SLOTS = 0.9;

    private static final double USED_RATE = 0.5;

    /** A smaller move is not told by itself. */
    private static final double WORTH_TELLING = 0.05;

    private Law() {}

    /** The length of a period, for visits of this length. */
    static Duration period(Duration set, Duration visit) {
        var sixtieth = visit.dividedBy(STEPS_IN_A_VISIT);
        var wanted = set.compareTo(sixtieth) < 0 ? set : sixtieth;
        return wanted.compareTo(SHORTEST) < 0 ? SHORTEST : wanted;
    }

    static Tuned step(Tuned before, Look look, TuneRules rules) {
        var worst = look.readings().stream().min(Comparator.comparingDouble(Reading::x));
        var next = worst.map(Reading::x).orElse(before.x());
        var d = worst.map(heard -> bounded(before, look, next)).orElse(0.0);
        var bounds = look.bounds();
        var limit = bounds.clamp(bounds.clamp(before.limit()) * Math.exp(d));
        var good = worst.filter(heard -> !heard.isOver()).isPresent() && look.isWanted() ? limit : before.good();
        var blindSince = blindSince(before, look);
        var isActing = blindSince != null
                && !look.now()
                        .isBefore(Instant.ofEpochMilli(blindSince)
                                .plus(rules.said().blindAfter()));
        var after = isActing ? bounds.clamp(rules.whenBlind(limit, good, bounds)) : limit;
        return new Tuned(
                before.steers(),
                after,
                next,
                look.now().toEpochMilli(),
                cause(worst, before, look),
                kind(worst, blindSince, isActing, before),
                good,
                before.told(),
                blindSince,
                worst.map(Reading::load).orElse(null),
                look.turns(),
                before.visits(),
                before.logins());
    }

    private static double bounded(Tuned before, Look look, double x) {
        var visits = Math.min(
                MOST_VISITS, (double) passed(before, look) / look.visit().toMillis());
        var proportional = before.steers() == Steers.CAPACITY ? 0.3 : 0.5;
        var d = Math.max(DOWN, Math.min(UP, proportional * (x - before.x()) + INTEGRAL * visits * x));
        return d > 0 && !mayGrow(before, look) ? 0 : d;
    }

    /** The time since the last step, one period or more, in milliseconds. */
    private static long passed(Tuned before, Look look) {
        var period = look.period().toMillis();
        return Math.max(period, Math.min(MOST_PERIODS * period, look.now().toEpochMilli() - before.at()));
    }

    private static boolean mayGrow(Tuned before, Look look) {
        var share = before.steers() == Steers.CAPACITY ? USED_SLOTS : USED_RATE;
        var limit = before.steers() == Steers.CAPACITY ? Math.floor(before.limit()) : before.limit();
        return look.isWanted() && look.silent().isEmpty() && look.used() >= share * limit;
    }

    private static @Nullable Long blindSince(Tuned before, Look look) {
        if (look.silent().isEmpty()) {
            return null;
        }
        return before.blindSince() == null ? Long.valueOf(look.now().toEpochMilli()) : before.blindSince();
    }

    private static String cause(Optional<Reading> worst, Tuned before, Look look) {
        if (!look.silent().isEmpty()) {
            return "no signal from " + String.join("; ", look.silent());
        }
        return look.bounds().ceiling() < before.limit()
                ? "the configured value is less now"
                : worst.map(Reading::says).orElse(before.cause());
    }

    private static String kind(Optional<Reading> worst, @Nullable Long blindSince, boolean isActing, Tuned before) {
        if (blindSince != null) {
            return isActing ? Tuned.BLIND + " long" : Tuned.BLIND;
        }
        var isAfterBlind = before.kind().startsWith(Tuned.BLIND);
        return worst.map(heard -> heard.isOver() ? "over " + heard.name() : "within")
                .orElse(isAfterBlind ? "within" : before.kind());
    }

    /**
     * Whether operators are to hear of it: a move of a twentieth, a signal that falls silent or comes back,
     * or another one that is over its limit.
     */
    static boolean isWorthTelling(Tuned before, Tuned after) {
        var isMove = Math.abs(after.limit() - before.told()) >= WORTH_TELLING * Math.max(1e-9, before.told());
        var isOther = !after.kind().equals(before.kind())
                && (after.isBlind() || before.isBlind() || isOver(before) && isOver(after));
        return isMove || isOther;
    }

    private static boolean isOver(Tuned one) {
        return one.kind().startsWith("over ");
    }
}
