package io.gatehouse.store;

import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.WrittenDate;
import io.gatehouse.setting.Setting;
import java.util.HashMap;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An operator's settings of a room as all stores keep them: one text of JSON with a member for each of
 * {@link RoomSettings#KEPT} that is set; an empty text where there are none. Local times are kept, and not
 * the moments that follow from them: rules of a zone may change before the day comes. A text that cannot be
 * read is an error for every caller that looks at the room, so that no visitor is called by settings that no
 * operator made. Members that a later release has added are read past, but such a look is of no version: this
 * node calls no visitor on it, and writes nothing in its place.
 */
public final class KeptSettings {

    private KeptSettings() {}

    /** The text to be kept. */
    public static String text(Optional<RoomSettings> settings) {
        return settings.map(own -> Setting.set(RoomSettings.KEPT, own))
                .map(KeptJson.JSON::writeValueAsString)
                .orElse("");
    }

    /** The text in place of an earlier one, which stays if it has the same settings and perhaps more members. */
    public static String text(Optional<RoomSettings> settings, String before) {
        return read(before).equals(settings) ? before : text(settings);
    }

    /** Whether this release knows all that was kept; else nothing may be written in its place. */
    public static boolean isKnown(String text) {
        return text.isEmpty()
                || KeptJson.JSON
                        .readTree(text)
                        .propertyStream()
                        .allMatch(member -> isKnown(member.getKey(), member.getValue()));
    }

    private static boolean isKnown(String name, JsonNode value) {
        return isKnownName(name)
                && value.valueStream().allMatch(date -> KeptJson.isKnown(date.toString(), WrittenDate.class));
    }

    private static boolean isKnownName(String name) {
        return RoomSettings.KEPT.stream().anyMatch(setting -> setting.name().equals(name));
    }

    /** The settings of a kept text, without members that a later release has added. */
    public static Optional<RoomSettings> read(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        var values = new HashMap<String, Object>();
        KeptJson.JSON
                .readTree(text)
                .propertyStream()
                .filter(member -> isKnownName(member.getKey()))
                .forEach(member -> values.put(member.getKey(), value(member.getValue())));
        return Optional.of(RoomSettings.of(values));
    }

    private static Object value(JsonNode node) {
        return node.isArray()
                ? node.valueStream()
                        .map(date -> KeptJson.JSON.treeToValue(date, WrittenDate.class))
                        .toList()
                : KeptJson.JSON.treeToValue(node, Object.class);
    }
}
