package io.gatehouse.panel.room;

import io.gatehouse.panel.answer.RefusedException;
import io.gatehouse.panel.answer.Screen;
import io.gatehouse.room.RoomSettings;
import io.gatehouse.setting.Setting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.servlet.ModelAndView;

/** A room's screen with its forms filled in: with what is in force, or with what was typed and refused. */
final class RoomForms {

    /** The settings that have a field; to pause the room is a button. */
    static final List<Setting<RoomSettings>> FIELDS = RoomSettings.SETTINGS.stream()
            .filter(setting -> !setting.kind().type().equals("boolean"))
            .toList();

    private RoomForms() {}

    static ModelAndView fresh(RoomView room) {
        return filled(room, Map.of());
    }

    /** Says why, with what was typed. */
    static ModelAndView refused(RoomView room, RefusedException refused, Map<String, String> typed) {
        return Screen.refused(filled(room, typed), refused);
    }

    private static ModelAndView filled(RoomView room, Map<String, String> typed) {
        var form = new HashMap<String, String>();
        FIELDS.forEach(field -> form.put(
                field.name(),
                Optional.ofNullable(room.settings().get(field.name()))
                        .map(field.kind()::typed)
                        .orElse("")));
        form.putAll(typed);
        return Screen.page("room")
                .addObject("room", room)
                .addObject("differences", SettingChange.between(room.settings(), room.configured()))
                .addObject("resets", !SettingChange.ofReset(room).isEmpty())
                .addObject("fields", FIELDS)
                .addObject("typed", form)
                .addObject("done", "")
                .addObject("trouble", "");
    }
}
