package io.gatehouse.faults;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;

/** What the scenarios have in common. */
final class Scenario {

    private Scenario() {}

    /** The settings of a store, and those of a room with this capacity. */
    static String[] settings(String[] store, int capacity, String... more) {
        var room = Stream.of("gatehouse.rooms.shop.capacity=" + capacity, "gatehouse.rooms.shop.claim-window=30m");
        return Stream.concat(Stream.concat(Arrays.stream(store), room), Arrays.stream(more))
                .toArray(String[]::new);
    }

    /** Lets what has been done to a process last so long. */
    static void lasts(Duration time) {
        await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
    }
}
