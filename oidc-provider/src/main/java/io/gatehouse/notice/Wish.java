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
 * @param place of the visitor
 * @param language the tag of the visitor's language
 * @param to one address for each way; none when the turn was told, or the visitor wants no notice any more
 * @param isSoonToTell whether the notice that the turn is near is still to be sent
 * @param times how often this place has asked, 1 or more
 */
record Wish(PlaceId place, String language, Map<Way, String> to, boolean isSoonToTell, int times) {

    Wish {
        to = Map.copyOf(to);
    }

    /** This wish with more addresses, asked once more. */
    Wish with(Map<Way, String> more) {
        var next = new EnumMap<Way, String>(Way.class);
        next.putAll(to);
        next.putAll(more);
        return new Wish(place, language, next, isSoonToTell, times + 1);
    }

    /** This wish at another place, whose turn may be far again. */
    Wish at(PlaceId other, boolean isSoonToTell) {
        return new Wish(other, language, to, isSoonToTell, times);
    }

    Wish toldThatItIsSoon() {
        return new Wish(place, language, to, false, times);
    }

    /** This wish without addresses. */
    Wish forgotten() {
        return new Wish(place, language, Map.of(), isSoonToTell, times);
    }

    /** The members that are sealed. */
    Map<String, Object> values() {
        var values = new HashMap<String, Object>(
                Map.of("place", place.value().toString(), "language", language, "soon", isSoonToTell, "times", times));
        to.forEach((way, address) -> values.put(way.word(), address));
        return values;
    }

    /** The wish of sealed members; empty where another release has written others. */
    static Optional<Wish> of(Map<String, Object> values) {
        try {
            var to = new EnumMap<Way, String>(Way.class);
            for (var way : Way.values()) {
                Optional.ofNullable(values.get(way.word())).ifPresent(address -> to.put(way, address.toString()));
            }
            return Optional.of(new Wish(
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
        return "Wish[secret]";
    }
}
