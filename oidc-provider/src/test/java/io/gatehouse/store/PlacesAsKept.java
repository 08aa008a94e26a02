package io.gatehouse.store;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Places that differ in every field that is kept of one; each store's test has them as earlier releases wrote them. */
public final class PlacesAsKept {

    private static final Instant JOINED = Instant.ofEpochMilli(1_795_000_000_123L);

    /** A mark of a browser. */
    private static final String HASH = "Aa0_-zZ9";

    private PlacesAsKept() {}

    /** All of them, each under an id and a position of its own, in the third opening. */
    public static List<Place> all() {
        var never = Place.NEVER;
        var inside = admission(false, false, List.of());
        var used = admission(true, true, List.of(HASH, "BBBBbbbb"));
        return List.of(
                place(1, Stage.WAITING, never, 0, false, Optional.empty(), Optional.empty()),
                place(2, Stage.WAITING, until(1), 0, false, Optional.empty(), Optional.empty()),
                place(3, Stage.TURN, until(2), 1, false, moved(1, HASH), Optional.empty()),
                place(4, Stage.TURN, until(3), 10, true, moved(20, ""), Optional.empty()),
                place(5, Stage.LAPSED, until(4), 0, false, Optional.empty(), Optional.empty()),
                place(6, Stage.RETURNING, until(5), 2, true, Optional.empty(), Optional.empty()),
                place(7, Stage.RETURNING, never, 0, false, Optional.empty(), Optional.empty()),
                place(8, Stage.ADMITTED, until(6), 0, false, Optional.empty(), Optional.of(inside)),
                place(9, Stage.ADMITTED, until(7), 3, true, moved(2, HASH), Optional.of(used)),
                place(10, Stage.ENDING, until(8), 0, false, Optional.empty(), Optional.of(used)),
                place(11, Stage.COMPLETED, until(9), 0, false, Optional.empty(), Optional.of(used)),
                place(12, Stage.ABANDONED, until(10), 0, false, Optional.empty(), Optional.of(inside)),
                place(13, Stage.EXPIRED, until(11), 0, true, Optional.empty(), Optional.empty()),
                place(14, Stage.LEFT, until(12), 0, false, moved(1, HASH), Optional.empty()));
    }

    private static Place place(
            int number,
            Stage stage,
            Instant until,
            int extensions,
            boolean hasReturned,
            Optional<Place.Moved> moved,
            Optional<Admission> admission) {
        var id = new PlaceId(new UUID(0x1122334455667788L, number));
        return new Place(
                id,
                3,
                Position.of(number),
                JOINED,
                stage,
                until,
                Duration.ZERO,
                extensions,
                false,
                hasReturned,
                moved,
                admission);
    }

    private static Instant until(int hours) {
        return JOINED.plusSeconds(3_600L * hours).plusMillis(456);
    }

    private static Optional<Place.Moved> moved(int times, String to) {
        return Optional.of(new Place.Moved(times, to));
    }

    private static Admission admission(boolean hasArrived, boolean keepsSlot, List<String> browsers) {
        return new Admission(JOINED.plusSeconds(60), JOINED.plusSeconds(90), hasArrived, keepsSlot, browsers);
    }
}
