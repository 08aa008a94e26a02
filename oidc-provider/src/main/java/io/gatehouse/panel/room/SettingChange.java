package io.gatehouse.panel.room;

import io.gatehouse.room.RoomSettings;
import io.gatehouse.schedule.WrittenOpening;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One setting that differs between two states of a room, in its written form; of a schedule, the openings that are in one
 * of them only. It reads the same on screens, in the log and in the ledger.
 */
record SettingChange(String name, String before, String after) {

    private static final String NONE = "none";
    private static final String PAUSED = "paused";

    static List<SettingChange> between(RoomSettings before, RoomSettings after) {
        return between(RoomView.Settings.of(before), RoomView.Settings.of(after));
    }

    /** All settings that differ but the words to visitors, which are written and looked at elsewhere. */
    static List<SettingChange> between(RoomView.Settings before, RoomView.Settings after) {
        var changes = new ArrayList<SettingChange>();
        add(changes, "rate", before.rate(), after.rate());
        add(changes, "capacity", before.capacity(), after.capacity());
        add(changes, PAUSED, before.paused(), after.paused());
        add(changes, "mode", before.mode(), after.mode());
        add(
                changes,
                "schedule",
                without(before.schedule(), after.schedule()),
                without(after.schedule(), before.schedule()));
        add(changes, "stock", before.stock(), after.stock());
        add(changes, "consumed by", before.consumedBy(), after.consumedBy());
        return changes;
    }

    /** What a reset changes: all but whether the room is paused. */
    static List<SettingChange> ofReset(RoomView room) {
        return between(room.settings(), room.configured()).stream()
                .filter(change -> !change.name.equals(PAUSED))
                .toList();
    }

    private static void add(List<SettingChange> changes, String name, @Nullable Object before, @Nullable Object after) {
        if (!Objects.equals(before, after)) {
            changes.add(new SettingChange(name, Objects.toString(before, NONE), Objects.toString(after, NONE)));
        }
    }

    /** The openings of the one that are not in the other, as they are typed. */
    private static @Nullable String without(List<WrittenOpening> openings, List<WrittenOpening> others) {
        var lines = openings.stream()
                .filter(opening -> !others.contains(opening))
                .map(WrittenOpening::line)
                .collect(Collectors.joining("; "));
        return lines.isEmpty() ? null : lines;
    }

    /** For the log and the ledger. */
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
