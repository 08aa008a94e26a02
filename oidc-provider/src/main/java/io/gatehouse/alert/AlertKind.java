package io.gatehouse.alert;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The troubles that operators are alerted of. A new one is a constant here, and its rule in {@link AlertRules}. */
public enum AlertKind {
    /** The doors' time has come, and a draw cannot be done without an operator. */
    NEEDS_VALUE("needs you", true, Duration.ZERO),
    /** Visitors wait, the doors are open, and no visitor is called. */
    STANDS_STILL("stands still", true, Duration.ZERO),
    /** Visits that are over hold slots that others wait for. */
    KEPT_SLOTS("slots are kept by visits that are over", false, Duration.ofMinutes(1)),
    /** Little of the stock is left. */
    STOCK_NEARLY_GONE("stock nearly gone", false, Duration.ZERO),
    /** Visitors are told waits that do not come true. */
    FORECAST_BROKEN("forecast broken", false, Duration.ZERO),
    /** A receiver of events does not take them. */
    RECEIVER_BEHIND("a receiver is behind", false, Duration.ofMinutes(1)),
    /** The store answers late, or not at all. */
    STORE_SLOW("store slow", true, Duration.ofSeconds(30)),
    /** The archive has waited long for something of the room. */
    ARCHIVE_BEHIND("the archive is behind", false, Duration.ofMinutes(1)),
    /** An operator tries whether alerts arrive. */
    TEST("test", false, Duration.ZERO);

    private final String title;
    private final boolean isUrgent;
    private final Duration lasting;

    AlertKind(String title, boolean isUrgent, Duration lasting) {
        this.title = title;
        this.isUrgent = isUrgent;
        this.lasting = lasting;
    }

    /** Its name in settings, JSON and the store: {@code stands-still}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Behind the title of its room. */
    public String title() {
        return title;
    }

    /** Whether an operator must act, and may be woken. */
    public boolean isUrgent() {
        return isUrgent;
    }

    /** How long the trouble lasts before operators hear of it. */
    Duration lasting() {
        return lasting;
    }

    /** The kind of this name; empty for one of another release. */
    static Optional<AlertKind> of(String word) {
        return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }
}
