package io.gatehouse.event;

import static java.util.Map.entry;

import io.gatehouse.event.Receiver.Notice;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** Events in the form of CloudEvents 1.0, with its extension for sequences. */
final class CloudEvent {

    private static final JsonMapper JSON = new JsonMapper();

    /** Kinds of events of the AWS Virtual Waiting Room have an underscore, and keep the names that they had. */
    private static final String PREFIX = "io.gatehouse.";

    private CloudEvent() {}

    /** Section 3 of its JSON format: {@code application/cloudevents+json}. */
    static String structured(Notice notice) {
        return JSON.writeValueAsString(members(notice));
    }

    /** Section 4 there: {@code application/cloudevents-batch+json}. */
    static String batch(List<Notice> notices) {
        return JSON.writeValueAsString(notices.stream().map(CloudEvent::members).toList());
    }

    static String type(Event event) {
        return isOfAws(event) ? event.kind() : PREFIX + event.kind();
    }

    /** Whether it is one of the AWS Virtual Waiting Room's. */
    static boolean isOfAws(Event event) {
        return event.kind().contains("_");
    }

    private static Map<String, Object> members(Notice notice) {
        var event = notice.event();
        return new TreeMap<>(Map.ofEntries(
                entry("specversion", "1.0"),
                entry("id", event.id()),
                entry("source", notice.source()),
                entry("type", type(event)),
                entry("time", event.time().toString()),
                entry("datacontenttype", "application/json"),
                entry("sequence", "%016d".formatted(notice.sequence())),
                entry("data", event.data())));
    }
}
