package io.gatehouse.store;

import io.gatehouse.room.ShowUp;
import java.util.stream.Stream;

/** The stored form of a room's show-up: its four numbers; the text is empty while all are 0. */
public final class KeptShowUp {

    private KeptShowUp() {}

    /** The text to be kept, in ASCII. */
    public static String text(ShowUp showUp) {
        return showUp.equals(ShowUp.NONE)
                ? ""
                : showUp.claimed() + " " + showUp.lapsed() + " " + showUp.claims() + " " + showUp.lapses();
    }

    /** The show-up of a kept text. */
    public static ShowUp read(String text) {
        if (text.isEmpty()) {
            return ShowUp.NONE;
        }
        var numbers = Stream.of(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new ShowUp(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
}
