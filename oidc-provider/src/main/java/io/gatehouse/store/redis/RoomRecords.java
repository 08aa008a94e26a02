package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.Stage;
import io.gatehouse.stock.Endings;
import io.gatehouse.store.KeptDraw;
import io.gatehouse.store.KeptLanes;
import io.gatehouse.store.KeptSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the scripts keep as text; the layout stands at {@link RedisRoomStore}. */
final class RoomRecords {

    private static final Map<String, Stage> STAGES = Map.of(
            "W", Stage.WAITING,
            "T", Stage.TURN,
            "L", Stage.LAPSED,
            "R", Stage.RETURNING,
            "A", Stage.ADMITTED,
            "O", Stage.ENDING,
            "C", Stage.COMPLETED,
            "B", Stage.ABANDONED,
            "E", Stage.EXPIRED,
            "X", Stage.LEFT);

    private static final Map<Stage, String> LETTERS =
            STAGES.entrySet().stream().collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private static final int FIELDS = 9;

    /** How many parts of a script's answer make a snapshot. */
    static final int SNAPSHOT = 17;

    private RoomRecords() {}

    static byte[] bytes(String text) {
        return text.getBytes(US_ASCII);
    }

    static byte[] bytes(long number) {
        return bytes(Long.toString(number));
    }

    static String text(byte[] bytes) {
        return new String(bytes, US_ASCII);
    }

    static long number(byte[] bytes) {
        return Long.parseLong(text(bytes));
    }

    /**
     * Position, joinedAt, stage's letter, until, flags, admittedAt, provenAt, browsers with dots between them, how often it
     * has moved, a dot and to whom; empty ones at the end are left out. Equal places make equal records: scripts compare them.
     */
    static String record(Place place) {
        var fields = Stream.of(
                        Long.toString(place.position()),
                        millis(place.joinedAt()),
                        Objects.requireNonNull(LETTERS.get(place.stage())),
                        until(place),
                        flags(place),
                        place.admission().map(one -> millis(one.admittedAt())).orElse(""),
                        place.admission().map(one -> millis(one.provenAt())).orElse(""),
                        place.admission()
                                .map(one -> String.join(".", one.browsers()))
                                .orElse(""),
                        place.moved().map(one -> one.times() + "." + one.to()).orElse(""))
                .toList();
        var last = FIELDS;
        while (fields.get(last - 1).isEmpty()) {
            last--;
        }
        return String.join(",", fields.subList(0, last));
    }

    /** The record of one who joins now, but for the position, which stands before it. */
    static String newcomer(Instant now) {
        return "," + millis(now) + "," + LETTERS.get(Stage.WAITING);
    }

    /** When it is to be told that the stage ends by itself; empty: it is not. */
    static String due(Place place) {
        return place.dueAt().map(RoomRecords::millis).orElse("");
    }

    private static String until(Place place) {
        return place.until().equals(Place.NEVER) ? "" : millis(place.until());
    }

    /** In which order the place is called; empty: it is not. */
    static String order(Place place) {
        return place.callOrder().isPresent() ? Long.toString(place.callOrder().getAsLong()) : "";
    }

    /** The counter of the places in this stage. */
    static String count(Stage stage) {
        return switch (stage) {
            case WAITING -> "waiting";
            case RETURNING -> "returning";
            case TURN -> "turns";
            case ADMITTED, ENDING -> "admitted";
            default -> "over";
        };
    }

    private static String flags(Place place) {
        return "e".repeat(place.extensions())
                + (place.hasReturned() ? "r" : "")
                + (place.admission().map(Admission::hasArrived).orElse(false) ? "a" : "")
                + (place.admission().map(Admission::keepsSlot).orElse(false) ? "k" : "");
    }

    private static String millis(Instant instant) {
        return Long.toString(instant.toEpochMilli());
    }

    /** A record and the opening it belongs to, as scripts answer. */
    static Place place(PlaceId id, byte[] record, byte[] opening) {
        var fields = List.of(text(record).split(",", -1));
        var flags = field(fields, 4);
        return new Place(
                id,
                number(opening),
                Long.parseLong(fields.get(0)),
                instant(fields.get(1)),
                Objects.requireNonNull(STAGES.get(fields.get(2)), "no such stage"),
                field(fields, 3).isEmpty() ? Place.NEVER : instant(field(fields, 3)),
                (int) flags.chars().filter(flag -> flag == 'e').count(),
                flags.contains("r"),
                moved(field(fields, 8)),
                admission(fields, flags));
    }

    static RoomSnapshot snapshot(List<byte[]> answer) {
        var settings = text(answer.get(14));
        var draw = text(answer.get(15));
        var seen = new RoomSnapshot(
                number(answer.get(0)),
                number(answer.get(1)),
                number(answer.get(2)),
                number(answer.get(3)),
                number(answer.get(4)),
                number(answer.get(5)),
                number(answer.get(6)),
                number(answer.get(7)),
                new Endings(
                        number(answer.get(8)), number(answer.get(9)), number(answer.get(10)), number(answer.get(11))),
                number(answer.get(12)),
                exactInstant(text(answer.get(13))),
                KeptSettings.read(settings),
                KeptDraw.read(draw),
                KeptLanes.read(text(answer.get(16))));
        return KeptSettings.isKnown(settings) && KeptDraw.isKnown(draw) ? seen : seen.withoutVersion();
    }

    /** Seconds and nanoseconds: the scripts only keep it. */
    static String exactText(Instant instant) {
        return instant.getEpochSecond() + "." + instant.getNano();
    }

    private static Optional<Place.Moved> moved(String text) {
        var dot = text.indexOf('.');
        return text.isEmpty()
                ? Optional.empty()
                : Optional.of(new Place.Moved(Integer.parseInt(text.substring(0, dot)), text.substring(dot + 1)));
    }

    private static Optional<Admission> admission(List<String> fields, String flags) {
        if (field(fields, 5).isEmpty()) {
            return Optional.empty();
        }
        var browsers = field(fields, 7);
        return Optional.of(new Admission(
                instant(field(fields, 5)),
                instant(field(fields, 6)),
                flags.contains("a"),
                flags.contains("k"),
                browsers.isEmpty() ? List.of() : List.of(browsers.split("\\."))));
    }

    private static String field(List<String> fields, int index) {
        return index < fields.size() ? fields.get(index) : "";
    }

    private static Instant instant(String millis) {
        return Instant.ofEpochMilli(Long.parseLong(millis));
    }

    private static Instant exactInstant(String text) {
        if (text.isEmpty()) {
            return Instant.EPOCH;
        }
        var dot = text.indexOf('.');
        return Instant.ofEpochSecond(Long.parseLong(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
    }
}
