package io.gatehouse.event;

import java.util.Locale;

/** The kinds of events of rooms and places. An API with events of its own declares its kinds by {@link EventKinds}. */
enum EventKind {
    JOINED,
    CALLED,
    LAPSED,
    LEFT,
    ADMITTED,
    ENDED,

    OPENED,
    CLOSED,
    PAUSED,
    RESUMED,
    SETTING_CHANGED,
    MESSAGE,
    TUNED,
    ALERT,
    ALERT_ENDED,
    RESET;

    /** The name by which receivers ask for it: {@code setting-changed}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
