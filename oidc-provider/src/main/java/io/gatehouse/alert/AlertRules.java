package io.gatehouse.alert;

import io.gatehouse.event.Events;
import io.gatehouse.history.HistoryRow;
import io.gatehouse.history.HistoryRow.Score;
import io.gatehouse.room.Advance.Why;
import io.gatehouse.setting.Spans;
import io.gatehouse.stock.Stock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of the house: pure functions of what is known of a room. Each says in one or two sentences what
 * is going on, and what an operator can do.
 */
final class AlertRules {

    /** Forecasts are judged over this time. */
    static final Duration JUDGED = Duration.ofMinutes(30);

    /** One promise is judged each minute. */
    private static final long MANY = 5;

    private static final long SOME = 3;

    /** The reasons that hold a line which should move. */
    private static final Set<Why> MOVES = EnumSet.of(Why.RATE, Why.CAPACITY, Why.TUNED);

    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern(
                    "d MMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private AlertRules() {}

    /** Whether there is trouble of this kind: what is going on and what to do; empty where there is none. */
    static Optional<String> says(AlertKind kind, Facts facts) {
        return switch (kind) {
            case NEEDS_VALUE -> needsValue(facts);
            case STANDS_STILL -> standsStill(facts);
            case KEPT_SLOTS -> keptSlots(facts);
            case STOCK_NEARLY_GONE -> stockNearlyGone(facts);
            case FORECAST_BROKEN -> forecastBroken(facts);
            case RECEIVER_BEHIND -> receiverBehind(facts);
            case STORE_SLOW -> storeSlow(facts);
            case ARCHIVE_BEHIND -> archiveBehind(facts);
            case TEST -> Optional.empty();
        };
    }

    private static Optional<String> needsValue(Facts facts) {
        return facts.room()
                .withoutValue(facts.seen(), facts.now())
                .map(draw -> facts.past().canDraw()
                        ? "The doors' time has come, and no visitor is called. Tell the draw its public value, from "
                                + draw.draw().source() + "."
                        : "The draw cannot be done: it was announced under another master key. Set that key again, or"
                                + " make the date one without a draw.");
    }

    private static Optional<String> standsStill(Facts facts) {
        var seen = facts.seen();
        var limit = facts.limits().stillness(facts.settings());
        var begin = facts.now().minus(limit);
        var rows = facts.past().rows().stream()
                .filter(row -> row.opening() == seen.opening())
                .toList();
        var since = rows.stream().filter(row -> !row.begin().isAfter(begin)).reduce((earlier, later) -> later);
        var stands = since.filter(first -> seen.callable() > 0
                && MOVES.contains(facts.why())
                && rows.stream()
                        .filter(row -> !row.begin().isBefore(first.begin()))
                        .allMatch(row -> isHeld(row) && row.soFar().called() == seen.gone()));
        return stands.map(first ->
                "%s, and no visitor has been called for %s or longer. %s holds the line. See whether visitors leave the site; if they do, the site may take more."
                        .formatted(waiting(seen.callable()), Spans.text(limit), holds(facts.why())));
    }

    private static boolean isHeld(HistoryRow row) {
        return row.now().waiting() > 0
                && MOVES.stream().anyMatch(why -> why.name().equals(row.held()));
    }

    private static String holds(Why why) {
        return switch (why) {
            case RATE -> "The rate";
            case CAPACITY -> "The capacity";
            default -> "The limit that the room has found";
        };
    }

    private static Optional<String> keptSlots(Facts facts) {
        var kept = facts.past().kept();
        return Optional.of(kept)
                .filter(any -> any.slots() > 0 && facts.seen().callable() > 0)
                .map(any ->
                        "%s, and visits that are over keep %s%,d of the slots. Set slot-after-logout of the site, or end their admissions under Find a place."
                                .formatted(
                                        waiting(facts.seen().callable()), any.isAll() ? "" : "at least ", any.slots()));
    }

    private static Optional<String> stockNearlyGone(Facts facts) {
        var seen = facts.seen();
        return facts.settings()
                .stock()
                .filter(stock -> stock.level(seen.slots(), seen.endings()) != Stock.Level.SOLD_OUT)
                .filter(stock -> facts.limits().isNearlyGone(stock.most(), stock.free(seen.slots(), seen.endings())))
                .map(stock ->
                        "%,d of the stock of %,d are left. %s. Add to the stock if there is more, or tell visitors by the words of the room."
                                .formatted(
                                        stock.free(seen.slots(), seen.endings()),
                                        stock.most(),
                                        waiting(seen.callable())));
    }

    private static Optional<String> forecastBroken(Facts facts) {
        var rows = facts.past().rows().stream()
                .filter(row -> row.opening() == facts.seen().opening())
                .filter(row -> !row.begin().isBefore(facts.now().minus(JUDGED)))
                .toList();
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        var first = score(rows.get(0));
        var last = score(rows.get(rows.size() - 1));
        var late = last.late() - first.late();
        var byOperator = last.byOperator() - first.byOperator();
        if (late > MANY && late > last.kept() - first.kept()) {
            return Optional.of(
                    "Visitors were told %,d waits that were too short. See whether the site has slowed down, and tell visitors by the words of the room."
                            .formatted(late));
        }
        return byOperator < SOME
                ? Optional.empty()
                : Optional.of(
                        "An operator's act broke %,d waits that visitors were told. Tell visitors why by the words of the room."
                                .formatted(byOperator));
    }

    private static Score score(HistoryRow row) {
        return Objects.requireNonNullElse(row.forecast(), new Score(0, 0, 0, 0));
    }

    private static Optional<String> receiverBehind(Facts facts) {
        return facts.lags().stream()
                .filter(lag ->
                        lag.oldest().compareTo(facts.limits().properties().receiverBehind()) >= 0)
                .max(Comparator.comparing(Events.Lag::oldest))
                .map(lag ->
                        "Receiver %s has not taken an event for %s; %,d wait for it. See whether it answers: nothing is lost while the outbox has room."
                                .formatted(lag.receiver(), Spans.text(whole(lag.oldest())), lag.waiting()));
    }

    /** Rounds to minutes, or to seconds below two minutes. */
    private static Duration whole(Duration span) {
        return span.toMinutes() < 2 ? Duration.ofSeconds(span.toSeconds()) : Duration.ofMinutes(span.toMinutes());
    }

    private static Optional<String> storeSlow(Facts facts) {
        return facts.look().compareTo(facts.limits().properties().storeSlow()) < 0
                ? Optional.empty()
                : Optional.of(
                        "The store takes %,d ms to show the room. Visitors wait for it at each step: see the store's own load."
                                .formatted(facts.look().toMillis()));
    }

    private static Optional<String> archiveBehind(Facts facts) {
        return facts.archive()
                .filter(since ->
                        !since.plus(facts.limits().properties().archiveBehind()).isAfter(facts.now()))
                .map(since ->
                        "The archive has waited since %s for something of the room. The log says why; nothing is lost while the store still has it."
                                .formatted(minute(since)));
    }

    /** A moment as people read it: to the minute, with its zone. */
    static String minute(Instant moment) {
        return MINUTE.format(moment);
    }

    /** The text of an alert while the store does not answer. */
    static String storeAway() {
        return "The store does not answer. Places are safe, and no visitor is called until it is back.";
    }

    private static String waiting(long people) {
        return String.format(Locale.ENGLISH, people == 1 ? "%,d visitor waits" : "%,d visitors wait", people);
    }
}
