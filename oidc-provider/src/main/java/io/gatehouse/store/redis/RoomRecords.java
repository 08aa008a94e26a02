package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Admission;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.Stage;
import io.gatehouse.room.Stage.Count;
import io.gatehouse.stock.Ending;
import io.gatehouse.stock.Endings;
import io.gatehouse.store.KeptDraw;
import io.gatehouse.store.KeptInstant;
import io.gatehouse.store.KeptLanes;
import io.gatehouse.store.KeptSettings;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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

    /** Where every counter has another value than in {@link Counters#FIRST}: shows which fields an operation writes. */
    private static final Counters OTHER = new Counters(
            9,
            9,
            9,
            9,
            new Endings(9, 9, 9, 9),
            9,
            Instant.MAX,
            Optional.of(new RoomSettings(Optional.empty(), OptionalLong.empty(), true)),
            Optional.of(new LobbyDraw(new Draw("any", "any", "any"), "", 0, Optional.empty(), Optional.empty(), 0)),
            LaneCounters.of(List.of("any")));

    /** Fields of the counters that a move writes. */
    private static final Set<String> MOVED = differing(Counters.FIRST.moved(OTHER), Counters.FIRST);

    /** Fields of the counters that begin anew with an opening. */
    private static final Set<String> OPENED = differing(OTHER.opened(9), OTHER);

    private static final String VERSION = "version";
    private static final String OPENING = "opening";
    private static final String DRAW = "draw";

    /** What a look answers, in this order: the counters, the draw apart, and how many places belong to each count. */
    private static final List<String> SEEN = Stream.concat(
                    fields(Counters.FIRST).keySet().stream().filter(field -> !field.equals(DRAW)),
                    Stream.of(Count.values()).map(RoomRecords::count))
            .toList();

    /** How many parts of a script's answer make a snapshot. */
    static final int SNAPSHOT = SEEN.size() + 1;

    /** What {@link Counters} say of the line's hash, as line.lua reads it: its fields, and what an opening makes of them. */
    static final String PRELUDE = "local SEEN = { "
            + SEEN.stream().map("'%s'"::formatted).collect(Collectors.joining(", "))
            + " }\nlocal function opened() return { "
            + opened().map(field -> "%s = '%s'".formatted(field.getKey(), field.getValue()))
                    .collect(Collectors.joining(", "))
            + " } end\n";

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
                        Long.toString(place.position().packed()),
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

    /** The name of the counter to which the place belongs. */
    static String count(Place place) {
        return count(place.stage().count());
    }

    private static String count(Count count) {
        return count.name().toLowerCase(Locale.ROOT);
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
                Position.unpacked(Long.parseLong(fields.get(0))),
                instant(fields.get(1)),
                Objects.requireNonNull(STAGES.get(fields.get(2)), "no such stage"),
                field(fields, 3).isEmpty() ? Place.NEVER : instant(field(fields, 3)),
                (int) flags.chars().filter(flag -> flag == 'e').count(),
                flags.contains("r"),
                moved(field(fields, 8)),
                admission(fields, flags));
    }

    static RoomSnapshot snapshot(List<byte[]> answer) {
        var kept = new HashMap<String, String>();
        for (var i = 0; i < SEEN.size(); i++) {
            kept.put(SEEN.get(i), text(answer.get(i)));
        }
        kept.put(DRAW, text(answer.get(SEEN.size())));
        var seen = RoomSnapshot.of(counters(kept), count -> number(kept, count(count)), 0);
        return KeptSettings.isKnown(kept(kept, "changed")) && KeptDraw.isKnown(kept(kept, DRAW))
                ? seen
                : seen.withoutVersion();
    }

    /** Counters by the names of their fields. */
    private static Map<String, String> fields(Counters counters) {
        var fields = new LinkedHashMap<String, String>();
        fields.put(VERSION, Long.toString(counters.version()));
        fields.put(OPENING, Long.toString(counters.opening()));
        fields.put("issued", Long.toString(counters.issued()));
        fields.put("serving", Long.toString(counters.serving()));
        for (var ending : Ending.values()) {
            fields.put(ended(ending), Long.toString(counters.endings().of(ending)));
        }
        fields.put("letIn", Long.toString(counters.letIn()));
        fields.put("paced", KeptInstant.text(counters.pacedUntil()));
        fields.put("changed", KeptSettings.text(counters.changed()));
        fields.put("lanes", KeptLanes.text(counters.lanes()));
        fields.put(DRAW, KeptDraw.text(counters.draw()));
        return fields;
    }

    private static Counters counters(Map<String, String> kept) {
        return new Counters(
                number(kept, VERSION),
                number(kept, OPENING),
                number(kept, "issued"),
                number(kept, "serving"),
                Endings.of(ending -> number(kept, ended(ending))),
                number(kept, "letIn"),
                KeptInstant.read(kept(kept, "paced")),
                KeptSettings.read(kept(kept, "changed")),
                KeptDraw.read(kept(kept, DRAW)),
                KeptLanes.read(kept(kept, "lanes")));
    }

    /** The field that counts this ending. */
    static String ended(Ending ending) {
        return switch (ending) {
            case NO_SHOW -> "noShows";
            case COMPLETED -> "completed";
            case ABANDONED -> "abandoned";
            case EXPIRED -> "expired";
        };
    }

    /** The fields that a move of the counters writes, as scripts take them: how many, and the name and text of each. */
    static Stream<byte[]> moved(Counters next) {
        return written(next, MOVED);
    }

    /** The same of a join of lanes. */
    static Stream<byte[]> entered(Counters next) {
        return written(next, Set.of(VERSION, "lanes"));
    }

    private static Stream<byte[]> written(Counters next, Set<String> names) {
        var fields = fields(next);
        return Stream.concat(
                Stream.of(bytes(names.size())),
                names.stream().flatMap(name -> Stream.of(bytes(name), bytes(kept(fields, name)))));
    }

    private static Stream<Map.Entry<String, String>> opened() {
        var begun = fields(OTHER.opened(9));
        return Stream.concat(
                OPENED.stream()
                        .filter(field -> !field.equals(VERSION))
                        .map(field -> Map.entry(field, kept(begun, field))),
                Stream.of(Count.values()).map(count -> Map.entry(count(count), "0")));
    }

    private static Set<String> differing(Counters one, Counters other) {
        var fields = fields(one);
        fields.entrySet().removeAll(fields(other).entrySet());
        return fields.keySet();
    }

    private static String kept(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "");
    }

    private static long number(Map<String, String> fields, String name) {
        var text = kept(fields, name);
        return text.isEmpty() ? 0 : Long.parseLong(text);
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
}
