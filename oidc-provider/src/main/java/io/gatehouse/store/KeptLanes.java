package io.gatehouse.store;

import io.gatehouse.lane.LaneCounters;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The counters of a room's lanes as one line of ASCII, the same in all stores; the text is empty while all
 * visitors stand in the default lane. It has the credit of that lane, and for each other lane name, issued,
 * serving and credit: {@code -2 members:31:12:1 access:4:4:0}.
 */
public final class KeptLanes {

    private KeptLanes() {}

    /** The text to be kept. */
    public static String text(LaneCounters counters) {
        return counters.isEmpty()
                ? ""
                : counters.credit()
                        + counters.lanes().stream()
                                .map(one -> " " + one.name() + ":" + one.issued() + ":" + one.serving() + ":"
                                        + one.credit())
                                .collect(Collectors.joining());
    }

    /** The counters of a kept text. */
    public static LaneCounters read(String text) {
        if (text.isEmpty()) {
            return LaneCounters.NONE;
        }
        var words = List.of(text.split(" ", -1));
        return new LaneCounters(
                Long.parseLong(words.get(0)),
                words.stream().skip(1).map(KeptLanes::one).toList());
    }

    private static LaneCounters.One one(String text) {
        var parts = text.split(":", -1);
        var numbers = Arrays.stream(parts).skip(1).mapToLong(Long::parseLong).toArray();
        return new LaneCounters.One(parts[0], numbers[0], numbers[1], numbers[2]);
    }
}
