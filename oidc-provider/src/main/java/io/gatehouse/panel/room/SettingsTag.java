package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.EntityTag;
import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.setting.Setting;
import io.gatehouse.waitingroom.WaitingRoom;
import org.jspecify.annotations.Nullable;

/** The entity tag of a room's settings. */
record SettingsTag(String value) {

    /** As they stand now. */
    static SettingsTag of(WaitingRoom room) {
        return of(room.configuration(), room.snapshot());
    }

    static SettingsTag of(Room room, RoomSnapshot seen) {
        var text = Setting.set(RoomSettings.KEPT, room.chosen(seen)) + " "
                + seen.changed().isPresent();
        return new SettingsTag(EntityTag.of(text).value());
    }

    /** Refuses an edit that was made without a look at the settings, or at old ones. */
    void require(@Nullable String ifMatch) {
        new EntityTag(value).require(ifMatch);
    }

    static RefusedException changedMeanwhile() {
        return EntityTag.changedMeanwhile();
    }
}
