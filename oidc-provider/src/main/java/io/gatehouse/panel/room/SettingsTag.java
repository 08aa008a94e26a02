package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.EntityTag;
import io.gatehouse.room.Room;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.room.RoomSnapshot;
import io.gatehouse.setting.Setting;
import io.gatehouse.waitingroom.WaitingRoom;

/** The entity tag of a room's settings. */
final class SettingsTag {

    private SettingsTag() {}

    /** The tag of the present settings. */
    static EntityTag of(WaitingRoom room) {
        return of(room.configuration(), room.snapshot());
    }

    static EntityTag of(Room room, RoomSnapshot seen) {
        return EntityTag.of(Setting.set(RoomSettings.KEPT, room.chosen(seen)) + " "
                + seen.changed().isPresent());
    }
}
