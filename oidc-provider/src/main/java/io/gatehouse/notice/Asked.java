package io.gatehouse.notice;

import io.gatehouse.room.PlaceId;
import io.gatehouse.room.Terms.Notices.Way;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The wish of a visitor in line to be told.
 *
 * @param place the visitor's
 * @param language the tag of theirs
 * @param to one address for each way; none when the turn was told, or the visitor wants no notice any more
 * @param isSoonToTell whether the notice that the turn is near is still to be sent
 * @param times how often this place has asked, 1 or more
 */
record Asked(PlaceId place, String language, Map<Way, String> to, boolean isSoonToTell, int times) {

    Asked {
        to = Map.copyOf(to);
    }

    /** The same with these addresses for their ways, asked once more. */
    Asked with(Map<Way, String> more) {
        var next = new EnumMap<Way, String>(Way.class);
        next.putAll(to);
        next.putAll(more);
        return new Asked(place, language, next, isSoonToTell, times + 1);
    }

    /** The same wish at another place, whose turn may be far again. */
    Asked at(PlaceId other, boolean isSoonToTell) {
        return new Asked(other, language, to, isSoonToTell, times);
    }

    Asked toldThatItIsSoon() {
        return new Asked(place, language, to, false, times);
    }

    /** The same without addresses. */
    Asked forgotten() {
        return new Asked(place, language, Map.of(), isSoonToTell, times);
    }

    /** As it is sealed. */
    Map<String, Object> values() {
        var values = new HashMap<String, Object>(
                Map.of("place", place.value().toString(), "language", language, "soon", isSoonToTell, "times", times));
        to.forEach((way, address) -> values.put(way.word(), address));
        return values;
    }

    /** What was sealed; empty where another release has written something else. */
    static Optional<Asked> of(Map<String, Object> values) {
        try {
            var to = new EnumMap<Way, String>(Way.class);
            for (var way : Way.values()) {
                Optional.ofNullable(values.get(way.word())).ifPresent(address -> to.put(way, address.toString()));
            }
            return Optional.of(new Asked(
                    new PlaceId(UUID.fromString(String.valueOf(values.get("place")))),
                    String.valueOf(values.get("language")),
                    to,
                    Boolean.TRUE.equals(values.get("soon")),
                    Integer.parseInt(String.valueOf(values.get("times")))));
        } catch (IllegalArgumentException ofAnotherRelease) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "Asked[secret]";
    }
}
