package io.gatehouse.panel.room;

import io.gatehouse.room.RoomSettings;
import io.gatehouse.setting.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One setting that differs between two states of a room, in its written form; of a list, what is in one of
 * them only. It reads the same on screens, in the log and in the ledger.
 */
record SettingChange(String name, String before, String after) {

    private static final String NONE = "none";
    private static final String PAUSED = "paused";

    static List<SettingChange> between(RoomSettings before, RoomSettings after) {
        return between(RoomView.settings(before), RoomView.settings(after));
    }

    /** All settings that differ but the words to visitors, which are written and looked at elsewhere. */
    static List<SettingChange> between(Map<String, @Nullable Object> before, Map<String, @Nullable Object> after) {
        return RoomSettings.SETTINGS.stream()
                .map(setting -> between(setting, before.get(setting.name()), after.get(setting.name())))
                .filter(change -> !change.before.equals(change.after))
                .toList();
    }

    private static SettingChange between(Setting<?> setting, @Nullable Object before, @Nullable Object after) {
        var was = lines(setting, before);
        var is = lines(setting, after);
        return new SettingChange(setting.words(), without(was, is), without(is, was));
    }

    private static List<String> lines(Setting<?> setting, @Nullable Object value) {
        return Optional.ofNullable(value).map(setting.kind()::lines).orElse(List.of());
    }

    /** The changes by a reset, which leaves paused rooms paused. */
    static List<SettingChange> ofReset(RoomView room) {
        return between(room.settings(), room.configured()).stream()
                .filter(change -> !change.name.equals(PAUSED))
                .toList();
    }

    /** The lines of the one that are not in the other. */
    private static String without(List<String> lines, List<String> others) {
        var own = lines.stream().filter(line -> !others.contains(line)).collect(Collectors.joining("; "));
        return own.isEmpty() ? NONE : own;
    }

    /** The changes in words, for the log and the ledger. */
    static String all(List<SettingChange> changes) {
        return changes.isEmpty()
                ? "nothing changed"
                : changes.stream().map(SettingChange::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name + " " + before + " -> " + after;
    }
}
