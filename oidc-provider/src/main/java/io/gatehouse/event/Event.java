package io.gatehouse.event;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something that has happened in a room, for receivers.
 *
 * @param id follows from the act, so that every teller gives it the same one
 * @param kind a word of {@code docs/operate/events.md}
 * @param data texts, whole numbers, truth values, lists and maps of these; nothing of a visitor's but opening
 *     and position, and what an API gives away anyway
 */
public record Event(String id, String kind, Instant time, Map<String, Object> data) {

    public Event {
        data = Collections.unmodifiableMap(new TreeMap<>(data));
    }
}
