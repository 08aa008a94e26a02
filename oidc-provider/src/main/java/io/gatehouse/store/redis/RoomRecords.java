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

/** What the scripts keep as text; the layout stands at {@link RedisRoomStore}. */
final class RoomRecords {

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
            LaneCounters.of(List.of("any")),
            new ShowUp(9, 9, 9, 9));

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

    /**
     * What {@link Counters} say of the line's hash, as line.lua reads it: its fields, and what an opening
     * makes of them.
     */
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

    /** The record of a place that is taken now, but for the position, which stands before it. */
    static String newcomer(PlaceId id, Instant now) {
        var first = KeptPlace.text(Place.waiting(id, 1, Position.of(1), now));
        return first.substring(first.indexOf(','));
    }

    /** When it is to be told that the stage ends by itself; empty: it is not. */
    static String due(Place place) {
        return place.dueAt().map(at -> Long.toString(at.toEpochMilli())).orElse("");
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
}
