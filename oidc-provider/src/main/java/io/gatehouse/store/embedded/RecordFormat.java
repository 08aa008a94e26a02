package io.gatehouse.store.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import io.gatehouse.stock.Endings;
import io.gatehouse.store.KeptDraw;
import io.gatehouse.store.KeptLanes;
import io.gatehouse.store.KeptPlace;
import io.gatehouse.store.KeptSettings;
import io.gatehouse.store.KeptShowUp;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;

/**
 * Places and counters as bytes; the layout stands at {@link EmbeddedFile}. Reading throws some unchecked
 * exception when the bytes make no sense.
 */
final class RecordFormat {

    /** The number of a stage in the binary layout is its index here. */
    private static final List<Stage> STAGES = List.of(
            Stage.WAITING,
            Stage.TURN,
            Stage.LAPSED,
            Stage.RETURNING,
            Stage.ADMITTED,
            Stage.COMPLETED,
            Stage.ABANDONED,
            Stage.EXPIRED,
            Stage.LEFT,
            Stage.ENDING);

    private static final int LONGEST = 256;

    /** A place begins with this, and goes on with its id, its opening and the text of {@link KeptPlace}. */
    private static final byte TEXT = 't';

    private static final int HEAD = 1 + 2 * Long.BYTES + Long.BYTES;

    private static final int ENDS = 1;
    private static final int EXTENDED = 2;
    private static final int RETURNED = 4;
    private static final int ADMITTED = 8;
    private static final int ARRIVED = 16;
    private static final int KEEPS_SLOT = 32;
    private static final int MOVED = 64;
    private static final int EXTENDED_AGAIN = 128;

    /** The length of a browser's hash. */
    private static final int HASH = 8;

    private RecordFormat() {}

    static byte[] bytes(Place place) {
        var text = KeptPlace.text(place).getBytes(US_ASCII);
        return ByteBuffer.allocate(HEAD + text.length)
                .put(TEXT)
                .put(place.id().bytes())
                .putLong(place.opening())
                .put(text)
                .array();
    }

    static Place place(Position position, byte[] kept) {
        var bytes = ByteBuffer.wrap(kept);
        var first = bytes.get();
        return first == TEXT
                ? KeptPlace.read(
                        id(bytes), bytes.getLong(), US_ASCII.decode(bytes).toString())
                : binary(position, STAGES.get(first), bytes);
    }

    private static PlaceId id(ByteBuffer bytes) {
        return new PlaceId(new UUID(bytes.getLong(), bytes.getLong()));
    }

    /** A place as releases wrote it until November 2026; no field is ever added here. */
    private static Place binary(Position position, Stage stage, ByteBuffer bytes) {
        var flags = bytes.get();
        var id = id(bytes);
        var opening = bytes.getLong();
        var joinedAt = instant(bytes);
        var until = has(flags, ENDS) ? instant(bytes) : Place.NEVER;
        Optional<Place.Moved> moved = has(flags, MOVED)
                ? Optional.of(new Place.Moved(bytes.getInt(), hash(bytes).strip()))
                : Optional.empty();
        var extensions = has(flags, EXTENDED_AGAIN) ? bytes.get() : has(flags, EXTENDED) ? 1 : 0;
        Optional<Admission> admission = has(flags, ADMITTED)
                ? Optional.of(new Admission(
                        instant(bytes), instant(bytes), has(flags, ARRIVED), has(flags, KEEPS_SLOT), browsers(bytes)))
                : Optional.empty();
        return new Place(
                id,
                opening,
                position,
                joinedAt,
                stage,
                until,
                Duration.ZERO,
                extensions,
                false,
                has(flags, RETURNED),
                moved,
                admission);
    }

    private static List<String> browsers(ByteBuffer bytes) {
        var browsers = new ArrayList<String>();
        for (int left = bytes.get(); left > 0; left--) {
            browsers.add(hash(bytes));
        }
        return browsers;
    }

    private static String hash(ByteBuffer bytes) {
        var hash = new byte[HASH];
        bytes.get(hash);
        return new String(hash, US_ASCII);
    }

    static byte[] bytes(Counters counters) {
        var texts = String.join(
                        "\n",
                        KeptSettings.text(counters.changed()),
                        KeptDraw.text(counters.draw()),
                        KeptLanes.text(counters.lanes()),
                        KeptShowUp.text(counters.showUp()))
                .stripTrailing()
                .getBytes(UTF_8);
        var bytes = ByteBuffer.allocate(LONGEST + texts.length)
                .putLong(counters.version())
                .putLong(counters.opening())
                .putLong(counters.issued())
                .putLong(counters.serving())
                .putLong(counters.endings().noShows())
                .putLong(counters.endings().completed())
                .putLong(counters.endings().abandoned())
                .putLong(counters.endings().expired())
                .putLong(counters.letIn());
        put(bytes, counters.pacedUntil());
        return Arrays.copyOf(bytes.array(), bytes.put(texts).position());
    }

    static Counters counters(byte[] kept) {
        var bytes = ByteBuffer.wrap(kept);
        var numbers = LongStream.generate(bytes::getLong).limit(9).toArray();
        var pacedUntil = instant(bytes);
        var texts = texts(bytes);
        if (!KeptSettings.isKnown(texts[0]) || !KeptDraw.isKnown(texts[1])) {
            throw new IllegalArgumentException("a later release has written a room's settings or draw");
        }
        return new Counters(
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                new Endings(numbers[4], numbers[5], numbers[6], numbers[7]),
                numbers[8],
                pacedUntil,
                KeptSettings.read(texts[0]),
                KeptDraw.read(texts[1]),
                KeptLanes.read(texts[2]),
                KeptShowUp.read(texts[3]));
    }

    /**
     * Settings, draw, lanes and show-up: none has a line feed in it, and those that are not there are left
     * out at the end.
     */
    private static String[] texts(ByteBuffer bytes) {
        return (UTF_8.decode(bytes) + "\n\n\n").split("\n", -1);
    }

    static void put(ByteBuffer bytes, Instant instant) {
        bytes.putLong(instant.getEpochSecond()).putInt(instant.getNano());
    }

    static Instant instant(ByteBuffer bytes) {
        return Instant.ofEpochSecond(bytes.getLong(), bytes.getInt());
    }

    private static boolean has(byte flags, int bit) {
        return (flags & bit) != 0;
    }
}
