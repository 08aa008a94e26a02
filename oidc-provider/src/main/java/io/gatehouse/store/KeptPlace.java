package io.gatehouse.store;

import io.gatehouse.room.Admission;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The stored form of a place: all but its id, which is the key. A place is a few named fields; empty ones are
 * left out. Numbers are of type Long, times in milliseconds; flags are true; all other fields are text.
 * DynamoDB keeps each field as an attribute, since conditions and its console read them; Redis and the file
 * keep the text.
 *
 * <p>A field that is added here gets a name in {@link #fields} and {@link #place}, and a column at the end of
 * the text or a letter among the flags, which {@code steps.lua} has to know, too. Stores take it as it is.
 * Places without it read as before, and write the text of before: Redis' scripts compare texts. A node that
 * does not know it passes over it, and writes the place without it.
 *
 * <pre>
 * position,joinedAt,stage,until,flags,admittedAt,provenAt,browsers,moves.movedTo,spare
 *
 * stage      a letter
 * flags      e for each extension of the turn, s for seatedAgain, r for returned, a for arrived, k for keepsSlot
 * browsers   their marks, with dots between them
 * </pre>
 *
 * Columns that are empty are left out at the end. The opening is no part of the text: a line has one.
 */
public final class KeptPlace {

    /** All fields by name. */
    public static final List<String> NAMES = List.of(
            "opening",
            "position",
            "stage",
            "joinedAt",
            "until",
            "extensions",
            "seatedAgain",
            "returned",
            "moves",
            "movedTo",
            "admittedAt",
            "provenAt",
            "arrived",
            "keepsSlot",
            "browsers",
            "spare");

    private static final Map<Stage, String> LETTERS = Map.ofEntries(
            Map.entry(Stage.WAITING, "W"),
            Map.entry(Stage.TURN, "T"),
            Map.entry(Stage.RELEASED, "S"),
            Map.entry(Stage.READY, "Y"),
            Map.entry(Stage.LAPSED, "L"),
            Map.entry(Stage.RETURNING, "R"),
            Map.entry(Stage.ADMITTED, "A"),
            Map.entry(Stage.ENDING, "O"),
            Map.entry(Stage.COMPLETED, "C"),
            Map.entry(Stage.ABANDONED, "B"),
            Map.entry(Stage.EXPIRED, "E"),
            Map.entry(Stage.LEFT, "X"));

    private static final Map<String, Stage> STAGES =
            LETTERS.entrySet().stream().collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private static final List<String> COLUMNS = List.of(
            "position", "joinedAt", "stage", "until", "flags", "admittedAt", "provenAt", "browsers", "moved", "spare");

    private KeptPlace() {}

    /** The fields of a place by name. */
    public static Map<String, Object> fields(Place place) {
        var fields = new HashMap<String, Object>();
        fields.put("opening", place.opening());
        fields.put("position", place.position().packed());
        fields.put("stage", place.stage().kept().name());
        fields.put("joinedAt", place.joinedAt().toEpochMilli());
        put(fields, "until", !place.until().equals(Place.NEVER), place.until().toEpochMilli());
        put(fields, "spare", !place.spare().isZero(), place.spare().toMillis());
        put(fields, "extensions", place.extensions() > 0, (long) place.extensions());
        put(fields, "seatedAgain", place.seatedAgain(), true);
        put(fields, "returned", place.hasReturned(), true);
        place.moved().ifPresent(moved -> {
            fields.put("moves", (long) moved.times());
            put(fields, "movedTo", !moved.to().isEmpty(), moved.to());
        });
        place.admission().ifPresent(admission -> {
            fields.put("admittedAt", admission.admittedAt().toEpochMilli());
            fields.put("provenAt", admission.provenAt().toEpochMilli());
            put(fields, "arrived", admission.hasArrived(), true);
            put(fields, "keepsSlot", admission.keepsSlot(), true);
            put(fields, "browsers", !admission.browsers().isEmpty(), String.join(".", admission.browsers()));
        });
        return fields;
    }

    /** The place of these fields. */
    public static Place place(PlaceId id, Map<String, Object> fields) {
        return new Place(
                id,
                number(fields, "opening", 1),
                Position.unpacked(number(fields, "position", 1)),
                instant(fields, "joinedAt").orElseThrow(),
                Stage.valueOf(text(fields, "stage")),
                instant(fields, "until").orElse(Place.NEVER),
                Duration.ofMillis(number(fields, "spare", 0)),
                (int) number(fields, "extensions", 0),
                fields.containsKey("seatedAgain"),
                fields.containsKey("returned"),
                Optional.of((int) number(fields, "moves", 0))
                        .filter(moves -> moves > 0)
                        .map(moves -> new Place.Moved(moves, text(fields, "movedTo"))),
                instant(fields, "admittedAt")
                        .map(admittedAt -> new Admission(
                                admittedAt,
                                instant(fields, "provenAt").orElse(admittedAt),
                                fields.containsKey("arrived"),
                                fields.containsKey("keepsSlot"),
                                browsers(text(fields, "browsers")))));
    }

    /** All of a place but its id and its opening, as one line of ASCII. */
    public static String text(Place place) {
        var fields = fields(place);
        var text = new StringBuilder();
        for (var column : COLUMNS) {
            text.append(column(fields, column)).append(',');
        }
        var end = text.length();
        while (text.charAt(end - 1) == ',') {
            end--;
        }
        return text.substring(0, end);
    }

    /** The place of this opening that a text says. */
    public static Place read(PlaceId id, long opening, String text) {
        var fields = new HashMap<String, Object>();
        fields.put("opening", opening);
        var columns = text.split(",", -1);
        for (var i = 0; i < columns.length && i < COLUMNS.size(); i++) {
            if (!columns[i].isEmpty()) {
                readColumn(fields, COLUMNS.get(i), columns[i]);
            }
        }
        return place(id, fields);
    }

    private static String column(Map<String, Object> fields, String column) {
        return switch (column) {
            case "stage" -> Objects.requireNonNull(LETTERS.get(Stage.valueOf(text(fields, column))));
            case "flags" ->
                "e".repeat((int) number(fields, "extensions", 0))
                        + (fields.containsKey("seatedAgain") ? "s" : "")
                        + (fields.containsKey("returned") ? "r" : "")
                        + (fields.containsKey("arrived") ? "a" : "")
                        + (fields.containsKey("keepsSlot") ? "k" : "");
            case "moved" ->
                fields.containsKey("moves") ? number(fields, "moves", 0) + "." + text(fields, "movedTo") : "";
            default -> Objects.toString(fields.get(column), "");
        };
    }

    private static void readColumn(Map<String, Object> fields, String column, String text) {
        switch (column) {
            case "stage" ->
                fields.put(
                        column,
                        Objects.requireNonNull(STAGES.get(text), "no such stage")
                                .name());
            case "flags" -> {
                fields.put(
                        "extensions", text.chars().filter(flag -> flag == 'e').count());
                put(fields, "seatedAgain", text.contains("s"), true);
                put(fields, "returned", text.contains("r"), true);
                put(fields, "arrived", text.contains("a"), true);
                put(fields, "keepsSlot", text.contains("k"), true);
            }
            case "browsers" -> fields.put(column, text);
            case "moved" -> {
                var dot = text.indexOf('.');
                fields.put("moves", Long.parseLong(text.substring(0, dot)));
                fields.put("movedTo", text.substring(dot + 1));
            }
            default -> fields.put(column, Long.parseLong(text));
        }
    }

    private static long number(Map<String, Object> fields, String name, long absent) {
        return fields.get(name) instanceof Long number ? number : absent;
    }

    private static String text(Map<String, Object> fields, String name) {
        return Objects.toString(fields.get(name), "");
    }

    private static Optional<Instant> instant(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof Long millis ? Optional.of(Instant.ofEpochMilli(millis)) : Optional.empty();
    }

    private static List<String> browsers(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\\."));
    }

    private static void put(Map<String, Object> fields, String name, boolean isThere, Object value) {
        if (isThere) {
            fields.put(name, value);
        }
    }
}
