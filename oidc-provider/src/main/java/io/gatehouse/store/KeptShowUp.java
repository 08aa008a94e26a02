package io.gatehouse.store;

import io.gatehouse.room.ShowUp;
import java.util.stream.Stream;

/** How stores keep what a room knows of visitors who come: its four numbers; empty while it knows nothing. */
public final class KeptShowUp {

    private KeptShowUp() {}

    /** As text, in ASCII. */
    public static String text(ShowUp showUp) {
        return showUp.equals(ShowUp.NONE)
                ? ""
                : showUp.claimed() + " " + showUp.lapsed() + " " + showUp.claims() + " " + showUp.lapses();
    }

    /** What a text says. */
    public static ShowUp read(String text) {
        if (text.isEmpty()) {
            return ShowUp.NONE;
        }
        var numbers = Stream.of(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new ShowUp(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
}
