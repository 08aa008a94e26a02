package io.gatehouse.store;

import io.gatehouse.lane.LaneCounters;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How far the lanes of a room are, as one line of ASCII, the same in all stores; no text where everybody
 * stands in the default lane. The credit of that, and for each lane name, issued, serving and credit:
 * {@code -2 members:31:12:1 access:4:4:0}.
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

    /** What was kept. */
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
