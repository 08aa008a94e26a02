package io.gatehouse.faults;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;

/** What the scenarios have in common. */
final class Scenario {

    /** So many come to the three nodes of {@link #passes}. */
    static final int VISITORS = FaultSize.of(1_500, 30_000);

    /** So many of them may be in at once. */
    static final int CAPACITY = 500;

    private static final Duration STANDSTILL = FaultSize.of(Duration.ofSeconds(8), Duration.ofSeconds(20));

    private Scenario() {}

    /**
     * What the visitors and their three nodes live through: one node is killed, something happens to the
     * store, the node comes back, another stands still; until all have joined and so many have been let in.
     * Then every one of them is asked after.
     */
    static void passes(Nodes nodes, Visitors visitors, Runnable event, int admitted) {
        visitors.untilJoined(VISITORS / 5);
        nodes.node(0).isKilled();
        visitors.untilJoined(VISITORS * 2 / 5);
        event.run();
        nodes.node(0).starts();
        visitors.untilJoined(VISITORS * 3 / 5);
        nodes.node(1).isPaused();
        lasts(STANDSTILL);
        nodes.node(1).goesOn();
        visitors.untilJoined(VISITORS);
        visitors.untilAdmitted(admitted);

        visitors.end();
        System.out.println(visitors + "; " + nodes.balancer().faults());
        visitors.areAllStillThere();
    }

    /** The settings of a store, and those of a room with this capacity. */
    static String[] settings(String[] store, int capacity, String... more) {
        // On a busy machine a visitor may look for their turn later than the usual 45 s.
        var room = Stream.of(
                "gatehouse.rooms.shop.capacity=" + capacity,
                "gatehouse.rooms.shop.claim-window=30m",
                "gatehouse.rooms.shop.slot-held=30m");
        return Stream.concat(Stream.concat(Arrays.stream(store), room), Arrays.stream(more))
                .toArray(String[]::new);
    }

    /** Lets what has been done to a process last so long. */
    static void lasts(Duration time) {
        await().pollDelay(time).atMost(time.plusMinutes(1)).until(() -> true);
    }
}
