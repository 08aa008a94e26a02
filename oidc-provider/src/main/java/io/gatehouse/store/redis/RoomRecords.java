package io.gatehouse.store.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gatehouse.draw.Draw;
import io.gatehouse.draw.LobbyDraw;
import io.gatehouse.lane.LaneCounters;
import io.gatehouse.room.Counters;
import io.gatehouse.room.Place;
import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Position;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.room.ShowUp;
import io.gatehouse.room.Stage.Count;
import io.gatehouse.stock.Ending;
import io.gatehouse.stock.Endings;
import io.gatehouse.store.KeptDraw;
import io.gatehouse.store.KeptInstant;
import io.gatehouse.store.KeptLanes;
import io.gatehouse.store.KeptPlace;
import io.gatehouse.store.KeptSettings;
import io.gatehouse.store.KeptShowUp;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The texts that the scripts keep; {@link RedisRoomStore} has the layout. */
final class RoomRecords {

    /** Counters that all differ from {@link Counters#FIRST}: they show the fields that an operation writes. */
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
            LaneCounters.of(List.of("any")),
            new ShowUp(9, 9, 9, 9));

    /** The fields of the counters that a move writes. */
    private static final Set<String> MOVED = differing(Counters.FIRST.moved(OTHER), Counters.FIRST);

    /** The fields of the counters that an opening resets. */
    private static final Set<String> OPENED = differing(OTHER.opened(9), OTHER);

    private static final String VERSION = "version";
    private static final String OPENING = "opening";
    private static final String DRAW = "draw";

    /**
     * The fields of a look's answer, in order: the counters without the draw, and the number of places of
     * each count.
     */
    private static final List<String> SEEN = Stream.concat(
                    fields(Counters.FIRST).keySet().stream().filter(field -> !field.equals(DRAW)),
                    Stream.of(Count.values()).map(RoomRecords::count))
            .toList();

    /** The number of parts of a script's answer that make a snapshot. */
    static final int SNAPSHOT = SEEN.size() + 1;

    /** The Lua source before line.lua: the fields of the line's hash, and the values that an opening gives them. */
    static final String PRELUDE = "local SEEN = { "
            + SEEN.stream().map("'%s'"::formatted).collect(Collectors.joining(", "))
            + " }\nlocal function opened() return { "
            + opened().entrySet().stream()
                    .map(field -> "%s = '%s'".formatted(field.getKey(), field.getValue()))
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

    static boolean isYes(byte[] flag) {
        return number(flag) == 1;
    }

    /** The record of a place that is taken now, but for the position, which stands before it. */
    static String newcomer(PlaceId id, Instant now) {
        var first = KeptPlace.text(Place.waiting(id, 1, Position.of(1), now));
        return first.substring(first.indexOf(','));
    }

    /** The moment from which a look tells the place as due; empty: never. */
    static String due(Place place) {
        return place.dueAt().map(at -> Long.toString(at.toEpochMilli())).orElse("");
    }

    /** The call order of the place; empty if it cannot be called. */
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

    /** A record and the opening it belongs to, as scripts answer. */
    static Place place(PlaceId id, byte[] record, byte[] opening) {
        return KeptPlace.read(id, number(opening), text(record));
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
        fields.put("showUp", KeptShowUp.text(counters.showUp()));
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
                KeptLanes.read(kept(kept, "lanes")),
                KeptShowUp.read(kept(kept, "showUp")));
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

    /** The fields that a move of the counters writes. */
    static Stream<byte[]> moved(Counters next) {
        var fields = fields(next);
        fields.keySet().retainAll(MOVED);
        return written(fields);
    }

    /** The fields that a join of lanes writes. */
    static Stream<byte[]> entered(Counters next) {
        var fields = fields(next);
        fields.keySet().retainAll(Set.of(VERSION, "lanes"));
        return written(fields);
    }

    /** Fields of the line's hash as scripts take them: how many, and the name and text or number of each. */
    static Stream<byte[]> written(Map<String, ?> fields) {
        return Stream.concat(
                Stream.of(bytes(fields.size())),
                fields.entrySet().stream()
                        .flatMap(field -> Stream.of(
                                bytes(field.getKey()), bytes(field.getValue().toString()))));
    }

    /** The fields and counts of places as an opening leaves them; the script counts the version itself. */
    private static Map<String, String> opened() {
        var fields = fields(OTHER.opened(9));
        fields.keySet().retainAll(OPENED);
        fields.remove(VERSION);
        Stream.of(Count.values()).forEach(count -> fields.put(count(count), "0"));
        return fields;
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
}
