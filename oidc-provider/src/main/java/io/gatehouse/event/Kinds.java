package io.gatehouse.event;

import java.util.List;

/** What events are of: the words that receivers may ask for. */
final class Kinds {

    static final String JOINED = "joined";
    static final String CALLED = "called";
    static final String LAPSED = "lapsed";
    static final String LEFT = "left";
    static final String ADMITTED = "admitted";
    static final String ENDED = "ended";

    static final String OPENED = "opened";
    static final String CLOSED = "closed";
    static final String PAUSED = "paused";
    static final String RESUMED = "resumed";
    static final String SETTING_CHANGED = "setting-changed";
    static final String MESSAGE = "message";
    static final String RESET = "reset";

    static final List<String> ALL = List.of(
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
            RESET,
            "token_generated",
            "session_updated",
            "automatic_serving_counter_incr",
            "waiting_room_metrics");

    private Kinds() {}
}
